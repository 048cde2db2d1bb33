import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../../core/time/durations.ts';
import { counterOfRotation, type RotationMethod } from '../../../core/vocabulary/booking-modes.ts';
import { mayShow } from '../../../exchange/rows/snapshot-creatives.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Period of the counted events. Older results of a creative say little about today's. */
const countedDays = 30;

/** A booking with optimized rotation or an experiment, and its ads that can be shown. */
export type OptimizedBooking = {
  readonly bookingId: number;
  readonly rotation: RotationMethod;
  readonly holdoutPercent: number;
  readonly ads: readonly { readonly adId: number; readonly creativeId: number; readonly formatId: number }[];
};

/** Counts of the creatives of a booking, by creative ID. */
export type RotationCounts = ReadonlyMap<number, { readonly trials: number; readonly events: number }>;

/** Reads the approved bookings that have not ended, with a holdout, or several ads and a rotation other than by weight. */
export async function readOptimizedBookings(
  database: Kysely<Database>,
  nowMs: number,
): Promise<readonly OptimizedBooking[]> {
  const { rows } = await sql<OptimizedBooking>`
    select booking.id as booking_id, booking.rotation, booking.holdout_percent,
      jsonb_agg(jsonb_build_object('adId', ad.id, 'creativeId', ad.creative_id, 'formatId', creative.format_id)
        order by ad.id) as ads
    from booking
    join campaign on campaign.id = booking.campaign_id
    join booking_creative ad on ad.booking_id = booking.id and ad.removed_at is null
    join creative on creative.id = ad.creative_id and ${mayShow()}
    where (booking.rotation <> 'weighted' or booking.holdout_percent > 0) and booking.lifecycle = 'approved' and booking.archived_at is null
      and not campaign.cancelled and campaign.archived_at is null
      and (booking.end_date is null or booking.end_date > ${new Date(nowMs)}::timestamptz)
    group by booking.id
    having count(*) > 1 or booking.holdout_percent > 0
    order by booking.id`.execute(database);
  return rows;
}

/** Reads the counted impressions and events of the creatives of bookings in the last 30 days. */
export async function readRotationCounts(
  database: Kysely<Database>,
  bookings: readonly OptimizedBooking[],
  nowMs: number,
): Promise<ReadonlyMap<number, RotationCounts>> {
  const counts = new Map<number, Map<number, { trials: number; events: number }>>();
  if (bookings.length === 0) return counts;
  const methodOf = new Map(bookings.map(({ bookingId, rotation }) => [bookingId, rotation]));
  const rows = await database
    .selectFrom('deliveryHour')
    .select(['deliveryHour.bookingId', 'deliveryHour.creativeId'])
    .select(({ fn }) => [
      fn.sum<number>('deliveryHour.impressions').as('impressions'),
      fn.sum<number>('deliveryHour.viewables').as('viewables'),
      fn.sum<number>('deliveryHour.clicks').as('clicks'),
    ])
    .where('deliveryHour.bookingId', '=', (eb) => eb.fn.any(eb.val([...methodOf.keys()])))
    .where('deliveryHour.localDay', '>=', dayOf(nowMs - countedDays * dayMs))
    .groupBy(['deliveryHour.bookingId', 'deliveryHour.creativeId'])
    .execute();
  for (const row of rows) {
    const counter = counterOfRotation[methodOf.get(row.bookingId) ?? 'weighted'];
    const ofBooking = counts.get(row.bookingId) ?? new Map<number, { trials: number; events: number }>();
    counts.set(row.bookingId, ofBooking);
    ofBooking.set(row.creativeId, {
      trials: Number(row.impressions),
      events: counter === null ? 0 : Number(row[counter]),
    });
  }
  return counts;
}

/** Returns the UTC day of an instant, as text. */
function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
