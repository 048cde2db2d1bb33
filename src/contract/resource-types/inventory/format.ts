import { resourceType } from '../resource-type.ts';

/** `/inventory/format`. */
export const formatType = resourceType({
  kind: 'inventory/format',
  one: 'format',
  many: 'formats',
  label: 'Format',
  operationName: ['Format', 'Formats'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPage: { to: '/inventory/formats', title: 'Formats' },
  page: (id) => ({ to: '/inventory/formats', search: { item: String(id) } }),
});
