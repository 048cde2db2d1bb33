import { expect, test } from 'vitest';
import { localClock } from './local-time.ts';
import { movedTime } from './moved-time.ts';

const moved = (zone: string, time: string, from: string, to: string) =>
  new Date(
    movedTime(localClock(zone), Date.parse(time), { fromMs: Date.parse(from), toMs: Date.parse(to) }),
  ).toISOString();

test.each([
  ['UTC', '2027-03-12T00:00:00Z', '2027-03-02T00:00:00Z', '2027-04-01T00:00:00Z', '2027-04-11T00:00:00.000Z'],
  // Clocks change between the original dates.
  [
    'Europe/Brussels',
    '2027-04-16T00:00:00+02:00',
    '2027-03-01T00:00:00+01:00',
    '2027-06-01T00:00:00+02:00',
    '2027-07-16T22:00:00.000Z',
  ],
  // Clocks change between the new dates.
  [
    'Europe/Brussels',
    '2027-07-17T00:00:00+02:00',
    '2027-06-01T00:00:00+02:00',
    '2027-10-01T00:00:00+02:00',
    '2027-11-15T23:00:00.000Z',
  ],
  [
    'America/New_York',
    '2027-03-20T09:30:15-04:00',
    '2027-03-01T00:00:00-05:00',
    '2027-02-01T00:00:00-05:00',
    '2027-02-20T14:30:15.000Z',
  ],
  // 28 March 02:30 does not exist.
  [
    'Europe/Brussels',
    '2027-01-02T02:30:00+01:00',
    '2027-01-01T00:00:00+01:00',
    '2027-03-27T00:00:00+01:00',
    '2027-03-28T01:30:00.000Z',
  ],
])('in %s, %s moves with %s to %s', (zone, time, from, to, expected) => {
  expect(moved(zone, time, from, to)).toBe(expected);
});
