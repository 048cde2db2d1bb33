import type { TargetingTree } from '../../../../contract/booking/targeting.ts';
import { dayMs, minuteMs } from '../../../../core/time/durations.ts';
import { instantOfDate, localClock, localDayAt } from '../../../../core/time/local-time.ts';
import { type Weekday, weekdays } from '../../../../core/vocabulary/statuses.ts';
import {
  anyOf,
  commaListOf,
  type DeliveryLimitation,
  type LimitationContext,
  negatedIf,
  type Translation,
} from './condition.ts';

const minutesPerDay = 1_440;
const minutesPerWeek = 7 * minutesPerDay;
/** Days of the week as in PHP: 0 is Sunday. */
const phpDays: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Translates the limitations of the group Time. Their data may end in `@` and a time zone. Default: UTC. */
export function timeCondition({ type, comparison, data }: DeliveryLimitation, context: LimitationContext): Translation {
  const at = data.lastIndexOf('@');
  const value = (at === -1 ? data : data.slice(0, at)).trim();
  const timeZone = at === -1 ? 'UTC' : data.slice(at + 1).trim() || 'UTC';
  if (value === '' || value === '00000000') return { tree: true };
  if (!isKnown(timeZone)) {
    return { unsupported: `The time zone "${timeZone}" is unknown.`, remedy: 'Correct the limitation in Revive.' };
  }
  const isNegative = comparison.startsWith('!');
  switch (type) {
    case 'Time:Date':
      return date(comparison, value, timeZone);
    case 'Time:Day':
      return weekly(daysOf(value), { timeZone, isNegative, context });
    case 'Time:Hour':
      return weekly(hoursOf(value), { timeZone, isNegative, context });
    default:
      return { unsupported: `Placard does not know the limitation ${type}.`, remedy: 'Remove it in Revive.' };
  }
}

/** A date in the form YYYYMMDD. */
function date(comparison: string, value: string, timeZone: string): Translation {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(value) ?? [];
  const utcMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(utcMs)) return { unsupported: `"${value}" is not a date.`, remedy: 'Correct it in Revive.' };
  const clock = localClock(timeZone);
  const { fromMs: startMs, toMs: nextMs } = localDayAt(clock, instantOfDate(clock, isoDate(utcMs)));
  switch (comparison) {
    case '==':
      return { startMs, endMs: nextMs };
    case '>=':
      return { startMs, endMs: null };
    case '>':
      return { startMs: nextMs, endMs: null };
    case '<=':
      return { startMs: null, endMs: nextMs };
    case '<':
      return { startMs: null, endMs: startMs };
    default:
      return {
        unsupported: 'Placard cannot exclude a single date.',
        remedy: 'Split the campaign in Revive into one before and one after the date.',
      };
  }
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Minutes of the week, Monday first, as ranges with an exclusive end. */
type WeekRange = { readonly from: number; readonly to: number };

function daysOf(value: string): readonly WeekRange[] {
  return numbersOf(value, 6).map((day) => {
    const index = weekdays.indexOf(phpDays[day] as Weekday);
    return { from: index * minutesPerDay, to: (index + 1) * minutesPerDay };
  });
}

function hoursOf(value: string): readonly WeekRange[] {
  const hours = numbersOf(value, 23);
  return weekdays.flatMap((_, day) =>
    hours.map((hour) => ({ from: day * minutesPerDay + hour * 60, to: day * minutesPerDay + hour * 60 + 60 })),
  );
}

function numbersOf(value: string, greatest: number): readonly number[] {
  const numbers = commaListOf(value)
    .filter((text) => /^\d+$/.test(text))
    .map(Number);
  return numbers.filter((number) => number <= greatest);
}

type WeeklyTerms = { readonly timeZone: string; readonly isNegative: boolean; readonly context: LimitationContext };

/** Converts parts of the week in the time zone of the limitation to that of the publications. */
function weekly(ranges: readonly WeekRange[], { timeZone, isNegative, context }: WeeklyTerms): Translation {
  if (ranges.length === 0)
    return { unsupported: 'The limitation has no valid days or hours.', remedy: 'Correct it in Revive.' };
  if (context.timeZone === null) {
    return {
      unsupported: 'The booking delivers in publications with several time zones.',
      remedy: 'Split the campaign in Revive by website, and import again.',
    };
  }
  const shift = shiftBetween(timeZone, context.timeZone);
  if (shift === null) {
    return {
      unsupported: `The limitation uses ${timeZone}, whose difference from ${context.timeZone} changes during the year.`,
      remedy: `Set the time zone of the limitation in Revive to ${context.timeZone}, and import again.`,
    };
  }
  const tree = negatedIf(isNegative, anyOf(dayPartsOf(shifted(ranges, shift))));
  if (timeZone === context.timeZone) return { tree };
  return { tree, note: `Converted from ${timeZone} to ${context.timeZone}, the time zone of the publication.` };
}

/** Returns the minutes to add to local times of one zone to get those of the other; null: they vary within the year. */
function shiftBetween(from: string, to: string): number | null {
  if (from === to) return 0;
  const [one, other] = [localClock(from), localClock(to)];
  const yearMs = Date.UTC(new Date().getUTCFullYear(), 0, 1);
  const differences = new Set(
    Array.from(
      { length: 365 },
      (_, day) => offsetAt(other, yearMs + day * dayMs) - offsetAt(one, yearMs + day * dayMs),
    ),
  );
  const [first] = differences;
  return differences.size === 1 && first !== undefined ? first : null;
}

function offsetAt(clock: ReturnType<typeof localClock>, instantMs: number): number {
  const { day, minuteOfDay } = clock.momentAt(instantMs);
  return day * minutesPerDay + minuteOfDay - Math.floor(instantMs / minuteMs);
}

function shifted(ranges: readonly WeekRange[], minutes: number): readonly WeekRange[] {
  const moved = ranges.flatMap(({ from, to }): readonly WeekRange[] => {
    const start = (((from + minutes) % minutesPerWeek) + minutesPerWeek) % minutesPerWeek;
    const end = start + (to - from);
    if (end <= minutesPerWeek) return [{ from: start, to: end }];
    return [
      { from: start, to: minutesPerWeek },
      { from: 0, to: end - minutesPerWeek },
    ];
  });
  return merged(moved);
}

function merged(ranges: readonly WeekRange[]): readonly WeekRange[] {
  const result: WeekRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}

/** Splits ranges at midnight, and joins the days that have the same part. */
function dayPartsOf(ranges: readonly WeekRange[]): readonly TargetingTree[] {
  const daysByPart = new Map<string, { fromMinute: number; toMinute: number; days: Weekday[] }>();
  for (const [day, weekday] of weekdays.entries()) {
    for (const { from, to } of ranges) {
      const fromMinute = Math.max(0, from - day * minutesPerDay);
      const toMinute = Math.min(minutesPerDay, to - day * minutesPerDay);
      if (toMinute <= fromMinute) continue;
      const key = `${fromMinute}-${toMinute}`;
      const part = daysByPart.get(key) ?? { fromMinute, toMinute, days: [] };
      part.days.push(weekday);
      daysByPart.set(key, part);
    }
  }
  return [...daysByPart.values()].map(({ days, ...part }) => ({
    dayPart: { days: days.length === weekdays.length ? [] : days, ...part },
  }));
}

function isKnown(timeZone: string): boolean {
  try {
    localClock(timeZone);
    return true;
  } catch {
    // Intl reports an unknown time zone only by throwing.
    return false;
  }
}
