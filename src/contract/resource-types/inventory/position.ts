import { resourceType } from '../resource-type.ts';

/** `/inventory/position`. */
export const positionType = resourceType({
  kind: 'inventory/position',
  one: 'position',
  many: 'positions',
  operationName: ['Position', 'Positions'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPath: '/inventory',
  page: (id) => ({ to: '/inventory', search: { item: `position-${id}` } }),
});
