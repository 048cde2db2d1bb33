import { dayPartHolds, includesDay } from '../../core/decision/tables/schedule.ts';
import { predictRequests, type TrafficCurve } from '../../core/pacing/traffic-curve.ts';
import type { DayPart } from '../../core/time/day-part.ts';
import { hourMs } from '../../core/time/durations.ts';
import { type LocalClock, localClock } from '../../core/time/local-time.ts';
import type { Weekday } from '../../core/vocabulary/statuses.ts';
import { curveOf, type Traffic } from './traffic.ts';

/** Schedule of a booking, in the time zone of the publication. */
export type WeeklySchedule = { readonly activeDays: readonly Weekday[]; readonly dayParts: readonly DayPart[] };

export type PositionAndTime = {
  readonly positionId: number;
  readonly timeZone: string;
  readonly schedule: WeeklySchedule;
  /** Epoch ms, inclusive and exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
};

/** Returns the expected requests of a position within the schedule of a booking. */
export type RequestForecast = (wanted: PositionAndTime) => number;

const quarterMs = hourMs / 4;
const hoursPerWeek = 168;
const clocks = new Map<string, LocalClock>();

/** Creates a forecast from the current data. Results are cached. */
export function createForecast(traffic: Traffic, nowMs: number): RequestForecast {
  const curves = new Map<string, TrafficCurve>();
  const masks = new Map<string, Float64Array | null>();
  const answers = new Map<string, number>();

  return ({ positionId, timeZone, schedule, fromMs, toMs }) => {
    const scheduleKey = isAlways(schedule) ? '' : `${timeZone} ${JSON.stringify(schedule)}`;
    const key = `${positionId} ${fromMs} ${toMs} ${scheduleKey}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const requests = predictRequests(maskedCurve(positionId, timeZone, schedule, scheduleKey), fromMs, toMs);
    answers.set(key, requests);
    return requests;
  };

  function maskedCurve(
    positionId: number,
    timeZone: string,
    schedule: WeeklySchedule,
    scheduleKey: string,
  ): TrafficCurve {
    const key = `${positionId} ${scheduleKey}`;
    let curve = curves.get(key);
    if (curve === undefined) {
      const found = traffic.get(positionId);
      curve = masked(found === undefined ? emptyCurve : curveOf(found), maskOf(timeZone, schedule, scheduleKey));
      curves.set(key, curve);
    }
    return curve;
  }

  function maskOf(timeZone: string, schedule: WeeklySchedule, scheduleKey: string): Float64Array | null {
    if (scheduleKey === '') return null;
    let mask = masks.get(scheduleKey);
    if (mask === undefined) {
      mask = weekMask(timeZone, schedule, nowMs);
      masks.set(scheduleKey, mask);
    }
    return mask;
  }
}

/** Reports whether a schedule includes an instant (epoch ms) in a time zone. */
export function isScheduled({ activeDays, dayParts }: WeeklySchedule, timeZone: string, atMs: number): boolean {
  const local = clockOf(timeZone).momentAt(atMs);
  return (
    includesDay(activeDays, local) && (dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)))
  );
}

const emptyCurve: TrafficCurve = { hours: new Float64Array(hoursPerWeek), level: 1 };

function isAlways({ activeDays, dayParts }: WeeklySchedule): boolean {
  return activeDays.length === 0 && dayParts.length === 0;
}

/**
 * Returns for each hour of the week (UTC, as in a curve) the part that the schedule includes, in the week that starts
 * now.
 */
function weekMask(timeZone: string, schedule: WeeklySchedule, nowMs: number): Float64Array {
  const mask = new Float64Array(hoursPerWeek);
  const firstHour = Math.floor(nowMs / hourMs);
  for (let hour = firstHour; hour < firstHour + hoursPerWeek; hour += 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      // Middle of a quarter-hour, because schedules and time zones change at its edges.
      const atMs = hour * hourMs + (quarter + 0.5) * quarterMs;
      if (isScheduled(schedule, timeZone, atMs))
        mask[hour % hoursPerWeek] = (mask[hour % hoursPerWeek] as number) + 0.25;
    }
  }
  return mask;
}

function masked(curve: TrafficCurve, mask: Float64Array | null): TrafficCurve {
  if (mask === null) return curve;
  const seen = curve.hours.filter((requests) => !Number.isNaN(requests));
  const mean = seen.length === 0 ? 0 : seen.reduce((sum, requests) => sum + requests, 0) / seen.length;
  // An hour without data counts as the mean of all others, before the mask is applied.
  const hours = curve.hours.map(
    (requests, hour) => (Number.isNaN(requests) ? mean : requests) * (mask[hour] as number),
  );
  return { hours, level: curve.level };
}

function clockOf(timeZone: string): LocalClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = localClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}
