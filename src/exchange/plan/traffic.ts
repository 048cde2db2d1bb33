import { createTrafficCurve, observeHour, type TrafficCurve } from '../../core/pacing/traffic-curve.ts';
import { hourMs } from '../../core/time/durations.ts';

/** Minimum observed part of an hour. A shorter part is not representative. */
const leastObservedMs = 60_000;
/**
 * Minimum assumed duration of the first requests of a position, so that a single request does not extrapolate to a
 * flood.
 */
const leastSpanMs = 2_000;

/** Learned traffic of one position. */
export type PositionTraffic = {
  readonly curve: TrafficCurve;
  /** The current hour, in hours since the epoch, with its observed requests and time. */
  hour: number;
  requests: number;
  observedMs: number;
};

/** Traffic of all positions with requests. */
export type Traffic = Map<number, PositionTraffic>;

/** A completed, sufficiently observed hour of a position. */
export type PastHour = {
  readonly positionId: number;
  /** Hours since the epoch. */
  readonly hour: number;
  /** Extrapolated to the whole hour from the observed part. */
  readonly requests: number;
};

/**
 * Adds the requests of an elapsed period.
 * @returns the hours completed by it
 */
export function observe(
  traffic: Traffic,
  requests: ReadonlyMap<number, number>,
  { nowMs, elapsedMs }: { readonly nowMs: number; readonly elapsedMs: number },
): readonly PastHour[] {
  const hour = Math.floor(nowMs / hourMs);
  const over: PastHour[] = [];
  for (const [positionId, known] of traffic) {
    if (known.hour !== hour) {
      const { hour: past } = known;
      const came = beginHour(known, hour);
      if (came !== null) over.push({ positionId, hour: past, requests: came });
    }
    known.observedMs += elapsedMs;
    known.requests += requests.get(positionId) ?? 0;
  }
  for (const [positionId, count] of requests) {
    if (traffic.has(positionId)) continue;
    traffic.set(positionId, { curve: createTrafficCurve(), hour, requests: count, observedMs: elapsedMs });
  }
  return over;
}

/**
 * Returns the curve for predictions. During its first hour, a position uses the extrapolated requests of this hour for
 * all hours.
 */
export function curveOf(known: PositionTraffic): TrafficCurve {
  const { curve, requests, observedMs } = known;
  if (curve.hours.some((usual) => !Number.isNaN(usual))) return curve;
  const guessed = createTrafficCurve();
  guessed.hours.fill((requests * hourMs) / Math.max(leastSpanMs, observedMs));
  return guessed;
}

/** Returns the requests of the completed hour; null: too little of it was observed. */
function beginHour(known: PositionTraffic, hour: number): number | null {
  const { curve, requests, observedMs } = known;
  const came = observedMs < leastObservedMs ? null : (requests * hourMs) / Math.min(hourMs, observedMs);
  if (came !== null) observeHour(curve, known.hour, came);
  known.hour = hour;
  known.requests = 0;
  known.observedMs = 0;
  return came;
}
