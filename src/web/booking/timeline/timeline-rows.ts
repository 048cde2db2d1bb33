import type { BookingTimeline } from '../../../client/generated/types.gen.ts';
import type { BarPeriod } from './bar-period.ts';
import { geometryOf } from './bar-period.ts';
import type { TimeRange } from './time-range.ts';

type Group = BookingTimeline['groups'][number];

/** A row with the name of a group, or with one of its bookings. */
export type GroupRow = { readonly kind: 'group'; readonly group: Group; readonly count: number };
export type BookingBarRow = {
  readonly kind: 'booking';
  readonly id: number;
  readonly name: string;
  readonly status: BookingTimeline['statuses'][number];
  readonly health: BookingTimeline['healths'][number];
  readonly period: BarPeriod;
};
export type TimelineRow = GroupRow | BookingBarRow;

/**
 * The rows of a timeline: each group, followed by its bookings of the visible range by start. Empty groups are omitted.
 * Groups with a critical booking are first, then those with a booking at risk.
 */
export function timelineRowsOf(timeline: BookingTimeline, range: TimeRange): readonly TimelineRow[] {
  const bookings = timeline.ids.map((_, index) => bookingRow(timeline, index, range));
  const groups = timeline.groups.flatMap((group) => {
    const visible = group.bookings.flatMap((index) => bookings[index] ?? []);
    return visible.length === 0 ? [] : [{ group, visible, urgency: urgencyOf(visible) }];
  });
  return groups
    .sort((one, other) => one.urgency - other.urgency)
    .flatMap(({ group, visible }) => [{ kind: 'group' as const, group, count: visible.length }, ...visible]);
}

/** The order of a group: 0 for a critical booking, 1 for a booking at risk, 2 for others. */
function urgencyOf(bookings: readonly BookingBarRow[]): number {
  if (bookings.some(({ health }) => health === 'critical')) return 0;
  return bookings.some(({ health }) => health === 'at_risk') ? 1 : 2;
}

/** Whether the row of a group shows availability. */
export function hasAvailability({ kind }: Group): boolean {
  return kind === 'position';
}

function bookingRow(
  { ids, names, starts, ends, statuses, healths }: BookingTimeline,
  index: number,
  range: TimeRange,
): BookingBarRow | null {
  const end = ends[index] ?? null;
  const period = { startMs: Date.parse(`${starts[index]}Z`), endMs: end === null ? null : Date.parse(`${end}Z`) };
  if (geometryOf(period, range) === null) return null;
  return {
    kind: 'booking',
    id: ids[index] ?? 0,
    name: names[index] ?? '',
    status: statuses[index] ?? 'draft',
    health: healths[index] ?? 'ok',
    period,
  };
}

/** The index of the next booking in a direction, `count` bookings further. The last one before the end of the list. */
export function nextBooking(rows: readonly TimelineRow[], from: number, count: number): number {
  const direction = Math.sign(count);
  let found = from;
  let left = Math.abs(count);
  for (let index = from + direction; index >= 0 && index < rows.length && left > 0; index += direction) {
    if (rows[index]?.kind !== 'booking') continue;
    found = index;
    left -= 1;
  }
  return found;
}
