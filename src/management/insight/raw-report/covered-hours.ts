import { hourMs } from '../../../core/time/durations.ts';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';

/** Longest difference of a local day from the day in UTC. */
const offsetMs = 14 * hourMs;

/** Returns the hours with a file that can contain events of local days. @param to exclusive */
export function hoursOfDays(
  hours: readonly CountedHour[],
  { from, to }: { readonly from: string | null; readonly to: string | null },
): readonly CountedHour[] {
  const fromMs = from === null ? Number.NEGATIVE_INFINITY : Date.parse(`${from}T00:00:00Z`) - offsetMs;
  const toMs = to === null ? Number.POSITIVE_INFINITY : Date.parse(`${to}T00:00:00Z`) + offsetMs;
  return hours.filter(({ startMs, madeAtMs }) => madeAtMs !== null && startMs >= fromMs && startMs < toMs);
}

/**
 * Returns the time of which all events are in files: the hours up to the latest file, back to an hour with events but
 * without a file. Epoch ms, start inclusive and end exclusive. null: there is no file.
 */
export function coveredMsOf(hours: readonly CountedHour[]): { readonly from: number; readonly to: number } | null {
  const withEvents = hours
    .filter(({ events }) => events.length > 0)
    .toSorted((one, other) => one.startMs - other.startMs);
  const last = withEvents.findLastIndex(({ madeAtMs }) => madeAtMs !== null);
  if (last === -1) return null;
  const gap = withEvents.slice(0, last).findLastIndex(({ madeAtMs }) => madeAtMs === null);
  const first = withEvents[gap + 1];
  const latest = withEvents[last];
  return first === undefined || latest === undefined ? null : { from: first.startMs, to: latest.startMs + hourMs };
}
