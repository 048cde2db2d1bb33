import { createTrafficCurve, observeHour, type TrafficCurve } from '../../core/pacing/traffic-curve.ts';
import { hourMs } from '../../core/time/durations.ts';

/** An hour of which less was seen teaches nothing: a few seconds may be anything. */
const leastObservedMs = 60_000;
/** What the first requests of a position are taken to have come in, at least: the first one is no flood. */
const leastSpanMs = 2_000;

/** What is known of the requests of one position. */
export type PositionTraffic = {
  readonly curve: TrafficCurve;
  /** The hour that is being counted, in hours since the epoch, with the requests and the time of it that were seen. */
  hour: number;
  requests: number;
  observedMs: number;
};

/** The traffic of all positions that were ever asked for. */
export type Traffic = Map<number, PositionTraffic>;

/** An hour of a position that is over, of which enough was seen. */
export type PastHour = {
  readonly positionId: number;
  /** Hours since the epoch. */
  readonly hour: number;
  /** Of the whole hour, by the part of it that was seen. */
  readonly requests: number;
};

/**
 * Time has passed, in which these requests came.
 * @returns the hours that are over with it
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
 * The curve to predict from. A position whose first whole hour is not over has the requests of this hour, as if all
 * hours were like what was seen of it.
 */
export function curveOf(known: PositionTraffic): TrafficCurve {
  const { curve, requests, observedMs } = known;
  if (curve.hours.some((usual) => !Number.isNaN(usual))) return curve;
  const guessed = createTrafficCurve();
  guessed.hours.fill((requests * hourMs) / Math.max(leastSpanMs, observedMs));
  return guessed;
}

/** Requests of the hour that is over; null: too little of it was seen. */
function beginHour(known: PositionTraffic, hour: number): number | null {
  const { curve, requests, observedMs } = known;
  const came = observedMs < leastObservedMs ? null : (requests * hourMs) / Math.min(hourMs, observedMs);
  if (came !== null) observeHour(curve, known.hour, came);
  known.hour = hour;
  known.requests = 0;
  known.observedMs = 0;
  return came;
}
