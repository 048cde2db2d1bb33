import { resourceType } from '../resource-type.ts';

/** `/inventory/publication`. */
export const publicationType = resourceType({
  kind: 'inventory/publication',
  one: 'publication',
  many: 'publications',
  operationName: ['Publication', 'Publications'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPath: '/inventory',
  page: (id) => ({ to: '/inventory', search: { item: `publication-${id}` } }),
});
