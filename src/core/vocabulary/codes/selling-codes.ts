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

/** State of a purchase of a buyer agent, computed from its bookings. */
export const purchaseStates = ['waiting', 'approved', 'running', 'completed', 'declined', 'cancelled'] as const;
/** One of `purchaseStates`. */
export type PurchaseState = (typeof purchaseStates)[number];

/** Decisions of ad operations on a whole purchase. */
export const purchaseActions = ['approve', 'decline'] as const;
/** One of `purchaseActions`. */
export type PurchaseAction = (typeof purchaseActions)[number];

/** What ad operations must check or do themselves before they approve a purchased package. */
export const purchaseWarnings = [
  'PROPERTY_LIST_NOT_APPLIED',
  'COLLECTION_LIST_NOT_APPLIED',
  'MEASUREMENT_TERMS_NOT_APPLIED',
  'BID_PRICE_NOT_APPLIED',
  'PRICE_CHANGED',
  'CREATIVES_MISSING',
  'CREATIVES_AWAITED',
] as const;
/** One of `purchaseWarnings`. */
export type PurchaseWarning = (typeof purchaseWarnings)[number];
