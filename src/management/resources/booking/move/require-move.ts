import type { Transaction } from 'kysely';
import type { BookingBody } from '../../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { invalidField } from '../../../records/domain-error.ts';
import { requireReference } from '../../../records/references.ts';
import type { WriteContext } from '../../../records/resource.ts';
import type { StoredBooking } from '../read-booking-facts.ts';

type Write = WriteContext<'booking'>;

const pointer = '/campaignId';

/**
 * Requires that the campaign of a new booking exists, or that a booking can move to another campaign: an active one of the
 * same advertiser that the caller may see. Locks the campaign against changes until the transaction ends. The order of
 * all locks is: bookings by ID, campaign, brands of the campaign, prices of the campaign, so that moves cannot deadlock
 * with each other. Source: docs/decisions/0259-move-bookings.md.
 */
export async function requireCampaign(body: BookingBody, write: Write): Promise<void> {
  const { current } = write;
  if (current !== null && current.campaignId === body.campaignId) return;
  await requireReference(write, { table: 'campaign', id: body.campaignId, pointer, noun: 'campaigns' });
  if (current !== null) await requireMove(current, body.campaignId, write.transaction);
}

/** Returns whether a change moves the booking to another campaign. */
export function isMove(body: Pick<BookingBody, 'campaignId'>, current: StoredBooking | null): boolean {
  return current !== null && current.campaignId !== body.campaignId;
}

async function requireMove(
  current: StoredBooking,
  campaignId: number,
  transaction: Transaction<Database>,
): Promise<void> {
  const campaigns = await transaction
    .selectFrom('campaign')
    .leftJoin('mediaBuy', 'mediaBuy.campaignId', 'campaign.id')
    .select(['campaign.id', 'campaign.advertiserCompanyId', 'mediaBuy.id as purchaseId'])
    .where('campaign.id', 'in', [current.campaignId, campaignId])
    .execute();
  const purchased = await transaction
    .selectFrom('mediaBuyPackage')
    .select('mediaBuyPackage.mediaBuyId')
    .where('mediaBuyPackage.bookingId', '=', current.id)
    .executeTakeFirst();
  if (purchased !== undefined) {
    const message = fieldMessage('bookingOfPurchase', { purchaseId: purchased.mediaBuyId });
    throw invalidField(pointer, 'in_purchase', message);
  }
  const before = campaigns.find(({ id }) => id === current.campaignId);
  const after = campaigns.find(({ id }) => id === campaignId);
  if (before?.advertiserCompanyId !== after?.advertiserCompanyId) {
    const message = fieldMessage('campaignOfOtherAdvertiser', { id: before?.advertiserCompanyId ?? 0 });
    throw invalidField(pointer, 'other_advertiser', message);
  }
  if (after?.purchaseId !== undefined && after.purchaseId !== null) {
    const message = fieldMessage('campaignOfPurchase', { purchaseId: after.purchaseId });
    throw invalidField(pointer, 'in_purchase', message);
  }
}

/** Columns of a campaign that its bookings depend on. Its name, external ID and brands are no terms. */
const termColumns = [
  'type',
  'validUntil',
  'invoiceCompanyId',
  'poNumber',
  'budgetMicros',
  'budgetCurrency',
  'paused',
  'held',
  'heldUntil',
  'cancelled',
] as const;

/** Returns whether two campaigns have different terms: type, validity, invoice, budget, pause, hold or cancellation. */
export async function haveOtherTerms(
  transaction: Transaction<Database>,
  [one, other]: readonly [number, number],
): Promise<boolean> {
  if (one === other) return false;
  const campaigns = await transaction
    .selectFrom('campaign')
    .select(termColumns.map((column) => `campaign.${column}` as const))
    .where('campaign.id', 'in', [one, other])
    .execute();
  const [first, second] = campaigns;
  return termColumns.some((column) => comparable(first?.[column]) !== comparable(second?.[column]));
}

function comparable(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}
