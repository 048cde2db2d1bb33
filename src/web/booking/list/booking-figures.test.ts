import { expect, test } from 'vitest';
import { ecpmOf } from './booking-figures.ts';

test('the eCPM is the spend per thousand impressions', () => {
  expect(ecpmOf({ spend: { amount: '12.5', currency: 'EUR' }, impressions: 5000 })).toEqual({
    amount: '2.50',
    currency: 'EUR',
  });
});

test('without spend or impressions there is no eCPM', () => {
  expect(ecpmOf({ spend: null, impressions: 5000 })).toBeNull();
  expect(ecpmOf({ spend: { amount: '0', currency: 'EUR' }, impressions: 0 })).toBeNull();
});
