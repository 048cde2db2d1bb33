import { expect, test } from 'vitest';
import type { Screen } from '../../../client/generated/types.gen.ts';
import { mapUrlOf, screenFacts } from './screen-labels.ts';

const screen: Screen = {
  width: 1_080,
  height: 1_920,
  orientation: 'portrait',
  loopSeconds: 120,
  slotSeconds: 10,
  openingHours: [{ days: ['mon'], fromMinute: 540, toMinute: 1_080 }],
  venueTypes: [],
  geo: { latitude: 50.85, longitude: -4.35 },
};
const known = ['Portrait', '1080 × 1920 px', '120 s loop', '10 s slots'];
/** A Monday in Brussels, which is two hours ahead of UTC then. */
const at = (utc: string) => Date.parse(`2026-06-01T${utc}Z`);

test('returns whether a screen is open in the time zone of its publication', () => {
  expect(screenFacts(screen, 'Europe/Brussels', at('07:00'))).toEqual([...known, 'Open until 18:00']);
  expect(screenFacts(screen, 'Europe/Brussels', at('06:59'))).toEqual([...known, 'Closed']);
  expect(screenFacts(screen, 'Europe/Brussels', at('16:00'))).toEqual([...known, 'Closed']);
  const always = { ...screen, openingHours: [{ days: [], fromMinute: 0, toMinute: 1_440 }] };
  expect(screenFacts(always, 'Europe/Brussels', at('23:00'))).toEqual([...known, 'Open']);
});

test('starts with the store and its zone', () => {
  const inStore = { ...screen, store: 'Gent-Zuid', zone: 'checkout' as const, openingHours: [] };
  expect(screenFacts(inStore, 'UTC', 0)).toEqual(['Gent-Zuid', 'Checkout', ...known]);
});

test('omits unknown facts', () => {
  expect(screenFacts(null, 'UTC', 0)).toEqual([]);
  expect(screenFacts({ width: 3, loopSeconds: null, venueTypes: [], openingHours: [] }, 'UTC', 0)).toEqual([]);
});

test('returns the map URL of the coordinates, or null without coordinates', () => {
  expect(mapUrlOf(screen)).toBe('https://www.openstreetmap.org/?mlat=50.85&mlon=-4.35#map=17/50.85/-4.35');
  expect(mapUrlOf({ ...screen, geo: null })).toBeNull();
});
