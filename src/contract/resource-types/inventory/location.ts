import { resourceType } from '../resource-type.ts';

/** `/inventory/location`. */
export const locationType = resourceType({
  kind: 'inventory/location',
  one: 'location',
  many: 'locations',
  operationName: ['Location', 'Locations'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/inventory',
  page: (id) => ({ to: '/inventory', search: { item: `location-${id}` } }),
});
