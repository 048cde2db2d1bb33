import { sql, type Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import { addNamed, keepCustomNames } from '../../exchange/journal/named-events.ts';
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
import type { Database } from '../../platform/db/schema.ts';
import { keepTouches } from './keep-touches.ts';
import { noteCounted } from './note-counted.ts';

/**
 * Counts events in the transaction: those that were never counted before, and what is to be kept apart. No other roll-up may
 * be in a transaction on the same tables.
 */
export async function countEvents(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<{ readonly counted: number; readonly filtered: number }> {
  const { forgottenBeforeMs } = await readRollUpState(transaction);
  const isKept = await keepCustomNames(transaction, events);
  const first = new Map<string, DeliveryEvent>();
  const apart: { event: DeliveryEvent; reason: string }[] = [];
  for (const event of events) {
    const before = first.get(event.eventId);
    if (event.filtered !== null) apart.push({ event, reason: event.filtered });
    // Whether it was counted already is not known any more: rather one too few than one too many.
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
  // What is counted already but happened earlier counts there, and what was counted is the repetition.
  const taken: readonly SumChange[] = moved.map(({ event, counted: { atMs, localDay } }) => ({
    event: { ...event, atMs },
    by: -1,
    localDay,
  }));
  for (const event of [...repeated, ...taken.map((change) => change.event)]) apart.push({ event, reason: 'duplicate' });
  await keepTouches(transaction, [...fresh, ...moved.map(({ event }) => event)]);
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
      (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    select * from unnest(
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[], ${sums.map((sum) => sum.localDay)}::date[],
      ${sums.map((sum) => sum.bookingId)}::bigint[], ${sums.map((sum) => sum.creativeId)}::bigint[],
      ${sums.map((sum) => sum.positionId)}::bigint[], ${sums.map((sum) => sum.impressions)}::bigint[],
      ${sums.map((sum) => sum.viewables)}::bigint[], ${sums.map((sum) => sum.clicks)}::bigint[])
    on conflict (hour_at, local_day, booking_id, creative_id, position_id) do update set
      impressions = delivery_hour.impressions + excluded.impressions,
      viewables = delivery_hour.viewables + excluded.viewables,
      clicks = delivery_hour.clicks + excluded.clicks`.execute(transaction);
}

/** The same sums by booking and day, which lists of bookings read. */
async function addDays(transaction: Transaction<Database>, days: readonly BookingDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into booking_day (booking_id, local_day, impressions, viewables, clicks)
    select * from unnest(
      ${days.map((day) => day.bookingId)}::bigint[], ${days.map((day) => day.localDay)}::date[],
      ${days.map((day) => day.impressions)}::bigint[], ${days.map((day) => day.viewables)}::bigint[],
      ${days.map((day) => day.clicks)}::bigint[])
    on conflict (booking_id, local_day) do update set
      impressions = booking_day.impressions + excluded.impressions,
      viewables = booking_day.viewables + excluded.viewables,
      clicks = booking_day.clicks + excluded.clicks`.execute(transaction);
}

/** The same sums by booking, which the pacing reads every second. */
async function addTotals(transaction: Transaction<Database>, totals: readonly BookingTotal[]): Promise<void> {
  if (totals.length === 0) return;
  await sql`
    insert into booking_total (booking_id, impressions, viewables, clicks)
    select * from unnest(
      ${totals.map((total) => total.bookingId)}::bigint[], ${totals.map((total) => total.impressions)}::bigint[],
      ${totals.map((total) => total.viewables)}::bigint[], ${totals.map((total) => total.clicks)}::bigint[])
    on conflict (booking_id) do update set
      impressions = booking_total.impressions + excluded.impressions,
      viewables = booking_total.viewables + excluded.viewables,
      clicks = booking_total.clicks + excluded.clicks`.execute(transaction);
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

/** Where the only event of an hour has turned out to be of an earlier one, nothing was delivered. */
async function removeEmptySums(transaction: Transaction<Database>, taken: readonly SumChange[]): Promise<void> {
  const bookingIds = [...new Set(taken.map(({ event }) => event.bookingId))];
  await sql`delete from delivery_hour where delivery_hour.booking_id = any(${bookingIds}::bigint[])
    and delivery_hour.impressions = 0 and delivery_hour.viewables = 0 and delivery_hour.clicks = 0`.execute(
    transaction,
  );
  await sql`delete from booking_day where booking_day.booking_id = any(${bookingIds}::bigint[])
    and booking_day.impressions = 0 and booking_day.viewables = 0 and booking_day.clicks = 0`.execute(transaction);
  await sql`delete from event_hour where event_hour.booking_id = any(${bookingIds}::bigint[])
    and event_hour.events = 0`.execute(transaction);
}
