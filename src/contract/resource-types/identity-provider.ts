import { resourceType } from './resource-type.ts';

/** `/identity-providers`. */
export const identityProviderType = resourceType({
  kind: 'identity-providers',
  one: 'identity provider',
  many: 'identity providers',
  label: 'Identity provider',
  operationName: ['IdentityProvider', 'IdentityProviders'],
  tag: 'Access',
  readScope: 'identity-providers:read',
  writeScope: 'identity-providers:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPage: { to: '/administration/identity-providers', title: 'Identity providers' },
  page: (id) => ({ to: '/administration/identity-providers', search: { item: String(id) } }),
});
