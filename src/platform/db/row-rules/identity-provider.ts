import { rowRules } from './row-rules.ts';

export const identityProviderRows = rowRules({
  table: 'identityProvider',
  visibleTo: 'unrestricted',
  snapshot: 'none',
  search: null,
});
