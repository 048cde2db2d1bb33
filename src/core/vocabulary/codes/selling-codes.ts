/** Whether a sold booking delivers a goal or shares what is left. Source: AdCP 3.0, `delivery_type`. */
export const deliveryTypes = ['guaranteed', 'non_guaranteed'] as const;
/** One of `deliveryTypes`. */
export type DeliveryType = (typeof deliveryTypes)[number];

/** Targeting that a package may allow buyers to add. */
export const allowedTargetings = [
  'country',
  'region',
  'city',
  'device',
  'language',
  'segment',
  'frequency_cap',
] as const;
/** One of `allowedTargetings`. */
export type AllowedTargeting = (typeof allowedTargetings)[number];
