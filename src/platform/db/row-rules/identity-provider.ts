import { rowRules } from './row-rules.ts';

export const identityProviderRows = rowRules({
  table: 'identityProvider',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
