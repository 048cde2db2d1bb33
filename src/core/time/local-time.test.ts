import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localClock, localDayAt, UnknownTimeZoneError } from './local-time.ts';

function shown(timeZone: string, instant: string): string {
  const { weekday, minuteOfDay } = localClock(timeZone).momentAt(Date.parse(instant));
  const hours = String(Math.floor(minuteOfDay / 60)).padStart(2, '0');
  return `${weekday} ${hours}:${String(minuteOfDay % 60).padStart(2, '0')}`;
}

test('the epoch is a Thursday, 05:30 in Kathmandu', () => {
  expect(shown('UTC', '1970-01-01T00:00:00Z')).toBe('thu 00:00');
  expect(shown('Asia/Kathmandu', '1970-01-01T00:00:00Z')).toBe('thu 05:30');
  expect(shown('Asia/Kathmandu', '2026-11-02T18:15:00Z')).toBe('tue 00:00');
});

test('Brussels jumps from 01:59 to 03:00 in March and repeats 02:00 to 02:59 in October', () => {
  expect(shown('Europe/Brussels', '2026-03-29T00:59:59.999Z')).toBe('sun 01:59');
  expect(shown('Europe/Brussels', '2026-03-29T01:00:00Z')).toBe('sun 03:00');
  expect(shown('Europe/Brussels', '2026-10-25T00:59:59.999Z')).toBe('sun 02:59');
  expect(shown('Europe/Brussels', '2026-10-25T01:00:00Z')).toBe('sun 02:00');
});

test('New York jumps in March and repeats an hour in November', () => {
  expect(shown('America/New_York', '2026-03-08T06:59:59.999Z')).toBe('sun 01:59');
  expect(shown('America/New_York', '2026-03-08T07:00:00Z')).toBe('sun 03:00');
  expect(shown('America/New_York', '2026-11-01T05:59:59.999Z')).toBe('sun 01:59');
  expect(shown('America/New_York', '2026-11-01T06:00:00Z')).toBe('sun 01:00');
});

test('Lord Howe shifts by half an hour', () => {
  expect(shown('Australia/Lord_Howe', '2026-10-03T15:29:59.999Z')).toBe('sun 01:59');
  expect(shown('Australia/Lord_Howe', '2026-10-03T15:30:00Z')).toBe('sun 02:30');
  expect(shown('Australia/Lord_Howe', '2026-04-04T14:59:59.999Z')).toBe('sun 01:59');
  expect(shown('Australia/Lord_Howe', '2026-04-04T15:00:00Z')).toBe('sun 01:30');
});

test('instants before the epoch have the correct weekday', () => {
  expect(shown('UTC', '1969-12-31T23:59:59.999Z')).toBe('wed 23:59');
});

test('an unknown time zone throws UnknownTimeZoneError', () => {
  expect(() => localClock('Mars/Olympus')).toThrow(UnknownTimeZoneError);
  expect(() => localClock('')).toThrow(UnknownTimeZoneError);
});

const zones = [
  'Europe/Brussels',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Pacific/Apia',
];
const oracles = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
);

test('every instant equals the local time of Intl, for any order of calls on one clock', () => {
  const clocks = new Map(zones.map((timeZone) => [timeZone, localClock(timeZone)]));
  const instant = fc.integer({ min: Date.parse('1975-01-01T00:00:00Z'), max: Date.parse('2060-01-01T00:00:00Z') });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      instant,
      fc.integer({ min: -5_400_000, max: 5_400_000 }),
      (zone, at, near) => {
        for (const instantMs of [at, at + near, at]) {
          const parts = oracles.get(zone)?.formatToParts(instantMs) ?? [];
          const text = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
          expect(clocks.get(zone)?.momentAt(instantMs)).toMatchObject({
            weekday: text('weekday').toLowerCase(),
            minuteOfDay: Number(text('hour')) * 60 + Number(text('minute')),
          });
        }
      },
    ),
    { numRuns: 3000, seed: 20261121 },
  );
});

test.each([
  ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21T18:14:59.999Z', '2026-11-20T18:15:00.000Z', '2026-11-21T18:15:00.000Z'],
  ['Europe/Brussels', '2026-10-25T12:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['Europe/Brussels', '2026-03-29T00:30:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  // Clocks went from 24:00 to 01:00, so the day had no midnight.
  ['America/Sao_Paulo', '2018-11-04T12:00:00.000Z', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
])('the local day in %s of %s', (timeZone, instant, from, to) => {
  const { fromMs, toMs } = localDayAt(localClock(timeZone), Date.parse(instant));
  expect([new Date(fromMs).toISOString(), new Date(toMs).toISOString()]).toEqual([from, to]);
});
