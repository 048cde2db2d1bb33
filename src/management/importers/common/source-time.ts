import { isTimeZone } from '../../../contract/inventory/inventory.ts';
import { dayMs, minuteMs } from '../../../core/time/durations.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { memberNumber, memberOf, memberText, sourceRecord, sourceText } from './source-record.ts';

/** End of the years that the API accepts. */
const latestMs = Date.UTC(9998, 0, 1);

/**
 * Returns a time of the source as an instant (RFC 3339). Takes RFC 3339, a local date or time, and objects with `date`,
 * `hour`, `minute`, `second` and `timeZoneId`. null: no time.
 * @param isEnd a date without a time stands for the end of this day
 */
export function instantOfSource(value: unknown, timeZone: string, isEnd = false): string | null {
  const parts = typeof value === 'object' && value !== null ? partsOfObject(value) : partsOfText(sourceText(value));
  if (parts === null) return null;
  if (typeof parts === 'number') return textOfInstant(parts);
  const zone = parts.timeZone !== null && isTimeZone(parts.timeZone) ? parts.timeZone : timeZone;
  const [year, month, day] = parts.date;
  const localMs = Date.UTC(year, month - 1, day, ...(parts.time ?? [0, 0, 0]));
  if (!isCalendarDate(parts.date) || !(Math.abs(localMs) < latestMs)) return null;
  return textOfInstant(instantOfLocal(parts.time === null && isEnd ? localMs + dayMs : localMs, zone));
}

type Parts = {
  readonly date: readonly [number, number, number];
  readonly time: readonly [number, number, number] | null;
  readonly timeZone: string | null;
};

function partsOfObject(value: object): Parts | number | null {
  const record = sourceRecord(value);
  const date = sourceRecord(memberOf(record, 'date'));
  const [year, month, day] = [memberNumber(date, 'year'), memberNumber(date, 'month'), memberNumber(date, 'day')];
  if (year === null || month === null || day === null) return null;
  const time = [
    memberNumber(record, 'hour') ?? 0,
    memberNumber(record, 'minute') ?? 0,
    memberNumber(record, 'second') ?? 0,
  ];
  const zone = memberText(record, 'timeZoneId', 'timeZone');
  return { date: [year, month, day], time: time as unknown as Parts['time'], timeZone: zone === '' ? null : zone };
}

function partsOfText(text: string): Parts | number | null {
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : ms;
  }
  const dotNet = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text);
  if (dotNet !== null) return Number(dotNet[1]);
  const found =
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?/.exec(
      text,
    ) ??
    /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?/.exec(
      text,
    );
  if (found?.groups === undefined) return null;
  const { year, month, day, hour, minute, second } = found.groups;
  const half = /\b([ap])\.?m\.?\s*$/i.exec(text)?.[1]?.toLowerCase();
  return {
    date: [Number(year), Number(month), Number(day)],
    time: hour === undefined ? null : [hourOf(Number(hour), half), Number(minute), Number(second ?? 0)],
    timeZone: null,
  };
}

/** Returns an hour of a clock with 12 or 24 hours. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function isCalendarDate([year, month, day]: Parts['date']): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the instant of a local time. A time that clocks skip is the one after the change. */
function instantOfLocal(localMs: number, timeZone: string): number {
  const clock = localClock(timeZone);
  const offsetAt = (instantMs: number) => {
    const { day, minuteOfDay } = clock.momentAt(instantMs);
    return day * dayMs + minuteOfDay * minuteMs - Math.floor(instantMs / minuteMs) * minuteMs;
  };
  const first = localMs - offsetAt(localMs);
  return localMs - offsetAt(first);
}

function textOfInstant(ms: number): string | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return Number.isNaN(ms) || year < 1970 || year > 9998 ? null : date.toISOString().replace('.000Z', 'Z');
}
