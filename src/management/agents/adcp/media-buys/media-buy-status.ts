import type { GetMediaBuysResponse } from '@adcp/sdk/types';
import type { StoredMediaBuy, StoredPackage } from './read-media-buys.ts';

type MediaBuy = GetMediaBuysResponse['media_buys'][number];
export type MediaBuyStatus = MediaBuy['status'];
type ValidAction = NonNullable<MediaBuy['valid_actions']>[number];

/** Whether a package is part of the purchase: neither cancelled nor rejected by ad operations. */
export function isLive({ lifecycle, archivedAt, canceledAt }: StoredPackage): boolean {
  return canceledAt === null && archivedAt === null && lifecycle !== 'cancelled' && lifecycle !== 'rejected';
}

/**
 * Returns the status of a purchase, computed from the campaign and its bookings.
 * @param nowMs epoch ms
 */
export function statusOfMediaBuy(
  { campaign, packages, canceledAt, declinedAt }: StoredMediaBuy,
  nowMs: number,
): MediaBuyStatus {
  if (canceledAt !== null || campaign.cancelled || campaign.archivedAt !== null) return 'canceled';
  if (declinedAt !== null) return 'rejected';
  const live = packages.filter(isLive);
  if (live.length === 0) return 'canceled';
  if (live.every(({ endDate }) => endDate !== null && endDate.getTime() <= nowMs)) return 'completed';
  if (campaign.paused) return 'paused';
  if (live.some(({ ads }) => ads.length === 0)) return 'pending_creatives';
  return live.every(({ startDate }) => startDate.getTime() > nowMs) ? 'pending_start' : 'active';
}

const whileOpen: readonly ValidAction[] = [
  'cancel',
  'update_budget',
  'update_dates',
  'update_packages',
  'add_packages',
];

/** Returns the actions that a buyer can perform on a purchase with this status. */
export function validActionsOf(status: MediaBuyStatus): ValidAction[] {
  switch (status) {
    case 'pending_creatives':
      return ['sync_creatives', 'pause', ...whileOpen];
    case 'pending_start':
    case 'active':
      return ['pause', ...whileOpen, 'sync_creatives'];
    case 'paused':
      return ['resume', ...whileOpen, 'sync_creatives'];
    case 'completed':
    case 'rejected':
    case 'canceled':
      return [];
  }
}
