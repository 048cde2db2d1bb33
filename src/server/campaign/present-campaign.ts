import type { Kysely, Selectable } from 'kysely';
import type { CampaignView } from '../../contract/campaign.ts';
import type { BookingFacts } from '../../core/booking/booking-facts.ts';
import { blockingReasonsOf, bookingStatus } from '../../core/booking/booking-status.ts';
import { availableCampaignActions } from '../../core/booking/campaign-actions.ts';
import { campaignStatus, countByStatus } from '../../core/booking/campaign-status.ts';
import { blockingReasons } from '../../core/words/reasons.ts';
import { campaignFacts, readAds, readBookingFacts, type StoredBooking } from '../booking/read-booking-facts.ts';
import type { CampaignTable, Database } from '../db/schema.ts';
import { commonFields } from '../http/resource.ts';

export type StoredCampaign = Selectable<CampaignTable>;

/** Campaigns as they are shown, with what their bookings say at `nowMs`. */
export async function presentCampaigns(
  rows: readonly StoredCampaign[],
  database: Kysely<Database>,
  nowMs: number,
): Promise<CampaignView[]> {
  const bookings = await readBookingsOf(database, rows);
  const live = bookings.filter(({ archivedAt }) => archivedAt === null);
  const [facts, ads] = await Promise.all([
    readBookingFacts(database, bookings),
    readAds(
      database,
      live.map((booking) => booking.id),
    ),
  ]);
  const byCampaign = Map.groupBy(bookings, (booking) => booking.campaignId);
  return rows.map((row) => {
    const own = byCampaign.get(row.id) ?? [];
    const ownLive = own.filter(({ archivedAt }) => archivedAt === null);
    const creativeIds = ownLive.flatMap(({ id }) => (ads.get(id) ?? []).map((ad) => ad.creativeId));
    return {
      ...stored(row),
      ...state(row, { all: factsOf(own, facts), live: factsOf(ownLive, facts) }, nowMs),
      ...dates(ownLive),
      bookingCount: ownLive.length,
      creativeCount: new Set(creativeIds).size,
    };
  });
}

/** All bookings of these campaigns, archived ones too, in the order of their ids. */
export async function readBookingsOf(
  database: Kysely<Database>,
  campaigns: readonly StoredCampaign[],
): Promise<StoredBooking[]> {
  if (campaigns.length === 0) return [];
  return database
    .selectFrom('booking')
    .selectAll('booking')
    .where(
      'booking.campaignId',
      'in',
      campaigns.map((campaign) => campaign.id),
    )
    .orderBy('booking.id')
    .execute();
}

function factsOf(bookings: readonly StoredBooking[], facts: ReadonlyMap<number, BookingFacts>): BookingFacts[] {
  return bookings.flatMap(({ id }) => facts.get(id) ?? []);
}

function stored(row: StoredCampaign) {
  return {
    ...commonFields(row),
    campaignId: row.id,
    advertiserCompanyId: row.advertiserCompanyId,
    invoiceCompanyId: row.invoiceCompanyId,
    brandIds: row.brandIds,
    poNumber: row.poNumber,
    type: row.type as CampaignView['type'],
    validUntil: row.validUntil?.toISOString() ?? null,
  };
}

function state(
  row: StoredCampaign,
  bookings: { readonly all: readonly BookingFacts[]; readonly live: readonly BookingFacts[] },
  nowMs: number,
) {
  const own = campaignFacts(row);
  const reasons = new Set(bookings.live.flatMap((facts) => blockingReasonsOf(facts, nowMs)));
  const statusesOf = (facts: readonly BookingFacts[]) => facts.map((each) => bookingStatus(each, nowMs));
  return {
    status: campaignStatus(statusesOf(bookings.all), own, nowMs),
    availableActions: [...availableCampaignActions(own, bookings.live, nowMs)],
    blockingReasons: blockingReasons.filter((reason) => reasons.has(reason)),
    bookingCounts: countByStatus(statusesOf(bookings.live)),
  };
}

/** From the first start to the last end; one booking without an end leaves the campaign without one. */
function dates(bookings: readonly StoredBooking[]) {
  const starts = bookings.map((booking) => booking.startDate.getTime());
  const ends = bookings.flatMap((booking) => booking.endDate?.getTime() ?? []);
  const closed = bookings.length > 0 && ends.length === bookings.length;
  return {
    startDate: starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString(),
    endDate: closed ? new Date(Math.max(...ends)).toISOString() : null,
  };
}
