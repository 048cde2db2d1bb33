import { type Weekday, weekdays } from '../vocabulary/statuses.ts';
import { dayMs, minuteMs } from './durations.ts';

/** Local time of an instant. */
export type LocalMoment = {
  readonly weekday: Weekday;
  /** Minutes since local midnight, 0..1439. */
  readonly minuteOfDay: number;
  /** Number of the local day; 0 is 1970-01-01. */
  readonly day: number;
};

/** Local clock of one time zone. Equal instants (epoch ms) give equal moments. */
export type LocalClock = {
  readonly timeZone: string;
  readonly momentAt: (instantMs: number) => LocalMoment;
};

/** The time zone is unknown on this machine: not an IANA name. */
export class UnknownTimeZoneError extends Error {}

/**
 * Creates the clock of an IANA time zone. Calls to Intl take microseconds, so the last result is cached for its
 * quarter-hour (UTC). Since 1972, the end of local mean time in Liberia, all zones have changed their offset only at
 * quarter-hours. The cache never affects a result.
 * @example localClock('Asia/Kathmandu').momentAt(0) // { weekday: 'thu', minuteOfDay: 330, day: 0 }, then at +05:30
 */
export function localClock(timeZone: string): LocalClock {
  const format = offsetFormat(timeZone);
  let keptQuarter = Number.NaN;
  let keptOffsetMs = 0;
  const momentAt = (instantMs: number): LocalMoment => {
    const quarter = Math.floor(instantMs / quarterMs);
    if (quarter !== keptQuarter) {
      keptOffsetMs = offsetMsAt(format, quarter * quarterMs);
      keptQuarter = quarter;
    }
    const localMinutes = Math.floor((instantMs + keptOffsetMs) / minuteMs);
    const day = Math.floor(localMinutes / minutesPerDay);
    const weekday = weekdays[(((day + weekdayOfEpoch) % 7) + 7) % 7];
    if (weekday === undefined) throw new RangeError(`not a valid instant: ${instantMs}`);
    return { weekday, minuteOfDay: localMinutes - day * minutesPerDay, day };
  };
  return Object.freeze({ timeZone, momentAt });
}

/** Returns `clock.momentAt(instantMs)`, evaluated on first access. Most decisions do not need it. */
export function laterMoment(clock: LocalClock, instantMs: number): LocalMoment {
  return new LaterMoment(clock, instantMs);
}

class LaterMoment implements LocalMoment {
  readonly #clock: LocalClock;
  readonly #instantMs: number;
  #moment: LocalMoment | null = null;

  constructor(clock: LocalClock, instantMs: number) {
    this.#clock = clock;
    this.#instantMs = instantMs;
  }

  get weekday(): Weekday {
    return this.#found().weekday;
  }

  get minuteOfDay(): number {
    return this.#found().minuteOfDay;
  }

  get day(): number {
    return this.#found().day;
  }

  #found(): LocalMoment {
    this.#moment ??= this.#clock.momentAt(this.#instantMs);
    return this.#moment;
  }
}

/**
 * Returns the local day of an instant, from its first instant (inclusive) to that of the next day (exclusive), epoch
 * ms. 23 to 25 hours long if clocks change.
 * @example localDayAt(localClock('Europe/Brussels'), Date.parse('2026-10-25T12:00Z')) // 22:00Z the day before to
 * 23:00Z
 */
export function localDayAt(clock: LocalClock, instantMs: number): { readonly fromMs: number; readonly toMs: number } {
  const { day } = clock.momentAt(instantMs);
  const isInDay = (quarter: number) => clock.momentAt(quarter * quarterMs).day === day;
  let first = Math.floor(instantMs / quarterMs);
  let last = first;
  // Clocks change at quarter-hours, so days begin at them.
  while (isInDay(first - 1)) first -= 1;
  while (isInDay(last + 1)) last += 1;
  return { fromMs: first * quarterMs, toMs: (last + 1) * quarterMs };
}

/**
 * Returns the local date of an instant. @example localDateAt(localClock('Asia/Tokyo'), Date.parse('2026-11-22T20:00Z'))
 * // '2026-11-23'
 */
export function localDateAt(clock: LocalClock, instantMs: number): string {
  return new Date(clock.momentAt(instantMs).day * dayMs).toISOString().slice(0, 10);
}

/** Returns an arbitrary instant of a local date. @param date a calendar date such as 2026-11-22 */
export function instantOfDate(clock: LocalClock, date: string): number {
  const noonMs = Date.parse(`${date}T12:00:00Z`);
  // East of UTC+12, noon UTC is on the next day.
  return localDateAt(clock, noonMs) === date ? noonMs : noonMs - dayMs / 2;
}

/** Formats minutes since midnight, 0..1440. @example minuteText(75) // '01:15' */
export function minuteText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const quarterMs = 15 * minuteMs;
const minutesPerDay = 1440;
/** 1970-01-01 was a Thursday: index in `weekdays`. */
const weekdayOfEpoch = 3;

/** Cache per time zone, of which there are a few hundred. Creating a format is slow and takes about 50 KB. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
    return format;
  } catch (cause) {
    throw new UnknownTimeZoneError(`unknown time zone ${JSON.stringify(timeZone)}`, { cause });
  }
}

/** Intl formats the offset as `GMT`, `GMT+05:45` or, before 1972, `GMT-00:44:30`. */
function offsetMsAt(format: Intl.DateTimeFormat, instantMs: number): number {
  const name = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name);
  if (match === null) throw new UnknownTimeZoneError(`cannot parse the time zone offset ${JSON.stringify(name)}`);
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}
