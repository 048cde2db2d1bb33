import { keywordTerm, searchTerms } from '../../../src/core/sponsored/search-terms.ts';
import { sponsoredTargeting } from '../../../src/core/sponsored/sponsored-targeting.ts';
import { type Keyword, keywordMatches } from '../../../src/core/vocabulary/keyword.ts';
import type { RowBatch } from '../../../src/exchange/snapshot/row-batch.ts';
import { bookingRow, creativeRow } from '../server/test-delivery.ts';

/** A shop with a banner that has an ordinary booking, and a shelf with one product for which many keywords compete. */
export type ShelfSize = { readonly bookings: number; readonly productsOfBooking: number };

export const plainSlot = '_shop_-banner';
export const shelfSlot = '_shop_-tile';

const rowsPerBatch = 64;
const plainBookings = 50;
const firstKeyword = 1_000_000;
const words = 4_000;

const wordOf = (index: number) => `word${index % words}`;

/** Returns five keywords of one booking: two words as exact and phrase keywords, and one broad keyword. */
export function keywordsOf(booking: number): readonly Keyword[] {
  return Array.from({ length: 5 }, (_, index) => ({
    text: `${wordOf(booking * 3 + index * 17)} ${wordOf(booking * 7 + index)}`,
    match: keywordMatches[index % 3] ?? 'exact',
  }));
}

/** Returns a search that usually matches some bookings: with additional words before it, or reversed. */
export function searchOf(index: number, { bookings }: ShelfSize): string {
  const { text } = keywordsOf((index * 31) % bookings)[index % 5] as Keyword;
  switch (index % 4) {
    case 0:
      return text;
    case 1:
      return `${wordOf(index)} ${text}`;
    case 2:
      return text.split(' ').reverse().join(' ');
    default:
      return `${text} ${wordOf(index * 5)} ${wordOf(index * 11)}`;
  }
}

/** Returns the bookings that a search matches, found by a linear search. */
export function fittingBookings(search: string, { bookings }: ShelfSize): ReadonlySet<number> {
  const terms = new Set(searchTerms(search));
  const all = Array.from({ length: bookings }, (_, booking) => booking);
  const fitting = all.filter((booking) => keywordsOf(booking).some((keyword) => terms.has(keywordTerm(keyword))));
  return new Set(fitting.map((booking) => firstKeyword + booking));
}

/** Yields the rows of a snapshot in batches: a million products do not fit into memory next to their index. */
export function* shelfBatches({ bookings, productsOfBooking }: ShelfSize): Generator<RowBatch> {
  const one = (kind: string, rows: readonly unknown[]) => ({ kind, rows }) as unknown as RowBatch;
  yield one('publishers', [{ id: 1, parentId: null }]);
  yield one('publications', [{ id: 1, publisherId: 1, timeZone: 'Europe/Brussels' }]);
  yield one('locations', [{ id: 1, publicationId: 1, code: '_shop_' }]);
  yield one('formats', [
    { id: 1, code: 'banner', width: 728, height: 90, mediaType: 'banner' },
    { id: 2, code: 'tile', width: null, height: null, mediaType: 'native' },
  ]);
  yield one('positions', [
    { id: 10, locationId: 1, formatId: 1, slotName: plainSlot },
    { id: 11, locationId: 1, formatId: 2, slotName: shelfSlot },
  ]);
  yield one('creatives', [creativeRow({ id: 7, formatId: 1 })]);
  yield* batches('creatives', bookings * productsOfBooking, (index) => productRow(index));
  yield* batches('bookings', plainBookings, (index) => bookingRow({ id: 1 + index }, { id: 1 + index }));
  yield* batches('bookings', bookings, (index) => keywordRow(index, productsOfBooking));
}

function* batches(kind: RowBatch['kind'], count: number, rowOf: (index: number) => unknown): Generator<RowBatch> {
  for (let from = 0; from < count; from += rowsPerBatch) {
    const rows = Array.from({ length: Math.min(rowsPerBatch, count - from) }, (_, index) => rowOf(from + index));
    yield { kind, rows } as unknown as RowBatch;
  }
}

function productRow(index: number) {
  const sku = `sku-${index}`;
  const fields = { sku, title: `Product number ${index}`, brand: 'Aurora', price: `${index % 900}.95 EUR` };
  const clickUrl = `https://shop.example/p/${index}`;
  const none = { file: null, width: null, height: null, altText: null };
  return creativeRow({
    ...none,
    id: 1_000 + index,
    name: fields.title,
    kind: 'product',
    formatId: 2,
    clickUrl,
    fields,
    images: {},
  });
}

function keywordRow(index: number, productsOfBooking: number) {
  const first = index * productsOfBooking;
  return bookingRow({
    id: firstKeyword + index,
    priority: 3 + (index % 4),
    inventory: { positionIds: [11], locationIds: [], publicationIds: [], publisherIds: [] },
    targeting: sponsoredTargeting(
      { keywords: keywordsOf(index), negativeKeywords: [], categories: [], productPages: [] },
      null,
    ),
    ads: Array.from({ length: productsOfBooking }, (_, product) => ({
      id: 100_000 + first + product,
      creativeId: 1_000 + first + product,
      weight: 1,
      startMs: null,
      endMs: null,
    })),
  });
}
