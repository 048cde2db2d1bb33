import { resourceType } from '../resource-type.ts';

/** `/inventory/publisher`. */
export const publisherType = resourceType({
  kind: 'inventory/publisher',
  one: 'publisher',
  many: 'publishers',
  label: 'Publisher',
  operationName: ['Publisher', 'Publishers'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPage: { to: '/inventory', title: 'Inventory' },
  page: (id) => ({ to: '/inventory', search: { item: `publisher-${id}` } }),
});
