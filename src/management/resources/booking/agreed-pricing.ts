import { isFullScope } from '../../../contract/access/scopes.ts';
import type { Columns, WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { StoredBooking } from './read-booking-facts.ts';

const priceFields = ['pricingModel', 'rateMicros', 'rateCurrency'] as const;

/** Price of a booking. */
type Pricing = Pick<StoredBooking, (typeof priceFields)[number]>;

/**
 * Returns the column of the agreed price. A reviewed user may change the price of a booking that has delivered, but
 * reports use it only after its approval. Changes by users who are not reviewed correct past delivery immediately.
 * Source: docs/decisions/0142-prices-under-review.md.
 */
export async function agreedPricingColumn(
  current: StoredBooking,
  next: Columns<'booking'>,
  write: Pick<WriteContext<'booking'>, 'transaction' | 'caller'>,
): Promise<{ readonly agreedPricing?: string | null }> {
  if (!hasOtherPrice(current, next)) return {};
  if (isFullScope(write.caller.scopes) && !(await readSettings(write.transaction)).fourEyes) {
    return { agreedPricing: null };
  }
  if (current.agreedPricing !== null || !(await wasShown(current, write))) return {};
  const { pricingModel, rateMicros, rateCurrency } = current;
  return { agreedPricing: JSON.stringify({ pricingModel, rateMicros, rateCurrency }) };
}

/** Returns the price of past delivery. */
export function agreedPricing(booking: Pricing & Pick<StoredBooking, 'agreedPricing'>): Pricing {
  return booking.agreedPricing ?? booking;
}

/** Returns whether two prices differ. */
export function hasOtherPrice(current: Pricing, next: Pick<Columns<'booking'>, (typeof priceFields)[number]>): boolean {
  return priceFields.some((field) => current[field] !== next[field]);
}

/** An approved booking may have delivered even if nothing is counted yet. */
async function wasShown(
  { id, lifecycle }: StoredBooking,
  { transaction }: Pick<WriteContext<'booking'>, 'transaction'>,
): Promise<boolean> {
  if (lifecycle === 'approved') return true;
  const counted = await transaction
    .selectFrom('bookingTotal')
    .select('bookingTotal.bookingId')
    .where('bookingTotal.bookingId', '=', id)
    .executeTakeFirst();
  return counted !== undefined;
}
