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
  { campaign, packages, canceledAt, declinedAt, forcedStatus }: StoredMediaBuy,
  nowMs: number,
): MediaBuyStatus {
  if (forcedStatus !== null) return forcedStatus as MediaBuyStatus;
  if (canceledAt !== null || campaign.cancelled || campaign.archivedAt !== null) return 'canceled';
  if (declinedAt !== null) return 'rejected';
  const live = packages.filter(isLive);
  if (live.length === 0) return 'canceled';
  if (live.every(({ endDate }) => endDate !== null && endDate.getTime() <= nowMs)) return 'completed';
  if (live.some(({ ads }) => ads.length === 0)) return 'pending_creatives';
  if (live.every(({ startDate }) => startDate.getTime() > nowMs)) return 'pending_start';
  // In the protocol, only an active purchase can become paused, and a paused one only active again.
  return campaign.paused ? 'paused' : 'active';
}

const whileOpen: readonly ValidAction[] = [
  'cancel',
  'update_budget',
  'update_dates',
  'update_packages',
  'add_packages',
];

/** Returns the actions that a buyer can perform on a purchase. None if it has ended. */
export function validActionsOf(buy: StoredMediaBuy, nowMs: number): ValidAction[] {
  switch (statusOfMediaBuy(buy, nowMs)) {
    case 'pending_creatives':
    case 'pending_start':
    case 'active':
    case 'paused':
      return ['sync_creatives', buy.campaign.paused ? 'resume' : 'pause', ...whileOpen];
    case 'completed':
    case 'rejected':
    case 'canceled':
      return [];
  }
}
