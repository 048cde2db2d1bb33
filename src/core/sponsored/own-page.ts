import type { AdTerms } from '../decision/ad-request.ts';
import { type PackedCreative, unpackCreative } from '../snapshot/packed-creative.ts';
import type { SnapshotAd } from '../snapshot/snapshot.ts';
import { fold } from '../targeting/fold.ts';

/** The parameter that says whose page it is: the id of the product in the shop. */
export const productParameter = 'pd';

/**
 * Terms of a request for the page of a product: no ad is of that product. Beside the terms that it has otherwise.
 * @param products ids in the shop; undefined or empty: the page is of no product
 * Source: docs/decisions/0123-product-pages.md.
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
  };
}

/** What is empty is no product's. */
function shows(ad: SnapshotAd, ofPage: readonly string[]): boolean {
  const product = productOf(ad);
  return product !== '' && ofPage.includes(product);
}

/** Others may say nothing of which ads they take. */
function keyOf(ofPage: readonly string[], terms: AdTerms | undefined): string | null {
  const other = terms === undefined ? '' : terms.key?.();
  return other === undefined ? null : JSON.stringify([ofPage, other]);
}

/** As they compare; of what was shown once the text need not be read again. */
const known = new WeakMap<PackedCreative, string>();

/** The id in the shop of the product that an ad shows, folded; empty: it shows none. */
function productOf({ booking, creative }: SnapshotAd): string {
  if (booking.type !== 'sponsored_products') return '';
  const before = known.get(creative);
  if (before !== undefined) return before;
  const sku = fold(String(unpackCreative(creative).fields?.['sku'] ?? ''));
  known.set(creative, sku);
  return sku;
}
