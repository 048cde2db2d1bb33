import { type Status, statuses } from '../words/statuses.ts';
import { type CampaignFacts, isCampaignExpired } from './booking-facts.ts';

/**
 * Status of a campaign: archived or cancelled when the campaign itself is, finished when it is an offer or option whose
 * time is over, else the most urgent status of its bookings (each computed with the campaign's own facts, so a pause or
 * hold of the campaign is in them already). Without a booking it is a draft. Archived bookings count only when there are
 * no others.
 * @param nowMs epoch ms
 * Source: product decisions 4; docs/decisions/0055-offers-and-options.md.
 */
export function campaignStatus(bookingStatuses: readonly Status[], campaign: CampaignFacts, nowMs: number): Status {
  if (campaign.archived) return 'archived';
  if (campaign.cancelled) return 'cancelled';
  if (isCampaignExpired(campaign, nowMs)) return 'finished';
  return statusesByUrgency.find((status) => bookingStatuses.includes(status)) ?? 'draft';
}

/** How many bookings of a campaign are in each status; every status has an entry, 0 included. */
export function countByStatus(bookingStatuses: readonly Status[]): Readonly<Record<Status, number>> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const status of bookingStatuses) counts[status] += 1;
  return counts;
}

/**
 * Most urgent first. Assumption: what waits for a person comes first (a decision, a hold, missing material, a refusal),
 * then what delivers or is about to, then what is still being prepared, then what is over.
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
