import { resourceType } from './resource-type.ts';

/** `/identity-providers`. */
export const identityProviderType = resourceType({
  kind: 'identity-providers',
  one: 'identity provider',
  many: 'identity providers',
  operationName: ['IdentityProvider', 'IdentityProviders'],
  tag: 'Access',
  readScope: 'identity-providers:read',
  writeScope: 'identity-providers:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/administration/identity-providers',
  page: (id) => ({ to: '/administration/identity-providers', search: { item: String(id) } }),
});
