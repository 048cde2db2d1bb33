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

/** Whether the company owns the inventory that it sells. Source: IAB Tech Lab sellers.json 1.0, `seller_type`. */
export const sellerTypes = ['publisher', 'intermediary', 'both'] as const;
/** One of `sellerTypes`. */
export type SellerType = (typeof sellerTypes)[number];

/** Files in which a publisher states who may sell its inventory. */
export const authorizationFiles = ['adagents.json', 'ads.txt', 'app-ads.txt'] as const;
/** One of `authorizationFiles`. */
export type AuthorizationFile = (typeof authorizationFiles)[number];

/** Result of the check of an authorization file. */
export const authorizationStatuses = [
  'authorized',
  'not_listed',
  'missing',
  'redirected',
  'invalid',
  'private_address',
  'too_large',
  'unreachable',
] as const;
/** One of `authorizationStatuses`. */
export type AuthorizationStatus = (typeof authorizationStatuses)[number];
/** Whether ad operations approve each purchase of a buyer agent. */
export const purchaseApprovals = ['required', 'automatic'] as const;
/** One of `purchaseApprovals`. */
export type PurchaseApproval = (typeof purchaseApprovals)[number];
