import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type BookingTimeline,
  maxTimelineBookings,
  type TimelineGrouping,
} from '../../../contract/booking/booking-timeline.ts';
import { dayMs, minuteMs } from '../../../core/time/durations.ts';
import { localClock } from '../../../core/time/local-time.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type JudgementContext, judgeOf } from '../../resources/booking/state/booking-judgements.ts';
import { bookingStatusSql } from '../../resources/booking/state/booking-state-sql.ts';
import { type GroupedBooking, groupBookings } from './group-bookings.ts';

/** Length of `2026-12-01T00:00`. */
const minuteLength = 16;

type TimelineRequest = {
  readonly groupBy: TimelineGrouping;
  /** Conditions on `booking`, including its visibility. */
  readonly conditions: readonly RawBuilder<boolean>[];
  readonly moment: JudgementContext;
};

type ReadRow = GroupedBooking & { readonly name: string; readonly status: string; readonly total: number };

/** Reads the periods and states of bookings, and the groups that contain them. */
export async function readTimeline(
  database: Kysely<Database>,
  { groupBy, conditions, moment }: TimelineRequest,
): Promise<BookingTimeline> {
  const judgements = await judgeOf(database)(moment);
  const { rows } = await sql<ReadRow>`
    select booking.id, booking.name, booking.start_date, booking.end_date, booking.campaign_id, booking.position_ids,
      booking.location_ids, booking.publication_ids, booking.publisher_ids,
      ${bookingStatusSql(judgements)} as status, count(*) over () as total
    from booking
    where ${sql.join([...conditions], sql` and `)}
    order by booking.start_date, booking.id
    limit ${maxTimelineBookings}`.execute(database);
  const { groups, timeZones } = await groupBookings(database, rows, groupBy);
  const healthById = new Map(judgements.unhealthy.map(({ id, health }) => [id, health]));
  const localTime = localTimes();
  return {
    total: rows[0]?.total ?? 0,
    ids: rows.map(({ id }) => id),
    names: rows.map(({ name }) => name),
    starts: rows.map(({ startDate }, index) => localTime(startDate, timeZones[index])),
    ends: rows.map(({ endDate }, index) => (endDate === null ? null : localTime(endDate, timeZones[index]))),
    statuses: rows.map(({ status }) => status as BookingTimeline['statuses'][number]),
    healths: rows.map(({ id }) => healthById.get(id) ?? 'ok'),
    groups,
  };
}

/** Returns a function that formats a local time. Most bookings start and end at the same times, so results are cached. */
function localTimes(): (instant: Date, timeZone: string | undefined) => string {
  const byZone = new Map<string, Map<number, string>>();
  return (instant, timeZone = 'UTC') => {
    const known = byZone.get(timeZone) ?? new Map<number, string>();
    byZone.set(timeZone, known);
    const atMs = instant.getTime();
    const found = known.get(atMs) ?? localMinute(atMs, timeZone);
    known.set(atMs, found);
    return found;
  };
}

function localMinute(atMs: number, timeZone: string): string {
  const { day, minuteOfDay } = clockOf(timeZone).momentAt(atMs);
  return new Date(day * dayMs + minuteOfDay * minuteMs).toISOString().slice(0, minuteLength);
}

const clocks = new Map<string, ReturnType<typeof localClock>>();

function clockOf(timeZone: string) {
  const clock = clocks.get(timeZone) ?? localClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}
