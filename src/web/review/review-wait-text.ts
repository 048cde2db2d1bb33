import { kindLabel } from '../creative/model/kind-labels.ts';
import { t } from '../i18n/t.ts';
import type { ReviewItem } from './review-queue.ts';

/**
 * What it is that waits, in a line: `Changed booking, Display`.
 * @param wasApproved whether it was approved once, as it was before; undefined: not known yet
 */
export function reviewWaitText(item: ReviewItem, wasApproved: boolean | undefined): string {
  if (item.kind === 'booking')
    return `${standText(wasApproved, 'booking')}, ${t(`labels.bookingType.${item.object.type}`)}`;
  const { kind, pendingVersion } = item.object;
  const stand = pendingVersion === null ? standText(wasApproved, 'creative') : 'New version';
  return `${stand}, ${kindLabel(kind)}`;
}

function standText(wasApproved: boolean | undefined, noun: 'booking' | 'creative'): string {
  if (wasApproved === undefined) return noun === 'booking' ? 'Booking' : 'Creative';
  return `${wasApproved ? 'Changed' : 'New'} ${noun}`;
}
