import type { BlockingReason } from '../vocabulary/reasons.ts';
import type { Status } from '../vocabulary/statuses.ts';
import { type BookingFacts, type Hold, isCampaignExpired, isReserving } from './booking-facts.ts';

/**
 * Returns the status of a booking at `nowMs` (epoch ms): the first matching rule in the order of `statuses`. A booking
 * inherits the decisions about its campaign, so it is never `running` while it cannot deliver. In an offer or option,
 * which never deliver, an approved booking is `not_ready`, and `finished` after expiry. A hold that has expired without
 * a confirmation is `finished` as well.
 * Source: product decisions 4; docs/decisions/0055-offers-and-options.md, 0218-holds.md.
 * @example an approved, equipped booking with startMs 10, endMs 20: planned at 9, running at 10 and 19, finished at 20
 */
export function bookingStatus(facts: BookingFacts, nowMs: number): Status {
  const rule = rules.find((candidate) => candidate.matches(facts, nowMs));
  return rule === undefined ? 'running' : rule.status;
}

/**
 * Returns all reasons except its dates that prevent a booking from delivering, in the order of the closed list. Empty
 * if nothing blocks it.
 * Source: product decisions 4 (`blockingReasons[]`).
 * @param nowMs epoch ms, for the expiry of an offer or option
 */
export function blockingReasonsOf(facts: BookingFacts, nowMs: number): readonly BlockingReason[] {
  return blocks.flatMap((block) => (block.applies(facts, nowMs) ? [block.reason] : []));
}

type StatusRule = { readonly status: Status; readonly matches: (facts: BookingFacts, nowMs: number) => boolean };

/** One row per status except `running`, the default. A test compares the order with `statuses`. */
const rules: readonly StatusRule[] = [
  { status: 'archived', matches: (facts) => facts.archived || facts.campaign.archived },
  { status: 'cancelled', matches: (facts) => facts.lifecycle === 'cancelled' || facts.campaign.cancelled },
  { status: 'rejected', matches: (facts) => facts.lifecycle === 'rejected' },
  { status: 'draft', matches: (facts) => facts.lifecycle === 'draft' },
  { status: 'pending_approval', matches: (facts) => facts.lifecycle === 'submitted' },
  { status: 'held', matches: isReserved },
  {
    status: 'finished',
    matches: (facts, nowMs) =>
      isOver(facts, nowMs) || isCampaignExpired(facts.campaign, nowMs) || facts.held || facts.campaign.held,
  },
  { status: 'paused', matches: (facts) => facts.paused || facts.campaign.paused },
  { status: 'not_ready', matches: (facts, nowMs) => blockingReasonsOf(facts, nowMs).length > 0 },
  { status: 'planned', matches: (facts, nowMs) => nowMs < facts.startMs },
];

/** A hold also ends with the validity of its option or offer. */
function isReserved(facts: BookingFacts, nowMs: number): boolean {
  const reserves = isReserving(facts, nowMs) || isReserving(facts.campaign, nowMs);
  return reserves && !isCampaignExpired(facts.campaign, nowMs);
}

function isOver({ endMs }: BookingFacts, nowMs: number): boolean {
  return endMs !== null && nowMs >= endMs;
}

function hasExpired(hold: Hold, nowMs: number): boolean {
  return hold.held && !isReserving(hold, nowMs);
}

type Block = { readonly reason: BlockingReason; readonly applies: (facts: BookingFacts, nowMs: number) => boolean };

const blocks: readonly Block[] = [
  { reason: 'BOOKING_NOT_APPROVED', applies: (facts) => facts.archived || facts.lifecycle !== 'approved' },
  { reason: 'BOOKING_PAUSED', applies: (facts) => facts.paused },
  { reason: 'BOOKING_HELD', applies: (facts, nowMs) => isReserving(facts, nowMs) },
  { reason: 'HOLD_EXPIRED', applies: (facts, nowMs) => hasExpired(facts, nowMs) || hasExpired(facts.campaign, nowMs) },
  { reason: 'CAMPAIGN_NOT_DELIVERING', applies: ({ campaign }) => !campaignDelivers(campaign) },
  { reason: 'CAMPAIGN_EXPIRED', applies: ({ campaign }, nowMs) => isCampaignExpired(campaign, nowMs) },
  { reason: 'NO_POSITION', applies: ({ readiness }) => readiness.positionCount === 0 },
  { reason: 'NO_CREATIVE', applies: ({ readiness }) => readiness.adCount === 0 },
  {
    reason: 'CREATIVE_NOT_APPROVED',
    applies: ({ readiness }) => readiness.adCount > 0 && readiness.approvedAdCount === 0,
  },
  {
    reason: 'PRODUCTS_SOLD_OUT',
    applies: ({ readiness }) => readiness.approvedAdCount > 0 && readiness.availableAdCount === 0,
  },
  {
    reason: 'NO_FITTING_CREATIVE',
    applies: ({ readiness }) =>
      readiness.positionCount > 0 && readiness.availableAdCount > 0 && readiness.fittingAdCount === 0,
  },
];

function campaignDelivers(campaign: BookingFacts['campaign']): boolean {
  const stopped = campaign.paused || campaign.held || campaign.cancelled || campaign.archived;
  return campaign.type === 'campaign' && !stopped;
}
