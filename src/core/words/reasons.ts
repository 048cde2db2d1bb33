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
  'NO_FITTING_CREATIVE',
  'ALREADY_IN_REQUEST',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why an event was kept apart instead of counted. Source: product decisions 8. */
export const filterReasons = ['duplicate', 'expired', 'bot', 'prefetch'] as const;
export type FilterReason = (typeof filterReasons)[number];
