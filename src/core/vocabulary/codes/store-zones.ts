/**
 * Zones of a store. Source: IAB and IAB Europe, In-Store Retail Media: Definitions and Measurement Standards (December
 * 2024).
 */
export const storeZones = ['exterior', 'entrance', 'aisle', 'checkout', 'other'] as const;
/** One of `storeZones`. */
export type StoreZone = (typeof storeZones)[number];
