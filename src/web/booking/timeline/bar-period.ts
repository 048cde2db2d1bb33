import type { Booking, BookingPatch } from '../../../client/generated/types.gen.ts';
import { instantOf, wallTimeOf } from '../../ui/time/zoned-time.ts';
import type { TimeRange } from './time-range.ts';

/** The period of a booking in local time, epoch ms as if it were UTC. The end is exclusive; null: none. */
export type BarPeriod = { readonly startMs: number; readonly endMs: number | null };

/** What a drag or a key changes. */
export type BarEdit = 'move' | 'start' | 'end';

/** A period as fractions of the visible range. */
export type BarGeometry = {
  readonly left: number;
  readonly width: number;
  /** Whether it continues outside the range. */
  readonly isCutAtStart: boolean;
  readonly isCutAtEnd: boolean;
};

/** The period after a change. A period never becomes shorter than one step, and an open end cannot be changed. */
export function changedPeriod(
  { startMs, endMs }: BarPeriod,
  { edit, byMs, stepMs }: { readonly edit: BarEdit; readonly byMs: number; readonly stepMs: number },
): BarPeriod {
  if (edit === 'move') return { startMs: startMs + byMs, endMs: endMs === null ? null : endMs + byMs };
  if (edit === 'start') {
    const latest = endMs === null ? Number.POSITIVE_INFINITY : Math.max(startMs, endMs - stepMs);
    return { startMs: Math.min(startMs + byMs, latest), endMs };
  }
  if (endMs === null) return { startMs, endMs };
  return { startMs, endMs: Math.max(endMs + byMs, Math.min(endMs, startMs + stepMs)) };
}

/** The geometry of a period in the visible range. null: outside. */
export function geometryOf({ startMs, endMs }: BarPeriod, { fromMs, toMs }: TimeRange): BarGeometry | null {
  const end = endMs ?? Number.POSITIVE_INFINITY;
  if (startMs >= toMs || end <= fromMs) return null;
  const left = Math.max(startMs, fromMs);
  const right = Math.min(end, toMs);
  const span = toMs - fromMs;
  return {
    left: (left - fromMs) / span,
    width: (right - left) / span,
    isCutAtStart: startMs < fromMs,
    isCutAtEnd: end > toMs,
  };
}

/** The period of a booking in its time zone. */
export function barPeriodOf({ startDate, endDate, timeZones }: Booking): BarPeriod {
  const local = (instant: string) => Date.parse(`${wallTimeOf(instant, zoneOf(timeZones)).replace(' ', 'T')}Z`);
  return { startMs: local(startDate), endMs: endDate === null ? null : local(endDate) };
}

/** The dates that change a booking to a period. Unchanged dates keep their exact time. */
export function datesOf(booking: Booking, { startMs, endMs }: BarPeriod): Pick<Booking, 'startDate' | 'endDate'> {
  const now = barPeriodOf(booking);
  const instant = (ms: number) =>
    instantOf(new Date(ms).toISOString().slice(0, 19).replace('T', ' '), zoneOf(booking.timeZones));
  return {
    startDate: startMs === now.startMs ? booking.startDate : instant(startMs),
    endDate: endMs === now.endMs || endMs === null ? booking.endDate : instant(endMs),
  };
}

/** The change that stores new dates, and the change that restores the present ones. Both contain only what differs. */
export function dateChange(
  booking: Booking,
  dates: Pick<Booking, 'startDate' | 'endDate'>,
): { readonly change: BookingPatch; readonly undo: BookingPatch } {
  const startDiffers = dates.startDate !== booking.startDate;
  const endDiffers = dates.endDate !== booking.endDate;
  const part = ({ startDate, endDate }: Pick<Booking, 'startDate' | 'endDate'>): BookingPatch => ({
    ...(startDiffers ? { startDate } : {}),
    ...(endDiffers ? { endDate } : {}),
  });
  return { change: part(dates), undo: part(booking) };
}

function zoneOf(timeZones: readonly string[]): string {
  return timeZones[0] ?? 'UTC';
}
