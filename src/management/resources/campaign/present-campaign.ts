import type { Kysely, Selectable } from 'kysely';
import type { CampaignView } from '../../../contract/booking/campaign.ts';
import type { BookingFacts } from '../../../core/booking/booking-facts.ts';
import { blockingReasonsOf, bookingStatus } from '../../../core/booking/booking-status.ts';
import { availableCampaignActions } from '../../../core/booking/campaign-actions.ts';
import { campaignStatus, countByStatus } from '../../../core/booking/campaign-status.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';
import { blockingReasons } from '../../../core/vocabulary/reasons.ts';
import type { CampaignAction } from '../../../core/vocabulary/statuses.ts';
import type { CampaignTable, Database } from '../../../platform/db/schema.ts';
import { offersTo } from '../../access/acting-party.ts';
import { commonFields } from '../../records/resource.ts';
import { presentHold } from '../booking/hold-columns.ts';
import type { PresentOptions } from '../booking/present-booking.ts';
import { campaignFacts, readAds, readBookingFacts, type StoredBooking } from '../booking/read-booking-facts.ts';
import { readBookingProgress } from '../booking/state/booking-progress.ts';
import { progressOfCampaign } from './campaign-progress.ts';

export type StoredCampaign = Selectable<CampaignTable>;

/** Fields of a campaign that change with its delivery and not by an edit. */
export const computedCampaignFields: readonly (keyof CampaignView)[] = [
  'health',
  'limitingReasons',
  'delivered',
  'progress',
];

/** Returns the views of campaigns with the state of their bookings at `nowMs`. */
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

/** Scopes of actions on a campaign. Approval applies to its bookings. */
const campaignScopes = { approveScope: 'bookings:approve', writeScope: 'campaigns:write' } as const;

/** Returns the submitters of the campaign's submitted bookings. They cannot approve the whole campaign. */
export function waitingIn(bookings: readonly StoredBooking[]): string[] {
  const waiting = bookings.filter(({ lifecycle, archivedAt }) => lifecycle === 'submitted' && archivedAt === null);
  return [...new Set(waiting.flatMap(({ submittedBy }) => submittedBy))];
}

/** Returns all bookings of these campaigns, including archived ones, sorted by ID. */
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
    ...presentHold(row),
    budget:
      row.budgetMicros === null || row.budgetCurrency === null
        ? null
        : { amount: decimalFromMicros(row.budgetMicros), currency: row.budgetCurrency },
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

/** Returns the period from the first start to the last end. The end is null if one booking has none. */
function dates(bookings: readonly StoredBooking[]) {
  const starts = bookings.map((booking) => booking.startDate.getTime());
  const ends = bookings.flatMap((booking) => booking.endDate?.getTime() ?? []);
  const closed = bookings.length > 0 && ends.length === bookings.length;
  return {
    startDate: starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString(),
    endDate: closed ? new Date(Math.max(...ends)).toISOString() : null,
  };
}
