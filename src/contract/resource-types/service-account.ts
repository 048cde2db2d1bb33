import { resourceType } from './resource-type.ts';

/** `/service-accounts`. */
export const serviceAccountType = resourceType({
  kind: 'service-accounts',
  one: 'service account',
  many: 'service accounts',
  operationName: ['ServiceAccount', 'ServiceAccounts'],
  tag: 'Access',
  readScope: 'service-accounts:read',
  writeScope: 'service-accounts:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/administration/service-accounts',
  page: (id) => ({ to: '/administration/service-accounts', search: { item: String(id) } }),
});
