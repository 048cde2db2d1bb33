import { expect, test } from 'vitest';
import { venueTypeLabel, venueTypeOptions } from './venue-labels.ts';

test('names a venue type with its parents and its code', () => {
  expect(venueTypeLabel('retail.grocery.check_out')).toBe('Retail: Grocery: Checkout (retail.grocery.check_out)');
  expect(venueTypeLabel('unknown')).toBe('unknown');
});

test('offers all venue types, and a selected former code', () => {
  const former = 'retail.grocery.shop_entrance';
  const codes = venueTypeOptions([former, 'retail']).map(({ value }) => value);
  expect(codes).toContain('retail.home_renovation.exterior');
  expect(codes.filter((code) => code === former || code === 'retail')).toEqual(['retail', former]);
});
