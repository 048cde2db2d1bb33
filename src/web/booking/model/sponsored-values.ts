import { keywordFaultCode } from '../../../core/vocabulary/keyword.ts';
import type { BookingValues } from './booking-values.ts';

/** Stored values of sponsored products. */
export type Sponsored = NonNullable<BookingValues['sponsored']>;
/** Edited values, in which the format can be missing. */
export type SponsoredDraft = Omit<Sponsored, 'formatId'> & { readonly formatId: number | null };

/** Values of a new booking. */
export const emptySponsoredDraft: SponsoredDraft = {
  formatId: null,
  products: [],
  keywords: [],
  negativeKeywords: [],
  categories: [],
  productPages: [],
};

/** The values to store. Null: the format or all products are missing, or a keyword is invalid. */
export function sponsoredBodyOf(draft: SponsoredDraft): Sponsored | null {
  const { formatId, products, keywords, negativeKeywords } = draft;
  if (formatId === null || products.length === 0) return null;
  const hasFault = [...keywords, ...negativeKeywords].some((keyword) => keywordFaultCode(keyword) !== null);
  return hasFault ? null : { ...draft, formatId };
}
