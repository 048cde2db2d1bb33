import { describe, expect, test } from 'vitest';
import type { AdTerms } from '../decision/ad-request.ts';
import { packCreative } from '../snapshot/packed-creative.ts';
import type { SnapshotAd } from '../snapshot/snapshot.ts';
import type { CreativeRow } from '../snapshot/snapshot-rows.ts';
import { withoutOwnPage } from './own-page.ts';

function adOf(type: string, fields: Record<string, string>): SnapshotAd {
  const creative = packCreative({ id: 1, formatId: 1, brandId: 1, kind: 'product', fields } as unknown as CreativeRow);
  return { id: 1, weight: 1, startMs: null, endMs: null, booking: { type }, creative } as unknown as SnapshotAd;
}
const product = (sku: string) => adOf('sponsored_products', { sku });

describe('product page', () => {
  test('accepts all ads except those of the product, with folded comparison', () => {
    const terms = withoutOwnPage(['A-1', 'b'], undefined);
    const taken = (ad: SnapshotAd) => [terms?.accepts(ad), terms?.accepts(ad)];
    expect(taken(product('a_1'))).toEqual([false, false]);
    expect(taken(product('B'))).toEqual([false, false]);
    expect(taken(product('a-11'))).toEqual([true, true]);
    expect(taken(adOf('display', { sku: 'a-1' }))).toEqual([true, true]);
    expect(terms?.inWords()).toBe('not the product of the page');
  });

  test('adds no terms without a product', () => {
    const others: AdTerms = { accepts: () => true, inWords: () => '' };
    expect(withoutOwnPage(undefined, undefined)).toBeUndefined();
    expect(withoutOwnPage([], others)).toBe(others);
    expect(withoutOwnPage([''], undefined)?.accepts(adOf('sponsored_products', {}))).toBe(true);
  });

  test('extends the existing terms of a request', () => {
    const cheap: AdTerms = { accepts: () => false, inWords: () => 'from 2 EUR', key: () => 'cheap' };
    const both = withoutOwnPage(['a'], cheap);
    expect([both?.accepts(product('b')), both?.inWords()]).toEqual([false, 'from 2 EUR, not the product of the page']);
    expect(both?.key?.()).not.toBe(withoutOwnPage(['b'], cheap)?.key?.());
    expect(withoutOwnPage(['a'], undefined)?.key?.()).toBe(withoutOwnPage(['A'], undefined)?.key?.());
    expect(withoutOwnPage(['a'], { accepts: () => true, inWords: () => '' })?.key).toBeUndefined();
  });
});
