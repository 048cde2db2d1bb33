import type { Kysely, Selectable } from 'kysely';
import type { CampaignView } from '../../../contract/booking/campaign.ts';
import type { BookingFacts } from '../../../core/booking/booking-facts.ts';
import { blockingReasonsOf, bookingStatus } from '../../../core/booking/booking-status.ts';
import { availableCampaignActions } from '../../../core/booking/campaign-actions.ts';
import { campaignStatus, countByStatus } from '../../../core/booking/campaign-status.ts';
import { blockingReasons } from '../../../core/vocabulary/reasons.ts';
import type { CampaignAction } from '../../../core/vocabulary/statuses.ts';
import type { CampaignTable, Database } from '../../../platform/db/schema.ts';
import { offersTo } from '../../access/acting-party.ts';
import { commonFields } from '../../records/resource.ts';
import type { PresentOptions } from '../booking/present-booking.ts';
import { campaignFacts, readAds, readBookingFacts, type StoredBooking } from '../booking/read-booking-facts.ts';
import { readBookingProgress } from '../booking/state/booking-progress.ts';
import { progressOfCampaign } from './campaign-progress.ts';

export type StoredCampaign = Selectable<CampaignTable>;

/** What of a campaign moves with its delivery, and by no change of it. */
export const campaignFigures: readonly (keyof CampaignView)[] = ['health', 'limitingReasons', 'delivered', 'progress'];

/** Campaigns as they are shown, with what their bookings say at `nowMs`. */
export async function presentCampaigns(
  rows: readonly StoredCampaign[],
  database: Kysely<Database>,
  { nowMs, plan, caller }: PresentOptions,
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
  const progress = await readBookingProgress(database, bookings, { facts, plan, nowMs });
  const byCampaign = Map.groupBy(bookings, (booking) => booking.campaignId);
  const objects = rows.map((row) => ({ submittedBy: waitingIn(byCampaign.get(row.id) ?? []), decided: row }));
  const offers = await offersTo<CampaignAction>(caller, database, { ...campaignScopes, objects });
  return rows.map((row, index) => {
    const own = byCampaign.get(row.id) ?? [];
    const ownLive = own.filter(({ archivedAt }) => archivedAt === null);
    const creativeIds = ownLive.flatMap(({ id }) => (ads.get(id) ?? []).map((ad) => ad.creativeId));
    return {
      ...stored(row),
      ...state(row, { all: of(own, facts), live: of(ownLive, facts) }, nowMs),
      availableActions:
        offers[index]?.((party) => availableCampaignActions(campaignFacts(row), of(ownLive, facts), nowMs, party)) ??
        [],
      ...dates(ownLive),
      bookingCount: ownLive.length,
      creativeCount: new Set(creativeIds).size,
      ...progressOfCampaign({ all: of(own, progress), live: of(ownLive, progress) }),
    };
  });
}

/** What an action on a campaign needs; its bookings are what is approved. */
const campaignScopes = { approveScope: 'bookings:approve', writeScope: 'campaigns:write' } as const;

/** Whose work waits in one of the bookings of a campaign: they cannot approve it as a whole. */
export function waitingIn(bookings: readonly StoredBooking[]): string[] {
  const waiting = bookings.filter(({ lifecycle, archivedAt }) => lifecycle === 'submitted' && archivedAt === null);
  return [...new Set(waiting.flatMap(({ submittedBy }) => submittedBy))];
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

function of<Value>(bookings: readonly StoredBooking[], values: ReadonlyMap<number, Value>): Value[] {
  return bookings.flatMap(({ id }) => values.get(id) ?? []);
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
