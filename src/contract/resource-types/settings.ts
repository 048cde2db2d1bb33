import { resourceType } from './resource-type.ts';

/** `/settings`. */
export const settingsType = resourceType({
  kind: 'settings',
  one: 'settings object',
  many: 'settings',
  operationName: ['Settings', 'Settings'],
  tag: 'Access',
  readScope: 'settings:read',
  writeScope: 'settings:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: null,
  page: () => ({ to: '/administration/settings' }),
});
