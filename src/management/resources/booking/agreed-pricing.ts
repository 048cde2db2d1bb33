import { isFullScope } from '../../../contract/access/scopes.ts';
import type { Columns, WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { StoredBooking } from './read-booking-facts.ts';

const priceFields = ['pricingModel', 'rateMicros', 'rateCurrency'] as const;

/** What a booking costs. */
type Pricing = Pick<StoredBooking, (typeof priceFields)[number]>;

/**
 * What was shown was agreed at a price: who is reviewed may ask for another one, which is what reports go by only when it is
 * approved. Somebody whose changes are not reviewed corrects the past at once.
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

/** The price at which what was shown counts. */
export function agreedPricing(booking: Pricing & Pick<StoredBooking, 'agreedPricing'>): Pricing {
  return booking.agreedPricing ?? booking;
}

/** Whether one price is another one. */
export function hasOtherPrice(current: Pricing, next: Pick<Columns<'booking'>, (typeof priceFields)[number]>): boolean {
  return priceFields.some((field) => current[field] !== next[field]);
}

/** What is approved may be shown, though nothing of it is counted yet. */
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
