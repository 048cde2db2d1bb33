import type { Selectable, Transaction } from 'kysely';
import { floorModel } from '../../core/pricing/price-model.ts';
import type { AdRow, BookingDelivery, BookingRow, DeliveryGoal } from '../../core/snapshot/snapshot-rows.ts';
import { sponsoredTargeting } from '../../core/sponsored/sponsored-targeting.ts';
import type { BookingTable, CampaignTable, Database, StoredDelivery } from '../../platform/db/schema.ts';
import { mayShow } from './snapshot-creatives.ts';
import { isAmong, mostOf, type WhichRows } from './which-rows.ts';

/**
 * Reads bookings that are not archived, regardless of their status, because delivery reports why each does not deliver.
 * Contains only ads whose creative is in the snapshot.
 */
export async function readSnapshotBookings(
  transaction: Transaction<Database>,
  which: WhichRows,
): Promise<readonly BookingRow[]> {
  const bookings = await transaction
    .selectFrom('booking')
    .selectAll('booking')
    .where('booking.archivedAt', 'is', null)
    .where(isAmong('booking.id', which))
    .orderBy('booking.id')
    .limit(mostOf(which))
    .execute();
  const campaignIds = [...new Set(bookings.map((booking) => booking.campaignId))];
  const campaigns = await transaction
    .selectFrom('campaign')
    .selectAll('campaign')
    .where(isAmong('campaign.id', { ids: campaignIds }))
    .execute();
  const campaignById = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const adsByBooking = await readAds(
    transaction,
    bookings.map((booking) => booking.id),
  );
  return bookings.flatMap((booking) => {
    const campaign = campaignById.get(booking.campaignId);
    // Excluded by the foreign key of the database.
    if (campaign === undefined) return [];
    return [toBookingRow(booking, campaign, adsByBooking.get(booking.id) ?? [])];
  });
}

async function readAds(
  transaction: Transaction<Database>,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AdRow[]>> {
  const rows = await transaction
    .selectFrom('bookingCreative')
    .innerJoin('creative', 'creative.id', 'bookingCreative.creativeId')
    .selectAll('bookingCreative')
    .where('bookingCreative.removedAt', 'is', null)
    .where(isAmong('bookingCreative.bookingId', { ids: bookingIds }))
    .where(mayShow())
    .orderBy('bookingCreative.id')
    .execute();
  const adsByBooking = new Map<number, AdRow[]>();
  for (const row of rows) {
    const ads = adsByBooking.get(row.bookingId) ?? [];
    adsByBooking.set(row.bookingId, ads);
    ads.push({
      id: row.id as AdRow['id'],
      creativeId: row.creativeId as AdRow['creativeId'],
      weight: row.weight,
      startMs: row.startDate?.getTime() ?? null,
      endMs: row.endDate?.getTime() ?? null,
    });
  }
  return adsByBooking;
}

function toBookingRow(
  booking: Selectable<BookingTable>,
  campaign: Selectable<CampaignTable>,
  ads: readonly AdRow[],
): BookingRow {
  return {
    id: booking.id as BookingRow['id'],
    campaignId: booking.campaignId as BookingRow['campaignId'],
    name: booking.name,
    externalId: booking.externalId,
    type: booking.type as BookingRow['type'],
    lifecycle: booking.lifecycle as BookingRow['lifecycle'],
    paused: booking.paused,
    held: booking.held,
    campaign: {
      name: campaign.name,
      type: campaign.type as BookingRow['campaign']['type'],
      delivering: !campaign.paused && !campaign.held && !campaign.cancelled && campaign.archivedAt === null,
      advertiserId: campaign.advertiserCompanyId as BookingRow['campaign']['advertiserId'],
    },
    startMs: booking.startDate.getTime(),
    endMs: booking.endDate?.getTime() ?? null,
    activeDays: booking.activeDays as unknown as BookingRow['activeDays'],
    dayParts: booking.dayParts as unknown as BookingRow['dayParts'],
    // The IDs were validated when the booking was saved. This only assigns their branded types.
    inventory: {
      positionIds: booking.positionIds,
      locationIds: booking.locationIds,
      publicationIds: booking.publicationIds,
      publisherIds: booking.publisherIds,
    } as unknown as BookingRow['inventory'],
    priority: booking.priority,
    targeting:
      booking.sponsored === null ? booking.targeting : sponsoredTargeting(booking.sponsored, booking.targeting),
    ...rulesOf(booking, campaign),
    cpm:
      booking.pricingModel === floorModel && booking.rateMicros !== null && booking.rateCurrency !== null
        ? { micros: booking.rateMicros, currency: booking.rateCurrency }
        : null,
    ads,
  };
}

/** Omits unset fields, because there are many bookings and each process holds all of them. */
function rulesOf(
  {
    exclusionLabels,
    duplicatesAllowed,
    roadblock,
    trackers,
    delivery,
    caps,
    loop,
    rateMicros,
  }: Selectable<BookingTable>,
  { budgetMicros }: Selectable<CampaignTable>,
): Pick<BookingRow, 'exclusionLabels' | 'duplicatesAllowed' | 'roadblock' | 'trackers' | 'delivery' | 'caps' | 'loop'> {
  const hasBudget = delivery.budget !== undefined || (budgetMicros !== null && rateMicros !== null && rateMicros > 0);
  const taking: BookingDelivery = { ...deliveryOf(delivery), ...(hasBudget ? { hasBudget } : {}) };
  return {
    ...(exclusionLabels.length > 0 ? { exclusionLabels } : {}),
    ...(duplicatesAllowed ? { duplicatesAllowed } : {}),
    ...(roadblock === 'none' ? {} : { roadblock }),
    ...(trackers === null ? {} : { trackers }),
    ...(taking.method === 'share' && taking.goal === undefined && !hasBudget ? {} : { delivery: taking }),
    ...(caps.length > 0 ? { caps } : {}),
    ...(loop === null ? {} : { loop }),
  };
}

function deliveryOf({ method, basisPoints, goal }: StoredDelivery): BookingDelivery {
  if (method === 'share_of_voice') return { method, basisPoints: basisPoints ?? 0 };
  const given = goal === undefined ? undefined : { kind: goal.kind, total: goal.total };
  if (method === 'share' || method === 'fill') return given === undefined ? { method } : { method, goal: given };
  // Validated when it was saved: a paced method has a goal.
  return { method, goal: given as DeliveryGoal };
}
