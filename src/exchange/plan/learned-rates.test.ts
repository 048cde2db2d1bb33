import { expect, test } from 'vitest';
import { hourMs } from '../../core/time/durations.ts';
import { createLearnedRates } from './learned-rates.ts';

const nothing = { bookingId: 1, wins: 0, events: 0, claimed: 0 } as const;

test('a booking with few wins learns its CTR over days, regardless of the initial assumption', () => {
  const rates = createLearnedRates(null);
  expect(rates.of(1, 'clicks').brings).toBe(0.002);
  // 50 slots per hour, one click per 50.
  for (let hour = 0; hour < 96; hour += 1) {
    rates.learn([{ ...nothing, counter: 'clicks', wins: 50, events: 1, claimed: 50 }], hourMs);
  }
  expect(rates.of(1, 'clicks').brings).toBeGreaterThan(0.017);
  expect(rates.of(1, 'clicks').brings).toBeLessThan(0.021);
});

test('follows a change of a rate within some 10,000 slots', () => {
  const rates = createLearnedRates(null);
  const win = (events: number) =>
    rates.learn([{ ...nothing, counter: 'clicks', wins: 1_000, events, claimed: 1_000 }], 60_000);
  for (let round = 0; round < 200; round += 1) win(2);
  expect(rates.of(1, 'clicks').brings).toBeCloseTo(0.002, 4);
  for (let round = 0; round < 60; round += 1) win(10);
  expect(rates.of(1, 'clicks').brings).toBeGreaterThan(0.008);
});

test('the eligible part of the requests of a booking follows the hour', () => {
  const rates = createLearnedRates(null);
  const see = (wins: number) =>
    rates.learn([{ ...nothing, counter: 'impressions', wins, events: wins, claimed: 1_000 }], hourMs / 4);
  for (let round = 0; round < 40; round += 1) see(800);
  expect(rates.of(1, 'impressions').fits).toBeCloseTo(0.8, 1);
  for (let round = 0; round < 16; round += 1) see(200);
  expect(rates.of(1, 'impressions').fits).toBeLessThan(0.3);
});
