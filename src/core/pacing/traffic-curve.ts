import { hourMs } from '../time/durations.ts';

const hoursPerWeek = 168;
/** Weight of a new hour in the learned value of its hour of the week. Three weeks determine most of it. */
const seasonStep = 0.3;
/** Weight of a new hour in the level. Most of a traffic step is learned after a working day. */
const levelStep = 0.25;
const levelRange = { least: 0.05, most: 20 } as const;

/** Learned eligible requests of a position: a usual week, and the level of the last hours relative to it. */
export type TrafficCurve = {
  /** Requests of each hour of the week (UTC; hour 0 is Thursday 00:00, as in the epoch); NaN: no data. */
  readonly hours: Float64Array;
  /** Current factor of the usual week. */
  level: number;
};

export function createTrafficCurve(): TrafficCurve {
  return { hours: new Float64Array(hoursPerWeek).fill(Number.NaN), level: 1 };
}

/**
 * Adds a complete hour.
 * @param hour hours since the epoch
 * @param requests eligible requests in the hour, 0 or more
 */
export function observeHour(curve: TrafficCurve, hour: number, requests: number): void {
  const hourIndex = hour % hoursPerWeek;
  const usual = curve.hours[hourIndex] as number;
  if (Number.isNaN(usual)) {
    curve.hours[hourIndex] = requests / curve.level;
    return;
  }
  if (usual > 0) {
    const level = curve.level + levelStep * (requests / usual - curve.level);
    curve.level = Math.min(levelRange.most, Math.max(levelRange.least, level));
  }
  curve.hours[hourIndex] = usual + seasonStep * (requests - usual);
}

/**
 * Returns the expected requests from an instant (inclusive) to another (exclusive), epoch ms. Hours without data count
 * as the mean of the others.
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
 * Returns the expected requests in each hour of the week, indexed like `hours` of the curve. Hours without data count
 * as the mean of the others.
 */
export function expectedWeek({ hours, level }: TrafficCurve): Float64Array {
  const seen = hours.filter((requests) => !Number.isNaN(requests));
  const mean = seen.length === 0 ? 0 : seen.reduce((sum, requests) => sum + requests, 0) / seen.length;
  return hours.map((requests) => (Number.isNaN(requests) ? mean : requests) * level);
}
