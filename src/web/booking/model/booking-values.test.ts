import { expect, test } from 'vitest';
import { emptyBooking, missingFieldsOf } from './booking-values.ts';

const empty = emptyBooking({ campaignId: 1, startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-31T00:00:00Z' });

test('lists the required fields that are not set', () => {
  expect(missingFieldsOf(empty)).toEqual(['name', 'inventory', 'creative']);
  const delivery = { ...empty.delivery, method: 'even' as const };
  expect(missingFieldsOf({ ...empty, name: 'x', publisherIds: [1], delivery })).toEqual(['goal', 'creative']);
  const creatives = [{ creativeId: 1, weight: 1, startDate: null, endDate: null }];
  expect(missingFieldsOf({ ...empty, name: 'x', positionIds: [1], creatives })).toEqual([]);
  const targeting = { all: [{ fact: 'country' as const, values: [] }] };
  expect(missingFieldsOf({ ...empty, name: 'x', positionIds: [1], creatives, targeting })).toEqual(['targeting']);
  const none = { keywords: [], negativeKeywords: [], categories: [], productPages: [] };
  const sponsored = { formatId: 1, products: [1], ...none };
  const shelf = { ...empty, name: 'x', positionIds: [1], type: 'sponsored_products' as const };
  expect(missingFieldsOf(shelf)).toEqual(['products']);
  expect(missingFieldsOf({ ...shelf, sponsored })).toEqual([]);
});
