/**
 * Reasons why a booking is not eligible in a decision: one closed list for the API, traces and the web interface. In
 * order of evaluation of the rules. A trace contains the first that rejected the booking. Source: product decisions 4
 * and 5.
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
  'NEEDS_APP',
  'CAP_REACHED',
  'GOAL_REACHED',
  'BUDGET_SPENT',
  'PACED',
  'EXCLUSION_LABEL',
  'ALREADY_IN_REQUEST',
  'BRAND_LIMIT_REACHED',
  'ROADBLOCK_DECIDED',
  'ROADBLOCK_INCOMPLETE',
  'HOLDOUT',
  'TAKEN_BY_ROADBLOCK',
  'FILL_NOT_NEEDED',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * Reasons why a booking that should run cannot: the codes of `blockingReasons[]` in all responses with a booking. If a
 * decision would reject it for the same cause, the codes are equal. Source: product decisions 4.
 */
export const blockingReasons = [
  'BOOKING_NOT_APPROVED',
  'BOOKING_PAUSED',
  'BOOKING_HELD',
  'HOLD_EXPIRED',
  'CAMPAIGN_NOT_DELIVERING',
  'CAMPAIGN_EXPIRED',
  'NO_POSITION',
  'NO_CREATIVE',
  'CREATIVE_NOT_APPROVED',
  'PRODUCTS_SOLD_OUT',
  'NO_FITTING_CREATIVE',
] as const;
export type BlockingReason = (typeof blockingReasons)[number];

/**
 * Reasons why a running booking underdelivers: the codes of `limitingReasons[]`. Demand exceeds the available requests,
 * delivery is behind the goal, screens missed planned plays, nothing was delivered, or the counts of a third party differ.
 * Source: product decisions 4 and 5.3; docs/decisions/0071-health.md.
 */
export const limitingReasons = [
  'OVERBOOKED_POSITION',
  'BEHIND_GOAL',
  'MISSED_PLAYS',
  'NO_DELIVERY',
  'DISCREPANCY',
] as const;
export type LimitingReason = (typeof limitingReasons)[number];

/**
 * Reasons why an event was filtered instead of counted. `surplus`: a custom event whose name exceeds the stored number
 * of names per booking. Source: product decisions 8; docs/decisions/0025-events-by-name.md.
 */
export const filterReasons = ['duplicate', 'expired', 'bot', 'prefetch', 'surplus'] as const;
export type FilterReason = (typeof filterReasons)[number];

/**
 * Remedies for the issues of a booking: an API action, a change of a field, an upload, a
 * page or player that requests the position (`embed`), a makegood for missed plays, or no action but waiting. Source:
 * docs/decisions/0080-diagnosis.md.
 */
export const remedies = [
  'submit',
  'approve',
  'resume',
  'reopen',
  'unarchive',
  'accept',
  'convert',
  'confirm',
  'change',
  'upload',
  'embed',
  'makegood',
  'wait',
] as const;
export type Remedy = (typeof remedies)[number];
