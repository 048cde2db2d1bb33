import { hourMs } from '../time/durations.ts';

const hoursPerWeek = 168;
/** How far one hour moves what is known of its hour of the week: three weeks make most of it. */
const seasonStep = 0.3;
/** How far one hour moves the level: a step of the traffic is most of it known after a working day. */
const levelStep = 0.25;
const levelRange = { least: 0.05, most: 20 } as const;

/** What is known of the eligible requests of a position: a usual week, and how the last hours compare with it. */
export type TrafficCurve = {
  /** Requests of each hour of the week (UTC, hour 0 begins Thursday 00:00, as the epoch does); NaN: not seen yet. */
  readonly hours: Float64Array;
  /** What the usual week is multiplied by now. */
  level: number;
};

export function createTrafficCurve(): TrafficCurve {
  return { hours: new Float64Array(hoursPerWeek).fill(Number.NaN), level: 1 };
}

/**
 * Takes in a whole hour.
 * @param hour hours since the epoch
 * @param requests eligible requests in it, 0 or more
 */
export function observeHour(curve: TrafficCurve, hour: number, requests: number): void {
  const place = hour % hoursPerWeek;
  const usual = curve.hours[place] as number;
  if (Number.isNaN(usual)) {
    curve.hours[place] = requests / curve.level;
    return;
  }
  if (usual > 0) {
    const level = curve.level + levelStep * (requests / usual - curve.level);
    curve.level = Math.min(levelRange.most, Math.max(levelRange.least, level));
  }
  curve.hours[place] = usual + seasonStep * (requests - usual);
}

/**
 * Requests that are to be expected from an instant (included) to another (excluded), epoch ms; hours that were never seen
 * count as the mean of the others.
 */
export function predictRequests(curve: TrafficCurve, fromMs: number, toMs: number): number {
  const week = expectedWeek(curve);
  const perWeek = week.reduce((sum, requests) => sum + requests, 0);
  const wholeWeeks = Math.max(0, Math.floor((toMs - fromMs) / (hoursPerWeek * hourMs)));
  let requests = wholeWeeks * perWeek;
  let at = fromMs + wholeWeeks * hoursPerWeek * hourMs;
  while (at < toMs) {
    const hour = Math.floor(at / hourMs);
    const until = Math.min(toMs, (hour + 1) * hourMs);
    requests += ((week[hour % hoursPerWeek] as number) * (until - at)) / hourMs;
    at = until;
  }
  return requests;
}

/**
 * Requests that are to be expected in each hour of the week, by the place that `hours` of the curve gives it; hours that were
 * never seen count as the mean of the others.
 */
export function expectedWeek({ hours, level }: TrafficCurve): Float64Array {
  const seen = hours.filter((requests) => !Number.isNaN(requests));
  const mean = seen.length === 0 ? 0 : seen.reduce((sum, requests) => sum + requests, 0) / seen.length;
  return hours.map((requests) => (Number.isNaN(requests) ? mean : requests) * level);
}
