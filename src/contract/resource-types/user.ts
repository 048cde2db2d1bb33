import { resourceType } from './resource-type.ts';

/** `/users`. */
export const userType = resourceType({
  kind: 'users',
  one: 'user',
  many: 'users',
  operationName: ['User', 'Users'],
  tag: 'Access',
  readScope: 'users:read',
  writeScope: 'users:write',
  access: 'administration',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPath: '/administration/users',
  page: (id) => ({ to: `/administration/users/${id}` }),
});
