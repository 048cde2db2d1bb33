/*
 * Status and health of bookings and campaigns, as pure functions.
 *
 * - `booking-facts.ts`: what people decided, the only part of the state that is stored.
 * - `booking-status.ts`, `campaign-status.ts`: the status at a moment, derived from those facts.
 * - `booking-actions.ts`, `campaign-actions.ts`, `creative-actions.ts`: which actions are allowed, and what they
 *   change.
 * - `booking-health.ts`, `diagnose-booking.ts`: whether a booking delivers as planned, and why not.
 *
 * The same rules exist in SQL for lists (`management/resources/booking/state`); a test compares both.
 */

import type { CampaignType, Lifecycle } from '../words/statuses.ts';

/**
 * What somebody decided about a booking, and the only part of its state that is stored.
 * Source: product decisions 4.
 */
export type BookingIntent = {
  readonly lifecycle: Lifecycle;
  readonly paused: boolean;
  readonly held: boolean;
  readonly archived: boolean;
};

/** What somebody decided about a campaign; its bookings inherit it. Source: product decisions 4. */
export type CampaignIntent = {
  readonly paused: boolean;
  readonly held: boolean;
  readonly cancelled: boolean;
  readonly archived: boolean;
};

/** A campaign's intent and its type; only `campaign` delivers. */
export type CampaignFacts = CampaignIntent & {
  readonly type: CampaignType;
  /** Epoch ms, excluded: until when an offer or option stands; null: it does not end, or is a campaign. */
  readonly validUntilMs: number | null;
};

/**
 * True for an offer or option whose time is over: nobody turned it into a campaign.
 * @param nowMs epoch ms
 * @example an offer with validUntilMs 20: false at 19, true at 20; a campaign never
 * Source: docs/decisions/0055-offers-and-options.md.
 */
export function isCampaignExpired({ type, validUntilMs }: CampaignFacts, nowMs: number): boolean {
  return type !== 'campaign' && validUntilMs !== null && nowMs >= validUntilMs;
}

/** How far a booking is equipped to deliver: counts, each 0 or more, of rows that are not archived or removed. */
export type Readiness = {
  /** Positions that its inventory resolves to now. */
  readonly positionCount: number;
  /** Creatives in the booking, in any state. */
  readonly adCount: number;
  /** Those among them whose creative is approved. */
  readonly approvedAdCount: number;
  /** Those among the approved that show no product, or one that is neither out of stock nor archived. */
  readonly availableAdCount: number;
  /** Those among the available whose format is the format of at least one of its positions. */
  readonly fittingAdCount: number;
};

/** Everything from which the status of a booking follows, the clock apart. */
export type BookingFacts = BookingIntent & {
  /** Epoch ms, included. */
  readonly startMs: number;
  /** Epoch ms, excluded; null: open end. */
  readonly endMs: number | null;
  readonly campaign: CampaignFacts;
  readonly readiness: Readiness;
};

/** What the caller of an action may do. Source: product decisions 4 and 7. */
export type ActingParty = {
  /** Ad operations, a reviewer, or a service account with full scope. */
  readonly mayApprove: boolean;
  /** It was this caller who submitted the object: nobody approves their own. */
  readonly isSubmitter: boolean;
  /** False: it was ad operations who paused the object, and this caller is not one of them. */
  readonly mayResume: boolean;
  /** The same for a cancellation. */
  readonly mayReopen: boolean;
  /** The same for archiving. */
  readonly mayUnarchive: boolean;
  /** May turn an option into a campaign: who gets a place is for ad operations to say. */
  readonly mayConvert: boolean;
  /** The setting for four eyes: what is submitted always waits for somebody else. */
  readonly fourEyes: boolean;
};

/** A service account with full scope, or ad operations, where the setting for four eyes is off. */
export const operationsParty: ActingParty = Object.freeze({
  mayApprove: true,
  isSubmitter: false,
  mayResume: true,
  mayReopen: true,
  mayUnarchive: true,
  mayConvert: true,
  fourEyes: false,
});
