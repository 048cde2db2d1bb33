import { type RawBuilder, sql, type Transaction } from 'kysely';
import { counters, type EventCounts } from '../../../core/pricing/billable-events.ts';
import { counterColumns, forCounters } from '../../../platform/db/counter-columns.ts';
import { plainArray } from '../../../platform/db/plain-array.ts';
import type { Database } from '../../../platform/db/schema.ts';
import {
  type BookingDay,
  type BookingTotal,
  type DeliverySum,
  daysByBooking,
  type FilteredEvent,
  type FilteredSum,
  type NamedSum,
  sumFiltered,
  totalsByBooking,
} from './sum-events.ts';

/** Adds counted events to the sums per hour. Roll-ups of different hours do not wait for each other. */
export async function addHours(
  transaction: Transaction<Database>,
  delivered: readonly DeliverySum[],
  named: readonly NamedSum[],
): Promise<void> {
  await addDelivered(transaction, delivered);
  await addNamed(transaction, named);
}

/**
 * Adds counted events to the sums per booking and day, and per booking. Most batches change the same rows, so a
 * transaction does this last.
 */
export async function addDaysAndTotals(
  transaction: Transaction<Database>,
  delivered: readonly DeliverySum[],
): Promise<void> {
  const days = daysByBooking(delivered);
  await addDays(transaction, days);
  await addTotals(transaction, totalsByBooking(days));
}

async function addDelivered(transaction: Transaction<Database>, sums: readonly DeliverySum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, ${counterColumns()})
    select * from unnest(
      ${hoursOf(sums)}::timestamptz[], ${plainArray(sums.map((sum) => sum.localDay))}::date[],
      ${plainArray(sums.map((sum) => sum.bookingId))}::bigint[], ${plainArray(sums.map((sum) => sum.creativeId))}::bigint[],
      ${plainArray(sums.map((sum) => sum.positionId))}::bigint[], ${counterArrays(sums)})
    on conflict (hour_at, local_day, booking_id, creative_id, position_id)
      do update set ${addToCounters('delivery_hour')}`.execute(transaction);
}

/** Adds the sums by booking and day, for lists of bookings. */
async function addDays(transaction: Transaction<Database>, days: readonly BookingDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into booking_day (booking_id, local_day, ${counterColumns()})
    select * from unnest(
      ${plainArray(days.map((day) => day.bookingId))}::bigint[], ${plainArray(days.map((day) => day.localDay))}::date[],
      ${counterArrays(days)})
    on conflict (booking_id, local_day) do update set ${addToCounters('booking_day')}`.execute(transaction);
}

/** Adds the sums by booking, which pacing reads every second. */
async function addTotals(transaction: Transaction<Database>, totals: readonly BookingTotal[]): Promise<void> {
  if (totals.length === 0) return;
  await sql`
    insert into booking_total (booking_id, ${counterColumns()})
    select * from unnest(${plainArray(totals.map((total) => total.bookingId))}::bigint[], ${counterArrays(totals)})
    on conflict (booking_id) do update set ${addToCounters('booking_total')}`.execute(transaction);
}

/** Returns an array of the hours of sums. Most are equal to the one before, and formatting an instant takes microseconds. */
function hoursOf(sums: readonly { readonly hourMs: number }[]): string {
  let [lastMs, last] = [Number.NaN, ''];
  return plainArray(
    sums.map(({ hourMs }) => {
      if (hourMs !== lastMs) [lastMs, last] = [hourMs, new Date(hourMs).toISOString()];
      return last;
    }),
  );
}

/** Returns one array for each counter. */
function counterArrays(sums: readonly EventCounts[]): RawBuilder<unknown> {
  return forCounters((counter) => sql`${plainArray(sums.map((sum) => sum[counter]))}::bigint[]`);
}

function addToCounters(table: string): RawBuilder<unknown> {
  return forCounters(
    (counter) => sql`${sql.ref(counter)} = ${sql.ref(`${table}.${counter}`)} + ${sql.ref(`excluded.${counter}`)}`,
  );
}

async function addNamed(transaction: Transaction<Database>, sums: readonly NamedSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events)
    select * from unnest(
      ${hoursOf(sums)}::timestamptz[], ${plainArray(sums.map((sum) => sum.localDay))}::date[],
      ${plainArray(sums.map((sum) => sum.bookingId))}::bigint[], ${plainArray(sums.map((sum) => sum.creativeId))}::bigint[],
      ${plainArray(sums.map((sum) => sum.positionId))}::bigint[], ${sums.map((sum) => sum.event)}::text[],
      ${plainArray(sums.map((sum) => sum.events))}::bigint[])
    on conflict (hour_at, local_day, booking_id, creative_id, position_id, event) do update set
      events = event_hour.events + excluded.events`.execute(transaction);
}

/** Adds events that do not count to the sums by reason. */
export async function addFiltered(transaction: Transaction<Database>, events: readonly FilteredEvent[]): Promise<void> {
  const sums: readonly FilteredSum[] = sumFiltered(events);
  if (sums.length === 0) return;
  await sql`
    insert into filtered_hour (hour_at, local_day, booking_id, creative_id, position_id, kind, reason, events)
    select * from unnest(
      ${hoursOf(sums)}::timestamptz[], ${plainArray(sums.map((sum) => sum.localDay))}::date[],
      ${plainArray(sums.map((sum) => sum.bookingId))}::bigint[], ${plainArray(sums.map((sum) => sum.creativeId))}::bigint[],
      ${plainArray(sums.map((sum) => sum.positionId))}::bigint[], ${sums.map((sum) => sum.kind)}::text[],
      ${sums.map((sum) => sum.reason)}::text[], ${plainArray(sums.map((sum) => sum.events))}::bigint[])
    on conflict (hour_at, local_day, booking_id, creative_id, position_id, kind, reason) do update set
      events = filtered_hour.events + excluded.events`.execute(transaction);
}

/** Removes rows of these bookings whose only event has moved to an earlier hour. */
export async function removeEmptySums(
  transaction: Transaction<Database>,
  bookings: ReadonlySet<number>,
): Promise<void> {
  if (bookings.size === 0) return;
  const bookingIds = [...bookings];
  for (const table of ['delivery_hour', 'booking_day']) {
    const isZero = counters.map((counter) => sql`${sql.ref(`${table}.${counter}`)} = 0`);
    await sql`delete from ${sql.table(table)} where ${sql.ref(`${table}.bookingId`)} = any(${bookingIds}::bigint[])
      and ${sql.join(isZero, sql` and `)}`.execute(transaction);
  }
  await sql`delete from event_hour where event_hour.booking_id = any(${bookingIds}::bigint[])
    and event_hour.events = 0`.execute(transaction);
}
