import { resourceType } from './resource-type.ts';

/** `/settings`. */
export const settingsType = resourceType({
  kind: 'settings',
  one: 'settings object',
  many: 'settings',
  label: 'Settings',
  operationName: ['Settings', 'Settings'],
  tag: 'Access',
  readScope: 'settings:read',
  writeScope: 'settings:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPage: null,
  page: () => ({ to: '/administration/settings' }),
});
