import type { DayPart } from '../../time/day-part.ts';
import { minuteMs } from '../../time/durations.ts';
import type { LocalClock, LocalMoment } from '../../time/local-time.ts';
import type { Weekday } from '../../vocabulary/statuses.ts';
import { concernedByWallClock, refusedAllHour, type WallClockTerms } from '../eligible.ts';
import type { TimeSpan } from '../rules/rule.ts';
import { dayPartHolds, includesDay } from './schedule.ts';

/**
 * Returns the wall-clock rules that may reject a candidate in one hour, as a set: empty if they reject it at no minute
 * of the hour, with `refusedAllHour` if they do at every minute.
 */
export type HourSchedule = (candidate: WallClockTerms) => number;

/** Maximum number of cached schedules. Bookings have few different schedules. */
const mostKept = 10_000;

/** Schedule for an unknown wall clock: all wall-clock rules of the candidate. */
export const scheduleOfAnyClock: HourSchedule = concernedByWallClock;

const keptByClock = new WeakMap<LocalClock, { readonly fromMs: number; readonly schedule: HourSchedule }>();

/** Returns the schedule of a clock in a span of one hour. Cached until another hour is requested. */
export function hourScheduleOf(clock: LocalClock, span: TimeSpan): HourSchedule {
  const known = keptByClock.get(clock);
  if (known?.fromMs === span.fromMs) return known.schedule;
  const schedule = createHourSchedule(clock, span);
  keptByClock.set(clock, { fromMs: span.fromMs, schedule });
  return schedule;
}

/** Days and dayparts begin and end at full minutes, so checking the minutes of the hour is sufficient. */
function createHourSchedule(clock: LocalClock, { fromMs, toMs }: TimeSpan): HourSchedule {
  const minutes: LocalMoment[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += minuteMs) minutes.push(clock.momentAt(atMs));
  // Equal lists of a snapshot are the same object.
  const kept = new Map<readonly DayPart[], Map<readonly Weekday[], number>>();

  function rulesOf(candidate: WallClockTerms): number {
    const { activeDays, dayParts } = candidate.booking;
    const allowed = minutes.filter((local) => allows(activeDays, dayParts, local)).length;
    if (allowed === minutes.length) return 0;
    const concerned = concernedByWallClock(candidate);
    return allowed === 0 ? concerned | refusedAllHour : concerned;
  }
  return (candidate) => {
    const { activeDays, dayParts } = candidate.booking;
    if (activeDays.length === 0 && dayParts.length === 0) return 0;
    const ofParts = kept.get(dayParts) ?? new Map<readonly Weekday[], number>();
    const known = ofParts.get(activeDays);
    if (known !== undefined) return known;
    const rules = rulesOf(candidate);
    if (kept.size >= mostKept) kept.clear();
    kept.set(dayParts, ofParts.set(activeDays, rules));
    return rules;
  };
}

function allows(activeDays: readonly Weekday[], dayParts: readonly DayPart[], local: LocalMoment): boolean {
  return (
    includesDay(activeDays, local) && (dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)))
  );
}
