import { type Kysely, type Selectable, sql } from 'kysely';
import type { BookingFacts, CampaignFacts, Readiness } from '../../../core/booking/booking-facts.ts';
import type { CampaignType, CreativeState, Lifecycle } from '../../../core/vocabulary/statuses.ts';
import type { BookingTable, CampaignTable, Database } from '../../../platform/db/schema.ts';
import { holdFacts } from './hold-columns.ts';
import { type ReadinessRow, readinessSql } from './state/booking-state-sql.ts';

export type StoredBooking = Selectable<BookingTable>;

/** Creative of a booking, with the state of the creative. */
export type StoredAd = {
  readonly id: number;
  readonly bookingId: number;
  readonly creativeId: number;
  /** null for an ad without a product. */
  readonly productId: number | null;
  readonly weight: number;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly state: CreativeState;
};

/** Columns that determine the status of a booking. */
type Factual = Pick<
  StoredBooking,
  'id' | 'campaignId' | 'lifecycle' | 'paused' | 'held' | 'heldUntil' | 'archivedAt' | 'startDate' | 'endDate'
>;

/** Facts for the status of a booking, and the time zones of its positions. */
export type PlacedBookingFacts = BookingFacts & { readonly timeZones: readonly string[] };

/** Returns the facts for the status of each booking by its ID. */
export async function readBookingFacts(
  database: Kysely<Database>,
  bookings: readonly Factual[],
): Promise<ReadonlyMap<number, PlacedBookingFacts>> {
  if (bookings.length === 0) return new Map();
  const [campaigns, readiness] = await Promise.all([
    database
      .selectFrom('campaign')
      .select([
        'campaign.id',
        'campaign.type',
        'campaign.validUntil',
        'campaign.paused',
        'campaign.held',
        'campaign.heldUntil',
        'campaign.cancelled',
        'campaign.archivedAt',
      ])
      .where('campaign.id', '=', (eb) => eb.fn.any(eb.val([...new Set(bookings.map((booking) => booking.campaignId))])))
      .execute(),
    readinessSql(sql`booking.id = any(${bookings.map((booking) => booking.id)}::bigint[])`).execute(database),
  ]);
  const campaignById = new Map(campaigns.map((campaign) => [campaign.id, campaignFacts(campaign)]));
  const readinessById = new Map(readiness.rows.map((row) => [row.id, row]));
  return new Map(
    bookings.map((booking) => {
      const row = present(readinessById.get(booking.id));
      const facts = {
        lifecycle: booking.lifecycle as Lifecycle,
        paused: booking.paused,
        ...holdFacts(booking),
        archived: booking.archivedAt !== null,
        startMs: booking.startDate.getTime(),
        endMs: booking.endDate?.getTime() ?? null,
        campaign: present(campaignById.get(booking.campaignId)),
        readiness: readinessOf(row),
        timeZones: row.timeZones,
      };
      return [booking.id, facts];
    }),
  );
}

/** Returns the active ads of each booking by booking ID, in the order in which they were added. */
export async function readAds(
  database: Kysely<Database>,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredAd[]>> {
  const byBooking = new Map<number, StoredAd[]>(bookingIds.map((id) => [id, []]));
  if (bookingIds.length === 0) return byBooking;
  const rows = await database
    .selectFrom('bookingCreative')
    .innerJoin('creative', 'creative.id', 'bookingCreative.creativeId')
    .select([
      'bookingCreative.id',
      'bookingCreative.bookingId',
      'bookingCreative.creativeId',
      'bookingCreative.weight',
      'bookingCreative.startDate',
      'bookingCreative.endDate',
      'creative.productId',
      'creative.state',
    ])
    .where('bookingCreative.bookingId', 'in', [...bookingIds])
    .where('bookingCreative.removedAt', 'is', null)
    .orderBy('bookingCreative.id')
    .execute();
  for (const row of rows) byBooking.get(row.bookingId)?.push({ ...row, state: row.state as CreativeState });
  return byBooking;
}

/** Returns the facts of a campaign for the status rules. */
export function campaignFacts(
  campaign: Pick<
    Selectable<CampaignTable>,
    'type' | 'validUntil' | 'paused' | 'held' | 'heldUntil' | 'cancelled' | 'archivedAt'
  >,
): CampaignFacts {
  return {
    type: campaign.type as CampaignType,
    validUntilMs: campaign.validUntil?.getTime() ?? null,
    paused: campaign.paused,
    ...holdFacts(campaign),
    cancelled: campaign.cancelled,
    archived: campaign.archivedAt !== null,
  };
}

/** The rules only ask whether a position exists. A booking with n formats has at least n positions. */
function readinessOf({ formatCount, ...ads }: ReadinessRow): Readiness {
  const { adCount, approvedAdCount, availableAdCount, fittingAdCount } = ads;
  return { positionCount: formatCount, adCount, approvedAdCount, availableAdCount, fittingAdCount };
}

/** A booking and its campaign are read in one transaction and never deleted, so neither can be missing. */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the campaign of a booking is missing');
  return value;
}
