import { sql, type Transaction } from 'kysely';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { offlineProblemOf } from '../../../core/creative/offline-creative.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { shownInSnapshot } from '../../../exchange/rows/snapshot-creatives.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReferences } from '../../records/require-references.ts';
import type { Columns, WriteContext } from '../../records/resource.ts';
import { requireTrackerDomains } from '../creative/tracker-rules.ts';
import { agreedPricingColumn } from './agreed-pricing.ts';
import { requirePriceOfBudget } from './budget-rules.ts';
import { storedCaps, storedDelivery, storedLoop } from './delivery-columns.ts';
import { lockBrandsOfCampaign } from './lock-brands.ts';
import { isMove, requireCampaign } from './move/require-move.ts';
import type { StoredBooking } from './read-booking-facts.ts';
import { requireRegions } from './region-rules.ts';
import { reviewedAgain } from './reviewed-again.ts';
import { requireSponsored } from './sponsored-rules.ts';

type Write = WriteContext<'booking'>;

/** Returns the columns of a valid body after checking the rules that need the database. */
export async function bookingColumns(body: BookingBody, write: Write): Promise<Columns<'booking'>> {
  requireRoadblockOfPage(body);
  requireHoldoutOfViewers(body);
  await requireCampaign(body, write);
  await requireInventory(body, write);
  await requireCreatives(body, write);
  await requirePlayableOnScreens(body, write);
  await requireRegions(body.targeting ?? null);
  await requireSponsored(body, write);
  await requirePriceOfBudget(body, write);
  await requireTrackerDomains({ trackers: body.trackers, verifications: [] }, write, trackersBefore(write));
  const loop = storedLoop(body);
  const columns = {
    name: body.name,
    externalId: body.externalId ?? null,
    campaignId: body.campaignId,
    type: body.type,
    startDate: new Date(body.startDate),
    endDate: body.endDate ? new Date(body.endDate) : null,
    activeDays: body.activeDays,
    dayParts: JSON.stringify(body.dayParts),
    positionIds: body.positionIds,
    locationIds: body.locationIds,
    publicationIds: body.publicationIds,
    publisherIds: body.publisherIds,
    priority: body.priority,
    targeting: body.targeting ? JSON.stringify(body.targeting) : null,
    exclusionLabels: body.exclusionLabels,
    duplicatesAllowed: body.duplicatesAllowed,
    roadblock: body.roadblock,
    rotation: body.rotation,
    holdoutPercent: body.holdoutPercent,
    trackers: trackersColumn(body),
    delivery: JSON.stringify(storedDelivery(body.delivery)),
    caps: JSON.stringify(storedCaps(body.caps)),
    loop: loop === null ? null : JSON.stringify(loop),
    sponsored: body.sponsored ? JSON.stringify(body.sponsored) : null,
    ...pricingColumns(body),
  };
  const { current } = write;
  if (current === null) return columns;
  return {
    ...columns,
    ...(await agreedPricingColumn(current, columns, write)),
    ...(await reviewedAgain(current, columns, write)),
  };
}

function trackersBefore({ current }: Write) {
  return current === null ? [] : [{ video: null, trackers: current.trackers }];
}

/** Events without URLs are omitted, so that equal bookings are stored equally. null: no trackers. */
function trackersColumn({ trackers }: BookingBody): string | null {
  const events = Object.entries(trackers).filter(([, urls]) => urls !== undefined && urls.length > 0);
  return events.length === 0 ? null : JSON.stringify(Object.fromEntries(events));
}

function pricingColumns(body: BookingBody) {
  if (!body.pricing) return { pricingModel: null, rateMicros: null, rateCurrency: null };
  const { model, rate } = body.pricing;
  return { pricingModel: model, rateMicros: microsFromDecimal(rate.amount), rateCurrency: rate.currency };
}

/** Only display bookings have pages with several slots. A fill booking only gets what is left of each slot. */
function requireRoadblockOfPage({ roadblock, type, delivery }: BookingBody): void {
  if (roadblock === 'none') return;
  if (type !== 'display' || delivery.method === 'fill') {
    throw invalidField('/roadblock', 'not_supported', fieldMessage('roadblockNotSupported'));
  }
}

/** Screens have no viewers, and a roadblock that takes no slot leaves all its slots to others. */
function requireHoldoutOfViewers({ holdoutPercent, type, roadblock }: BookingBody): void {
  if (holdoutPercent > 0 && (type !== 'display' || roadblock !== 'none')) {
    throw invalidField('/holdoutPercent', 'not_supported', fieldMessage('holdoutNotSupported'));
  }
}

const inventoryFields = [
  { field: 'positionIds', table: 'position', noun: 'inventory/position' },
  { field: 'locationIds', table: 'location', noun: 'inventory/location' },
  { field: 'publicationIds', table: 'publication', noun: 'inventory/publication' },
  { field: 'publisherIds', table: 'publisher', noun: 'inventory/publisher' },
] as const;

async function requireInventory(body: BookingBody, write: Write): Promise<void> {
  for (const { field, table, noun } of inventoryFields) {
    await requireReferences(write, {
      table,
      noun,
      pointer: `/${field}`,
      ids: body[field],
      known: write.current?.[field] ?? [],
    });
  }
}

