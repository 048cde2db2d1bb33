import { type Status, statuses } from '../vocabulary/statuses.ts';
import { type CampaignFacts, isCampaignExpired } from './booking-facts.ts';

/**
 * Returns the status of a campaign: archived or cancelled if the campaign itself is, finished if it is an expired offer
 * or option, else the most urgent status of its bookings. Booking statuses are computed with the facts of the campaign,
 * so they include its pause or hold. A campaign without bookings is a draft. Archived bookings count only if there are
 * no others.
 * Source: product decisions 4; docs/decisions/0055-offers-and-options.md.
 * @param nowMs epoch ms
 */
export function campaignStatus(bookingStatuses: readonly Status[], campaign: CampaignFacts, nowMs: number): Status {
  if (campaign.archived) return 'archived';
  if (campaign.cancelled) return 'cancelled';
  if (isCampaignExpired(campaign, nowMs)) return 'finished';
  return statusesByUrgency.find((status) => bookingStatuses.includes(status)) ?? 'draft';
}

/** Counts the bookings of a campaign per status. Every status has an entry, including 0. */
export function countByStatus(bookingStatuses: readonly Status[]): Readonly<Record<Status, number>> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const status of bookingStatuses) counts[status] += 1;
  return counts;
}

/**
 * Most urgent first. Assumption: statuses that require a user action (decision, hold, missing material, rejection)
 * precede those that deliver or will soon, then those in preparation, then those that are over.
 */
export const statusesByUrgency: readonly Status[] = [
  'pending_approval',
  'held',
  'not_ready',
  'rejected',
  'running',
  'paused',
  'planned',
  'draft',
  'finished',
  'cancelled',
  'archived',
];
