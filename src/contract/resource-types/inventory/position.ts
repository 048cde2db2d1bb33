import { resourceType } from '../resource-type.ts';

/** `/inventory/position`. */
export const positionType = resourceType({
  kind: 'inventory/position',
  one: 'position',
  many: 'positions',
  label: 'Position',
  operationName: ['Position', 'Positions'],
  tag: 'Inventory',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPage: { to: '/inventory', title: 'Inventory' },
  page: (id) => ({ to: '/inventory', search: { item: `position-${id}` } }),
});
