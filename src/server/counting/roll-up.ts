import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type DeliveryEvent, expiresAtMs } from './delivery-event.ts';
import { openSegmentReader, type SegmentEnd } from './journal-reader.ts';
import { addNamed, keepCustomNames } from './named-events.ts';
import type { TimeZoneSource, TimeZones } from './position-time-zones.ts';
import { lockRollUps, readRollUpState } from './roll-up-state.ts';
import {
  type BookingDay,
  type BookingTotal,
  type DeliverySum,
  daysByBooking,
  type FilteredSum,
  sumCounted,
  sumFiltered,
  sumNamed,
  totalsByBooking,
} from './sum-events.ts';

/** Bytes of one batch: some 4,000 events, a transaction of well under a second. */
const maxBatchBytes = 1024 * 1024;
export type RolledUp = {
  readonly counted: number;
  readonly filtered: number;
  readonly unknownRecords: number;
  readonly nextOffset: number;
  readonly end: SegmentEnd;
};

export type RollUpOptions = {
  readonly database: Kysely<Database>;
  readonly path: string;
  readonly timeZones: TimeZoneSource;
  readonly maxBytes?: number;
};

/**
 * Rolls up one batch of one segment in one transaction: the events that were never counted before, their sums, and
 * how far the segment is read. A crash leaves all of it or nothing, and two roll-ups at once wait for each other, so
 * each event counts once. Null: the segment has no whole header yet.
 */
export async function rollUpSegment(options: RollUpOptions): Promise<RolledUp | null> {
  const reader = await openSegmentReader(options.path);
  try {
    const { segmentId } = reader;
    if (segmentId === null) return null;
    return await options.database.transaction().execute(async (transaction) => {
      await lockRollUps(transaction);
      const fromOffset = await readPosition(transaction, segmentId);
      const read = await reader.read({ fromOffset, maxBytes: options.maxBytes ?? maxBatchBytes });
      const outcome = { nextOffset: read.nextOffset, end: read.end, unknownRecords: read.unknownRecords };
      if (read.nextOffset === fromOffset) return { ...outcome, counted: 0, filtered: 0 };
      const zones = await options.timeZones(transaction, new Set(read.events.map((event) => event.positionId)));
      const counts = await store(transaction, read.events, zones);
      await writePosition(transaction, segmentId, read.nextOffset);
      return { ...outcome, ...counts };
    });
  } finally {
    await reader.close();
  }
}

async function readPosition(transaction: Transaction<Database>, segment: string): Promise<number> {
  const row = await transaction
    .selectFrom('journalPosition')
    .select('journalPosition.byteOffset')
    .where('journalPosition.segment', '=', segment)
    .executeTakeFirst();
  return row?.byteOffset ?? 0;
}

async function writePosition(transaction: Transaction<Database>, segment: string, byteOffset: number): Promise<void> {
  await transaction
    .insertInto('journalPosition')
    .values({ segment, byteOffset })
    .onConflict((conflict) => conflict.column('segment').doUpdateSet({ byteOffset, updatedAt: new Date() }))
    .execute();
}

async function store(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<{ readonly counted: number; readonly filtered: number }> {
  const { forgottenBeforeMs } = await readRollUpState(transaction);
  const isKept = await keepCustomNames(transaction, events);
  const first = new Map<string, DeliveryEvent>();
  const apart: { event: DeliveryEvent; reason: string }[] = [];
  for (const event of events) {
    if (event.filtered !== null) apart.push({ event, reason: event.filtered });
    // Whether it was counted already is not known any more: rather one too few than one too many.
    else if (expiresAtMs(event) < forgottenBeforeMs) apart.push({ event, reason: 'expired' });
    else if (!isKept(event)) apart.push({ event, reason: 'surplus' });
    else if (first.has(event.eventId)) apart.push({ event, reason: 'duplicate' });
    else first.set(event.eventId, event);
  }
  const fresh = await insertCounted(transaction, [...first.values()]);
  const counted = [...first.values()].filter((event) => fresh.has(event.eventId));
  for (const event of first.values()) if (!fresh.has(event.eventId)) apart.push({ event, reason: 'duplicate' });
  const sums = sumCounted(counted, zones);
  await addDelivered(transaction, sums);
  const days = daysByBooking(sums);
  await addDays(transaction, days);
  await addTotals(transaction, totalsByBooking(days));
  await addNamed(transaction, sumNamed(counted, zones));
  await addFiltered(transaction, sumFiltered(apart, zones));
  return { counted: counted.length, filtered: apart.length };
}

/** The ids of those that were not counted before. */
async function insertCounted(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const ids = events.map((event) => event.eventId);
  const expiry = events.map((event) => new Date(expiresAtMs(event)));
  const { rows } = await sql<{ eventId: string }>`
    insert into counted_event (event_id, expires_at)
    select * from unnest(${ids}::text[], ${expiry}::timestamptz[])
    on conflict (event_id) do nothing
    returning counted_event.event_id`.execute(transaction);
  return new Set(rows.map((row) => row.eventId));
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
