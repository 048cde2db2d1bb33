import { z } from 'zod';
import { type KeywordFaultCode, keywordFaultCode, keywordMatches } from '../../core/vocabulary/keyword.ts';
import {
  maxBroadWords,
  maxCategories,
  maxKeywordLength,
  maxKeywords,
  maxKeywordWords,
  maxProductPages,
  maxProductsPerBooking,
} from '../../core/vocabulary/limits/booking-limits.ts';
import { productCategorySchema, skuSchema } from '../commerce/product.ts';
import { idSchema, lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { idList } from './campaign.ts';

const describeMatch =
  'Match type. `exact`: the whole search phrase. `phrase`: the search contains the words next to each other. `broad`: the search contains all words in any order.';

const keywordMessages: Readonly<Record<KeywordFaultCode, string>> = {
  noLetter: fieldMessage('keywordLetter'),
  tooManyWords: fieldMessage('keywordWords', { count: maxKeywordWords }),
  tooManyBroadWords: fieldMessage('keywordBroadWords', { count: maxBroadWords }),
};

const keywordSchema = z
  .strictObject({
    text: lineOfText(maxKeywordLength).meta({
      description: 'Search words',
      example: 'filter coffee',
    }),
    match: z.enum(keywordMatches).default('phrase').meta({ description: describeMatch, example: 'phrase' }),
  })
  .superRefine((keyword, context) => {
    const fault = keywordFaultCode(keyword);
    if (fault === null) return;
    context.issues.push({ code: 'custom', path: ['text'], message: keywordMessages[fault], input: keyword.text });
  });

const keywordList = (description: string) =>
  z
    .array(keywordSchema)
    .max(maxKeywords, { error: fieldMessage('maxEntries', { count: maxKeywords }) })
    .default([])
    .meta({ description, example: [{ text: 'filter coffee', match: 'phrase' }] });

const describeFormat = 'Format of the positions that show the products. Its media type must be `stack` or `native`.';
const describeProducts =
  "Products of the campaign's brands. Each product is a separate ad. Products that are out of stock are left out.";
const describeKeywords = 'Searches that the booking matches';
const describeNegative = 'Searches that the booking never matches, even if another condition matches';
const describePages =
  'Product pages that the booking matches, by the product IDs of the shop. The products may belong to any media partner.';
const describeCategories = 'Categories that the booking matches, including all categories below them';

/**
 * Products and targeting of a booking of type `sponsored_products`. Beta. Source:
 * docs/decisions/0121-sponsored-bookings.md.
 */
export const bookingSponsoredSchema = z
  .strictObject({
    formatId: idSchema('format').meta({ description: describeFormat, example: 12 }),
    products: idList('products', maxProductsPerBooking)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .meta({ description: describeProducts, example: [12] }),
    keywords: keywordList(describeKeywords),
    negativeKeywords: keywordList(describeNegative),
    categories: z
      .array(productCategorySchema)
      .max(maxCategories, { error: fieldMessage('maxEntries', { count: maxCategories }) })
      .default([])
      .meta({ description: describeCategories, example: ['Drinks > Coffee'] }),
    productPages: z
      .array(skuSchema)
      .max(maxProductPages, { error: fieldMessage('maxEntries', { count: maxProductPages }) })
      .default([])
      .meta({ description: describePages, example: ['sku-4711'] }),
  })
  .meta({ id: 'BookingSponsored' });
/** A valid `bookingSponsoredSchema`. */
export type BookingSponsored = z.output<typeof bookingSponsoredSchema>;

const keywordsView = (description: string) =>
  z
    .array(
      z.strictObject({
        text: z.string().meta({ description: 'Search words', example: 'filter coffee' }),
        match: z.enum(keywordMatches).meta({ description: describeMatch, example: 'phrase' }),
      }),
    )
    .meta({ description, example: [] });

/** The same as returned by the API. */
export const bookingSponsoredView = z
  .strictObject({
    formatId: z.number().meta({ description: describeFormat, example: 12 }),
    products: z.array(z.number()).meta({ description: describeProducts, example: [12] }),
    keywords: keywordsView(describeKeywords),
    negativeKeywords: keywordsView(describeNegative),
    categories: z.array(z.string()).meta({ description: describeCategories, example: ['Drinks > Coffee'] }),
    productPages: z.array(z.string()).meta({ description: describePages, example: ['sku-4711'] }),
  })
  .meta({ id: 'BookingSponsoredView' });
