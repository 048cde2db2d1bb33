import { rowRules } from './row-rules.ts';

export const destinationConnectionRows = rowRules({
  table: 'destinationConnection',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
