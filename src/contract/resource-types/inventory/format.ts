import { resourceType } from '../resource-type.ts';

/** `/inventory/format`. */
export const formatType = resourceType({
  kind: 'inventory/format',
  one: 'format',
  many: 'formats',
  operationName: ['Format', 'Formats'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/inventory/formats',
  page: (id) => ({ to: '/inventory/formats', search: { item: String(id) } }),
});
