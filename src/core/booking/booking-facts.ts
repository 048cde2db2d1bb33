/*
 * Status and health of bookings and campaigns, as pure functions.
 *
 * - `booking-facts.ts`: user decisions, the only part of the state that is stored.
 * - `booking-status.ts`, `campaign-status.ts`: the status at a given time, derived from those facts.
 * - `booking-actions.ts`, `campaign-actions.ts`, `creative-actions.ts`: which actions are allowed, and what they
 *   change.
 * - `booking-health.ts`, `diagnose-booking.ts`: whether a booking delivers as planned, and why not.
 *
 * The same rules exist in SQL for lists (`management/resources/booking/state`). A test compares both.
 */

import type { CampaignType, Lifecycle } from '../vocabulary/statuses.ts';

/**
 * Hold of a booking or campaign. It does not deliver until the hold is confirmed, also after the hold has expired.
 * Source: docs/decisions/0218-holds.md.
 */
export type Hold = {
  readonly held: boolean;
  /** End of the reservation: epoch ms, exclusive. null: no end, or not held. */
  readonly heldUntilMs: number | null;
};

/**
 * Reports whether a hold reserves inventory at `nowMs` (epoch ms).
 * @example held until 20: true at 19, false at 20; not held: always false
 */
export function isReserving({ held, heldUntilMs }: Hold, nowMs: number): boolean {
  return held && (heldUntilMs === null || nowMs < heldUntilMs);
}

/** User decisions about a booking: the only part of its state that is stored. Source: product decisions 4. */
export type BookingIntent = {
  readonly lifecycle: Lifecycle;
  readonly paused: boolean;
  readonly archived: boolean;
} & Hold;

/** User decisions about a campaign. Its bookings inherit them. Source: product decisions 4. */
export type CampaignIntent = {
  readonly paused: boolean;
  readonly cancelled: boolean;
  readonly archived: boolean;
} & Hold;

/** Intent and type of a campaign. Only the type `campaign` delivers. */
export type CampaignFacts = CampaignIntent & {
  readonly type: CampaignType;
  /** End of the validity of an offer or option: epoch ms, exclusive. null: no end, or a campaign. */
  readonly validUntilMs: number | null;
};

/**
 * Reports whether an offer or option has expired without becoming a campaign.
 * Source: docs/decisions/0055-offers-and-options.md.
 * @param nowMs epoch ms
 * @example an offer with validUntilMs 20: false at 19, true at 20; a campaign: always false
 */
export function isCampaignExpired({ type, validUntilMs }: CampaignFacts, nowMs: number): boolean {
  return type !== 'campaign' && validUntilMs !== null && nowMs >= validUntilMs;
}

/** Row counts (0 or more) that decide whether a booking can deliver. Archived and removed rows do not count. */
export type Readiness = {
  /** Positions that its inventory currently resolves to. */
  readonly positionCount: number;
  /** Creatives of the booking, in any state. */
  readonly adCount: number;
  /** Creatives of the booking that are approved. */
  readonly approvedAdCount: number;
  /** Approved creatives that have no product, or one that is neither out of stock nor archived. */
  readonly availableAdCount: number;
  /** Available creatives whose format is the format of at least one of its positions. */
  readonly fittingAdCount: number;
};

/** All inputs of the status of a booking except the time. */
export type BookingFacts = BookingIntent & {
  /** Epoch ms, inclusive. */
  readonly startMs: number;
  /** Epoch ms, exclusive; null: open end. */
  readonly endMs: number | null;
  readonly campaign: CampaignFacts;
  readonly readiness: Readiness;
};

/** Permissions of the caller of an action. Source: product decisions 4 and 7. */
export type ActingParty = {
  /** Ad operations, a reviewer, or a service account with full scope. */
  readonly mayApprove: boolean;
  /** This caller submitted the object. Callers cannot approve their own submissions. */
  readonly isSubmitter: boolean;
  /** False if ad operations paused the object and this caller is not ad operations. */
  readonly mayResume: boolean;
  /** False if ad operations cancelled the object and this caller is not ad operations. */
  readonly mayReopen: boolean;
  /** False if ad operations archived the object and this caller is not ad operations. */
  readonly mayUnarchive: boolean;
  /** May hold, confirm and release, and convert an option. Only ad operations decide who gets the inventory. */
  readonly mayAllocate: boolean;
  /** The four-eyes setting: each submission requires another approver. */
  readonly fourEyes: boolean;
};

/** A service account with full scope, or ad operations, with the four-eyes setting off. */
export const operationsParty: ActingParty = Object.freeze({
  mayApprove: true,
  isSubmitter: false,
  mayResume: true,
  mayReopen: true,
  mayUnarchive: true,
  mayAllocate: true,
  fourEyes: false,
});
