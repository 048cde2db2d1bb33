import { expect, test } from 'vitest';
import { emptyBooking, missingFieldsOf } from './booking-values.ts';

const empty = emptyBooking({ campaignId: 1, startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-31T00:00:00Z' });

test('says what is missing until nothing is', () => {
  expect(missingFieldsOf(empty)).toEqual(['a name', 'positions', 'a creative']);
  const delivery = { ...empty.delivery, method: 'even' as const };
  expect(missingFieldsOf({ ...empty, name: 'x', publisherIds: [1], delivery })).toEqual(['a goal', 'a creative']);
  const creatives = [{ creativeId: 1, weight: 1, startDate: null, endDate: null }];
  expect(missingFieldsOf({ ...empty, name: 'x', positionIds: [1], creatives })).toEqual([]);
  const none = { keywords: [], negativeKeywords: [], categories: [], productPages: [] };
  const sponsored = { formatId: 1, products: [1], ...none };
  const shelf = { ...empty, name: 'x', positionIds: [1], type: 'sponsored_products' as const };
  expect(missingFieldsOf(shelf)).toEqual(['products in a format']);
  expect(missingFieldsOf({ ...shelf, sponsored })).toEqual([]);
});
