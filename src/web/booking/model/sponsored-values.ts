import { keywordFault } from '../../../core/words/keyword.ts';
import type { BookingValues } from './booking-values.ts';

/** What a booking sponsors, as it is stored. */
export type Sponsored = NonNullable<BookingValues['sponsored']>;
/** The same while it is written: its format may not be chosen yet. */
export type SponsoredDraft = Omit<Sponsored, 'formatId'> & { readonly formatId: number | null };

/** Of a booking that nobody has written anything of yet. */
export const emptySponsoredDraft: SponsoredDraft = {
  formatId: null,
  products: [],
  keywords: [],
  negativeKeywords: [],
  categories: [],
  productPages: [],
};

/** What can be stored; null: a format or product is missing, or a keyword is none. */
export function sponsoredBodyOf(draft: SponsoredDraft): Sponsored | null {
  const { formatId, products, keywords, negativeKeywords } = draft;
  if (formatId === null || products.length === 0) return null;
  const hasFault = [...keywords, ...negativeKeywords].some((keyword) => keywordFault(keyword) !== null);
  return hasFault ? null : { ...draft, formatId };
}