/** An added creative must exist and must not be archived. The brand of each must be one of the campaign's. */
async function requireCreatives(body: BookingBody, write: Write): Promise<void> {
  const ids = body.creatives.map(({ creativeId }) => creativeId);
  const known = await creativeIdsOf(write.transaction, write.current);
  await requireReferences(write, {
    table: 'creative',
    noun: 'creatives',
    pointer: '/creatives',
    member: '/creativeId',
    ids,
    known,
  });
  const added = isMove(body, write.current) ? ids : ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const brands = await write.transaction
    .selectFrom('creative')
    .select(['creative.id', 'creative.brandId'])
    .where('creative.id', 'in', added)
    .execute();
  await lockBrandsOfCampaign(write.transaction, body.campaignId);
  const campaign = await oncePerTransaction(write.transaction, `brands of campaign ${body.campaignId}`, () =>
    write.transaction
      .selectFrom('campaign')
      .select('campaign.brandIds')
      .where('campaign.id', '=', body.campaignId)
      .executeTakeFirstOrThrow(),
  );
  for (const { id, brandId } of brands) {
    if (campaign.brandIds.includes(brandId)) continue;
    const pointer = `/creatives/${ids.indexOf(id)}/creativeId`;
    throw invalidField(pointer, 'foreign_brand', fieldMessage('creativeOfOtherBrand', { id, brandId }));
  }
}

/**
 * Screens with a loop play without a network. A booking with such positions in `positionIds` cannot add a creative that
 * requires one. Other inventory selections may contain such screens as well; the loop plan reports them.
 */
async function requirePlayableOnScreens(body: BookingBody, write: Write): Promise<void> {
  const { transaction, current } = write;
  const ids = body.creatives.map(({ creativeId }) => creativeId);
  const known = await creativeIdsOf(transaction, current);
  const isSame = body.positionIds.every((id) => current?.positionIds.includes(id) === true);
  const added = isSame ? ids.filter((id) => !known.includes(id)) : ids;
  if (added.length === 0 || body.positionIds.length === 0) return;
  const creatives = await transaction
    .selectFrom('creative')
    .select(['creative.id', 'creative.kind', 'creative.html', 'creative.video', 'creative.fields', 'creative.assets'])
    .select(['creative.clickUrl', 'creative.altText', 'creative.width', 'creative.height', 'creative.trackers'])
    .where('creative.id', 'in', added)
    .execute();
  const unplayable = creatives.find((creative) => {
    const kind = creative.kind as CreativeRow['kind'];
    return offlineProblemOf({ kind, ...shownInSnapshot(creative) }) !== null;
  });
  if (unplayable === undefined) return;
  const screen = await transaction
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .select('position.slotName')
    .where('position.id', 'in', body.positionIds)
    .where('location.kind', '=', 'screen')
    .where(
      sql<boolean>`(location.screen ->> 'loopSeconds') is not null and (location.screen ->> 'slotSeconds') is not null`,
    )
    .executeTakeFirst();
  if (screen === undefined) return;
  throw invalidField(
    `/creatives/${ids.indexOf(unplayable.id)}/creativeId`,
    'not_playable_offline',
    fieldMessage('notPlayableOffline', { id: unplayable.id, slotName: screen.slotName }),
  );
}

async function creativeIdsOf(transaction: Transaction<Database>, current: StoredBooking | null): Promise<number[]> {
  if (current === null) return [];
  const rows = await transaction
    .selectFrom('bookingCreative')
    .select('bookingCreative.creativeId')
    .where('bookingCreative.bookingId', '=', current.id)
    .where('bookingCreative.removedAt', 'is', null)
    .execute();
  return rows.map((row) => row.creativeId);
}

/**
 * Updates the ads of the booking to those of the body. A creative that stays keeps its ad ID, which identifies its
 * counts. The ad of a removed creative is flagged as removed, and gets a new ID if it is added again.
 */
export async function replaceAds(
  transaction: Transaction<Database>,
  bookingId: number,
  creatives: BookingBody['creatives'],
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const creativeIds = creatives.map(({ creativeId }) => creativeId);
  if (!isNew) await removeOtherAds(transaction, bookingId, creativeIds);
  for (const creative of creatives) {
    const columns = {
      weight: creative.weight,
      startDate: creative.startDate ? new Date(creative.startDate) : null,
      endDate: creative.endDate ? new Date(creative.endDate) : null,
    };
    await transaction
      .insertInto('bookingCreative')
      .values({ bookingId, creativeId: creative.creativeId, ...columns })
      .onConflict((conflict) =>
        conflict.columns(['bookingId', 'creativeId']).where('removedAt', 'is', null).doUpdateSet(columns),
      )
      .execute();
  }
}

async function removeOtherAds(
  transaction: Transaction<Database>,
  bookingId: number,
  creativeIds: readonly number[],
): Promise<void> {
  await transaction
    .updateTable('bookingCreative')
    .set({ removedAt: sql<Date>`clock_timestamp()` })
    .where('bookingCreative.bookingId', '=', bookingId)
    .where('bookingCreative.removedAt', 'is', null)
    .where(sql<boolean>`not (booking_creative.creative_id = any(${creativeIds as number[]}::bigint[]))`)
    .execute();
}
