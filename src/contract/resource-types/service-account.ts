import { resourceType } from './resource-type.ts';

/** `/service-accounts`. */
export const serviceAccountType = resourceType({
  kind: 'service-accounts',
  one: 'service account',
  many: 'service accounts',
  label: 'Service account',
  operationName: ['ServiceAccount', 'ServiceAccounts'],
  tag: 'Access',
  readScope: 'service-accounts:read',
  writeScope: 'service-accounts:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPage: { to: '/administration/service-accounts', title: 'Service accounts' },
  page: (id) => ({ to: '/administration/service-accounts', search: { item: String(id) } }),
});
