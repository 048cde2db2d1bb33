import { resourceType } from '../resource-type.ts';

/** `/inventory/publisher`. */
export const publisherType = resourceType({
  kind: 'inventory/publisher',
  one: 'publisher',
  many: 'publishers',
  operationName: ['Publisher', 'Publishers'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/inventory',
  page: (id) => ({ to: '/inventory', search: { item: `publisher-${id}` } }),
});
