import type { AdTerms } from '../decision/ad-request.ts';
import { type PackedCreative, unpackCreative } from '../snapshot/packed-creative.ts';
import type { SnapshotAd } from '../snapshot/snapshot.ts';
import { fold } from '../targeting/fold.ts';

/** Parameter with the ID in the shop of the product of the page. */
export const productParameter = 'pd';

/**
 * Extends the terms of a request for a product page: rejects ads of the product itself.
 * Source: docs/decisions/0123-product-pages.md.
 * @param products IDs in the shop; undefined or empty: not a product page
 */
export function withoutOwnPage(
  products: readonly string[] | undefined,
  terms: AdTerms | undefined,
): AdTerms | undefined {
  if (products === undefined || products.length === 0) return terms;
  const ofPage = products.map((sku) => fold(sku));
  const key = keyOf(ofPage, terms);
  return {
    accepts: (ad) => !shows(ad, ofPage) && (terms === undefined || terms.accepts(ad)),
    refusal: (ad) => (shows(ad, ofPage) ? 'the product of the page' : (terms?.refusal?.(ad) ?? '')),
    inWords: () => [...(terms === undefined ? [] : [terms.inWords()]), 'not the product of the page'].join(', '),
    ...(key !== null && { key: () => key }),
    ...(terms?.breakTime !== undefined && { breakTime: terms.breakTime }),
  };
}

/** An empty value matches no product. */
function shows(ad: SnapshotAd, ofPage: readonly string[]): boolean {
  const product = productOf(ad);
  return product !== '' && ofPage.includes(product);
}

/** Other terms may have no key. */
function keyOf(ofPage: readonly string[], terms: AdTerms | undefined): string | null {
  const other = terms === undefined ? '' : terms.key?.();
  return other === undefined ? null : JSON.stringify([ofPage, other]);
}

/** Folded product ID by creative, so that the text is parsed only once. */
const known = new WeakMap<PackedCreative, string>();

/** Returns the folded ID in the shop of the product of an ad; empty: none. */
function productOf({ booking, creative }: SnapshotAd): string {
  if (booking.type !== 'sponsored_products') return '';
  const before = known.get(creative);
  if (before !== undefined) return before;
  const sku = fold(String(unpackCreative(creative).fields?.['sku'] ?? ''));
  known.set(creative, sku);
  return sku;
}
