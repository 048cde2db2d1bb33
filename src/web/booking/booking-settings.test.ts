import { expect, test } from 'vitest';
import type { Booking } from '../../client/generated/types.gen.ts';
import { bookingBody } from '../../contract/booking/booking.ts';
import { bookingSettings, shownSettings } from './booking-settings.tsx';

const booking = {
  type: 'in_store',
  externalId: 'CRM-118',
  startDate: '2026-12-01T00:00:00Z',
  endDate: null,
  activeDays: [],
  dayParts: [],
  positionIds: [],
  locationIds: [],
  publicationIds: [],
  publisherIds: [],
  priority: 5,
  delivery: { method: 'even', percent: null, goal: { kind: 'impressions', total: 7_000 }, frontLoading: 20 },
  loop: { playsPerLoop: 2, percent: null, minGap: 0 },
  pricing: null,
  caps: [],
  targeting: null,
  exclusionLabels: ['cars', 'trucks'],
  duplicatesAllowed: true,
  timeZones: ['Europe/Brussels'],
} as unknown as Booking;

test('the page of a booking has a decision for each field of the contract', () => {
  expect(Object.keys(shownSettings).toSorted()).toEqual(Object.keys(bookingBody.shape).toSorted());
});

test('shows settings that only some bookings have', () => {
  const shownAs = (settings: ReturnType<typeof bookingSettings>, name: string) =>
    settings.find((setting) => setting.name === name)?.value;
  const shown = bookingSettings(booking);
  expect(shownAs(shown, 'External ID')).toBe('CRM-118');
  expect(shownAs(shown, 'Exclusion labels')).toBe('cars, trucks');
  expect(shown.find(({ name }) => /loop/i.test(name))?.value).toBe('2 plays per loop');
  const display = bookingSettings({ ...booking, type: 'display', loop: null, externalId: null });
  expect(display.some(({ name }) => /loop|External ID/i.test(name))).toBe(false);
  expect(display.length).toBe(shown.length - 2);
});
