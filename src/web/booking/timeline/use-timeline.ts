import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { getAvailability, getBookingTimeline, listBookings } from '../../../client/generated/sdk.gen.ts';
import type { Booking, GetBookingTimelineData, InventoryAvailability } from '../../../client/generated/types.gen.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { client, dataOf } from '../../api/client.ts';
import { bookingQueryOf } from '../model/booking-query.ts';
import type { TimeRange } from './time-range.ts';
import type { TimelineRow } from './timeline-rows.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<GetBookingTimelineData['query']>;
export type Grouping = NonNullable<Query['groupBy']>;

/** Rows of one request for details. */
const rowsPerSlice = 50;

/** The periods of the bookings that match the filters of the address and overlap the visible range. */
export function useTimeline(values: Values, groupBy: Grouping, range: TimeRange) {
  const query = timelineQuery(values, groupBy, range);
  return useQuery({
    queryKey: ['bookings', 'timeline', query],
    queryFn: () => dataOf(getBookingTimeline({ client, query })),
    placeholderData: keepPreviousData,
  });
}

function timelineQuery(values: Values, groupBy: Grouping, { fromMs, toMs }: TimeRange): Query {
  const { from, to, ...filters } = bookingQueryOf(values);
  const { search } = values;
  // Local times are up to a day from UTC. The rows are cut at the exact range.
  const first = Math.max(fromMs - dayMs, from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from));
  const last = Math.min(toMs + dayMs, to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
  return {
    ...filters,
    ...(search === undefined ? {} : { search }),
    groupBy,
    from: new Date(first).toISOString(),
    to: new Date(Math.max(last, first + 1)).toISOString(),
  };
}

/** Complete bookings of the rows from `first` to `last`, by id. They are loaded in slices of rows. */
export function useBookingDetails(
  rows: readonly TimelineRow[],
  { first, last }: VisibleRows,
): ReadonlyMap<number, Booking> {
  const slices = slicesOf(rows, { first, last }, (row) => (row.kind === 'booking' ? row.id : null));
  return useQueries({
    queries: slices.map((id) => ({
      queryKey: ['bookings', 'slice', id],
      queryFn: () => dataOf(listBookings({ client, query: { id, limit: id.length, includeArchived: 'true' } })),
    })),
    combine: combineBookings,
  });
}

/** The availability of the positions of the group rows from `first` to `last`, by position. */
export function useAvailability(
  rows: readonly TimelineRow[],
  { first, last }: VisibleRows,
  { fromMs, toMs }: TimeRange,
): ReadonlyMap<number, PositionAvailability> {
  const slices = slicesOf(rows, { first, last }, (row) =>
    row.kind === 'group' && row.group.kind === 'position' ? row.group.id : null,
  );
  const from = dayOf(fromMs);
  const to = dayOf(Math.max(toMs, fromMs + dayMs));
  // Past days have no forecast.
  const isPast = toMs < Date.now() - dayMs;
  return useQueries({
    queries: slices.map((positionId) => ({
      queryKey: ['bookings', 'availability', positionId, from, to],
      queryFn: () => dataOf(getAvailability({ client, query: { positionId, from, to } })),
      enabled: !isPast,
    })),
    combine: combineAvailability,
  });
}

export type VisibleRows = { readonly first: number; readonly last: number };
export type PositionAvailability = InventoryAvailability['positions'][number];

/** The ids of fixed slices of rows, so that scrolling back needs no request. Slices without ids are omitted. */
function slicesOf(
  rows: readonly TimelineRow[],
  { first, last }: VisibleRows,
  idOf: (row: TimelineRow) => number | null,
): readonly number[][] {
  const slices: number[][] = [];
  for (let start = first - (first % rowsPerSlice); start <= last; start += rowsPerSlice) {
    const ids = rows.slice(start, start + rowsPerSlice).flatMap((row) => idOf(row) ?? []);
    if (ids.length > 0) slices.push([...new Set(ids)].sort((one, other) => one - other));
  }
  return slices;
}

type Result<Data> = { readonly data: Data | undefined };

function combineBookings(results: readonly Result<readonly Booking[]>[]): ReadonlyMap<number, Booking> {
  return new Map(results.flatMap(({ data = [] }) => data.map((booking) => [booking.id, booking] as const)));
}

function combineAvailability(
  results: readonly Result<InventoryAvailability>[],
): ReadonlyMap<number, PositionAvailability> {
  return new Map(
    results.flatMap(({ data }) => (data?.positions ?? []).map((each) => [each.positionId, each] as const)),
  );
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
