import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';

/** In the order in which the editor offers them. */
export const deliveryMethodOrder = [
  'share',
  'share_of_voice',
  'even',
  'asap',
  'fill',
] as const satisfies readonly Booking['delivery']['method'][];

/** `3 positions, 1 location` */
export function bookedInventoryText(booking: Booking): string {
  const counts = [
    [booking.positionIds, 'positions'],
    [booking.locationIds, 'locations'],
    [booking.publicationIds, 'publications'],
    [booking.publisherIds, 'publishers'],
  ] as const;
  const texts = counts
    .filter(([ids]) => ids.length > 0)
    .map(([ids, level]) => t(`labels.bookedInventory.${level}`, { count: ids.length }));
  return texts.length === 0 ? t('labels.bookedInventory.none') : texts.join(', ');
}
