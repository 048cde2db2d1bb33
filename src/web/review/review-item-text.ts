import { kindLabel } from '../creative/model/kind-labels.ts';
import { t } from '../i18n/t.ts';
import type { ReviewItem } from './review-queue.ts';

/**
 * State and type of an item in a line: `Changed booking, Display`.
 * @param wasApproved whether an earlier version was approved. Undefined: not known yet.
 */
export function reviewItemText(item: ReviewItem, wasApproved: boolean | undefined): string {
  const state = wasApproved === undefined ? 'unknown' : wasApproved ? 'changed' : 'new';
  if (item.kind === 'booking') {
    return t('review.format.bookingItem', { state, type: t(`labels.bookingType.${item.object.type}`) });
  }
  const { kind, pendingVersion } = item.object;
  return t('review.format.creativeItem', {
    state: pendingVersion === null ? state : 'version',
    kind: kindLabel(kind),
  });
}
