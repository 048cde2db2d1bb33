import { createTrafficCurve, expectedWeek, observeHour, type TrafficCurve } from './traffic-curve.ts';

const hoursPerDay = 24;
const hoursPerWeek = 168;
/** Of the last day, as many hours have to have been seen before its level says something. */
const leastHours = 12;
const levelRange = { least: 0.05, most: 20 } as const;

/**
 * What is known of the requests of a position for days to come: the usual week of the pacing, at the level of the last day. The
 * pacing goes by the last hours, which tell more of the next hour and less of a whole day.
 * Source: docs/decisions/0096-forecasts.md.
 */
export type DailyCurve = {
  readonly curve: TrafficCurve;
  /** Of the last 24 hours, by hour of the day (UTC): what came, and what was usual before it came; NaN: not seen. */
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
 * Takes in a whole hour.
 * @param hour hours since the epoch
 * @param requests in it; NaN: not seen
 */
export function observeRecorded({ curve, came, usual }: DailyCurve, hour: number, requests: number): void {
  const place = hour % hoursPerDay;
  came[place] = requests;
  usual[place] = curve.hours[hour % hoursPerWeek] as number;
  if (!Number.isNaN(requests)) observeHour(curve, hour, requests);
}

/** Requests that are to be expected in each hour of the week, as `expectedWeek` gives them. */
export function expectedDays({ curve, came, usual }: DailyCurve): Float64Array {
  let hours = 0;
  let sumCame = 0;
  let sumUsual = 0;
  for (let place = 0; place < hoursPerDay; place += 1) {
    const both = (came[place] as number) + (usual[place] as number);
    if (Number.isNaN(both)) continue;
    hours += 1;
    sumCame += came[place] as number;
    sumUsual += usual[place] as number;
  }
  if (hours < leastHours || sumUsual === 0) return expectedWeek(curve);
  const level = Math.min(levelRange.most, Math.max(levelRange.least, sumCame / sumUsual));
  return expectedWeek({ hours: curve.hours, level });
}
