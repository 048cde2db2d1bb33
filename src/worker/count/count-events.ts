import { type RawBuilder, sql, type Transaction } from 'kysely';
import { counters, type EventCounts } from '../../core/pricing/billable-events.ts';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import { addNamed, storeCustomNames } from '../../exchange/journal/named-events.ts';
import type { TimeZones } from '../../exchange/journal/position-time-zones.ts';
import { readRollUpState } from '../../exchange/journal/roll-up-state.ts';
import {
  type BookingDay,
  type BookingTotal,
  type DeliverySum,
  daysByBooking,
  type FilteredSum,
  ones,
  type SumChange,
  sumCounted,
  sumFiltered,
  sumNamed,
  totalsByBooking,
} from '../../exchange/journal/sum-events.ts';
import { counterColumns, forCounters } from '../../platform/db/counter-columns.ts';
import type { Database } from '../../platform/db/schema.ts';
import { noteCounted } from './note-counted.ts';
import { storeTouches } from './store-touches.ts';

/**
 * Counts new events and filtered events in the transaction. No other roll-up may be in a transaction on the same
 * tables.
 */
export async function countEvents(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<{ readonly counted: number; readonly filtered: number }> {
  const { forgottenBeforeMs } = await readRollUpState(transaction);
  const isKept = await storeCustomNames(transaction, events);
  const first = new Map<string, DeliveryEvent>();
  const apart: { event: DeliveryEvent; reason: string }[] = [];
  for (const event of events) {
    const before = first.get(event.eventId);
    if (event.filtered !== null) apart.push({ event, reason: event.filtered });
    // It is no longer known whether the event was counted. Undercounting is preferred to counting twice.
    else if (expiresAtMs(event) < forgottenBeforeMs) apart.push({ event, reason: 'expired' });
    else if (!isKept(event)) apart.push({ event, reason: 'surplus' });
    else if (before === undefined) first.set(event.eventId, event);
    else {
      const isEarlier = event.atMs < before.atMs;
      if (isEarlier) first.set(event.eventId, event);
      apart.push({ event: isEarlier ? before : event, reason: 'duplicate' });
    }
  }
  const { fresh, moved, repeated } = await noteCounted(transaction, [...first.values()], zones);
  // An event that was counted but also occurred earlier moves to the earlier time. The later report becomes the
  // duplicate.
  const taken: readonly SumChange[] = moved.map(({ event, counted: { atMs, localDay } }) => ({
    event: { ...event, atMs },
    by: -1,
    localDay,
  }));
  for (const event of [...repeated, ...taken.map((change) => change.event)]) apart.push({ event, reason: 'duplicate' });
  await storeTouches(transaction, [...fresh, ...moved.map(({ event }) => event)]);
  const changes = [...ones(fresh), ...ones(moved.map(({ event }) => event)), ...taken];
  const sums = sumCounted(changes, zones);
  await addDelivered(transaction, sums);
  const days = daysByBooking(sums);
  await addDays(transaction, days);
  await addTotals(transaction, totalsByBooking(days));
  await addNamed(transaction, sumNamed(changes, zones));
  await addFiltered(transaction, sumFiltered(apart, zones));
  if (taken.length > 0) await removeEmptySums(transaction, taken);
  return { counted: fresh.length, filtered: apart.length };
}

async function addDelivered(transaction: Transaction<Database>, sums: readonly DeliverySum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, ${counterColumns()})
    select * from unnest(
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[], ${sums.map((sum) => sum.localDay)}::date[],
      ${sums.map((sum) => sum.bookingId)}::bigint[], ${sums.map((sum) => sum.creativeId)}::bigint[],
      ${sums.map((sum) => sum.positionId)}::bigint[], ${counterArrays(sums)})
    on conflict (hour_at, local_day, booking_id, creative_id, position_id)
      do update set ${addToCounters('delivery_hour')}`.execute(transaction);
}

/** Adds the sums by booking and day, for lists of bookings. */
async function addDays(transaction: Transaction<Database>, days: readonly BookingDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into booking_day (booking_id, local_day, ${counterColumns()})
    select * from unnest(
      ${days.map((day) => day.bookingId)}::bigint[], ${days.map((day) => day.localDay)}::date[],
      ${counterArrays(days)})
    on conflict (booking_id, local_day) do update set ${addToCounters('booking_day')}`.execute(transaction);
}

/** Adds the sums by booking, which pacing reads every second. */
async function addTotals(transaction: Transaction<Database>, totals: readonly BookingTotal[]): Promise<void> {
  if (totals.length === 0) return;
  await sql`
    insert into booking_total (booking_id, ${counterColumns()})
    select * from unnest(${totals.map((total) => total.bookingId)}::bigint[], ${counterArrays(totals)})
    on conflict (booking_id) do update set ${addToCounters('booking_total')}`.execute(transaction);
}

/** Returns one array for each counter. */
function counterArrays(sums: readonly EventCounts[]): RawBuilder<unknown> {
  return forCounters((counter) => sql`${sums.map((sum) => sum[counter])}::bigint[]`);
}

function addToCounters(table: string): RawBuilder<unknown> {
  return forCounters(
    (counter) => sql`${sql.ref(counter)} = ${sql.ref(`${table}.${counter}`)} + ${sql.ref(`excluded.${counter}`)}`,
  );
}

async function addFiltered(transaction: Transaction<Database>, sums: readonly FilteredSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into filtered_hour (hour_at, local_day, booking_id, creative_id, position_id, kind, reason, events)
    select * from unnest(
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[], ${sums.map((sum) => sum.localDay)}::date[],
      ${sums.map((sum) => sum.bookingId)}::bigint[], ${sums.map((sum) => sum.creativeId)}::bigint[],
      ${sums.map((sum) => sum.positionId)}::bigint[], ${sums.map((sum) => sum.kind)}::text[],
      ${sums.map((sum) => sum.reason)}::text[], ${sums.map((sum) => sum.events)}::bigint[])
    on conflict (hour_at, local_day, booking_id, creative_id, position_id, kind, reason) do update set
      events = filtered_hour.events + excluded.events`.execute(transaction);
}

/** Removes rows whose only event has moved to an earlier hour. */
async function removeEmptySums(transaction: Transaction<Database>, taken: readonly SumChange[]): Promise<void> {
  const bookingIds = [...new Set(taken.map(({ event }) => event.bookingId))];
  for (const table of ['delivery_hour', 'booking_day']) {
    const isZero = counters.map((counter) => sql`${sql.ref(`${table}.${counter}`)} = 0`);
    await sql`delete from ${sql.table(table)} where ${sql.ref(`${table}.bookingId`)} = any(${bookingIds}::bigint[])
      and ${sql.join(isZero, sql` and `)}`.execute(transaction);
  }
  await sql`delete from event_hour where event_hour.booking_id = any(${bookingIds}::bigint[])
    and event_hour.events = 0`.execute(transaction);
}
