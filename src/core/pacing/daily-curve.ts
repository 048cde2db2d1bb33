import { createTrafficCurve, expectedWeek, observeHour, type TrafficCurve } from './traffic-curve.ts';

const hoursPerDay = 24;
const hoursPerWeek = 168;
/** Minimum number of hours with data in the last day for its level to be used. */
const leastHours = 12;
const levelRange = { least: 0.05, most: 20 } as const;

/**
 * Expected requests of a position for the next days: the usual week of pacing, scaled to the level of the last day.
 * Pacing uses the last hours instead, which predict the next hour better and a whole day worse. Source:
 * docs/decisions/0096-forecasts.md.
 */
export type DailyCurve = {
  readonly curve: TrafficCurve;
  /** Last 24 hours by hour of the day (UTC): actual requests, and the expectation before them; NaN: no data. */
  readonly came: Float64Array;
  readonly usual: Float64Array;
};

export function createDailyCurve(): DailyCurve {
  return {
    curve: createTrafficCurve(),
    came: new Float64Array(hoursPerDay).fill(Number.NaN),
    usual: new Float64Array(hoursPerDay).fill(Number.NaN),
  };
}

/**
 * Adds a complete hour.
 * @param hour hours since the epoch
 * @param requests in the hour; NaN: no data
 */
export function observeRecorded({ curve, came, usual }: DailyCurve, hour: number, requests: number): void {
  const hourIndex = hour % hoursPerDay;
  came[hourIndex] = requests;
  usual[hourIndex] = curve.hours[hour % hoursPerWeek] as number;
  if (!Number.isNaN(requests)) observeHour(curve, hour, requests);
}

/** Returns the expected requests in each hour of the week, in the form of `expectedWeek`. */
export function expectedDays({ curve, came, usual }: DailyCurve): Float64Array {
  let hours = 0;
  let sumCame = 0;
  let sumUsual = 0;
  for (let hourIndex = 0; hourIndex < hoursPerDay; hourIndex += 1) {
    const both = (came[hourIndex] as number) + (usual[hourIndex] as number);
    if (Number.isNaN(both)) continue;
    hours += 1;
    sumCame += came[hourIndex] as number;
    sumUsual += usual[hourIndex] as number;
  }
  if (hours < leastHours || sumUsual === 0) return expectedWeek(curve);
  const level = Math.min(levelRange.most, Math.max(levelRange.least, sumCame / sumUsual));
  return expectedWeek({ hours: curve.hours, level });
}
