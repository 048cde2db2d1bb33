/**
 * Why a booking did not take part in a decision: one closed list for the API, the trace of a decision and the web
 * interface. The order is the order in which the rules are asked; a trace names the first that refused.
 * Source: product decisions 4 and 5.
 */
export const refusalReasons = [
  'POSITION_NOT_BOOKED',
  'BOOKING_NOT_APPROVED',
  'BOOKING_PAUSED',
  'BOOKING_HELD',
  'CAMPAIGN_NOT_DELIVERING',
  'BEFORE_START',
  'AFTER_END',
  'DAY_NOT_ACTIVE',
  'OUTSIDE_DAY_PART',
  'TARGETING_NOT_MET',
  'CONSENT_MISSING',
  'LABEL_BLOCKED',
  'BELOW_FLOOR',
  'NO_FITTING_CREATIVE',
  'REQUEST_TERMS_NOT_MET',
  'CAP_REACHED',
  'GOAL_REACHED',
  'BUDGET_SPENT',
  'PACED',
  'EXCLUSION_LABEL',
  'ALREADY_IN_REQUEST',
  'BRAND_LIMIT_REACHED',
  'FILL_NOT_NEEDED',
] as const;
/** One of `refusalReasons`. */
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * Why a booking that its owner wants to run cannot: the codes of `blockingReasons[]` in every read of a booking. Where a
 * decision would refuse it for the same cause, the code is that of the refusal.
 * Source: product decisions 4.
 */
export const blockingReasons = [
  'BOOKING_NOT_APPROVED',
  'BOOKING_PAUSED',
  'BOOKING_HELD',
  'CAMPAIGN_NOT_DELIVERING',
  'CAMPAIGN_EXPIRED',
  'NO_POSITION',
  'NO_CREATIVE',
  'CREATIVE_NOT_APPROVED',
  'PRODUCTS_SOLD_OUT',
  'NO_FITTING_CREATIVE',
] as const;
/** One of `blockingReasons`. */
export type BlockingReason = (typeof blockingReasons)[number];

/**
 * Why a booking that runs is given less than it asks for: the codes of `limitingReasons[]`. What asks for more than there
 * is, what has delivered less than it should have by now, and what is not shown at all.
 * Source: product decisions 4 and 5.3; docs/decisions/0071-health.md.
 */
export const limitingReasons = ['OVERBOOKED_POSITION', 'BEHIND_GOAL', 'NO_DELIVERY'] as const;
/** One of `limitingReasons`. */
export type LimitingReason = (typeof limitingReasons)[number];

/**
 * Why an event was kept apart instead of counted; `surplus` is a custom one beyond the names that are kept for its booking.
 * Source: product decisions 8; docs/decisions/0025-events-by-name.md.
 */
export const filterReasons = ['duplicate', 'expired', 'bot', 'prefetch', 'surplus'] as const;
/** One of `filterReasons`. */
export type FilterReason = (typeof filterReasons)[number];

/**
 * What somebody does about what is in the way of a booking: an action of the API, the end of a hold (`release`), a change of a
 * member, an upload, a page or player that asks for the position (`embed`), or nothing but waiting.
 * Source: docs/decisions/0080-diagnosis.md.
 */
export const remedies = [
  'submit',
  'approve',
  'resume',
  'reopen',
  'unarchive',
  'accept',
  'convert',
  'release',
  'change',
  'upload',
  'embed',
  'wait',
] as const;
/** One of `remedies`. */
export type Remedy = (typeof remedies)[number];
