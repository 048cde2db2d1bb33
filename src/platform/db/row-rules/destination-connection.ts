import { rowRules } from './row-rules.ts';

export const destinationConnectionRows = rowRules({
  table: 'destinationConnection',
  visibleTo: 'unrestricted',
  snapshot: 'none',
  search: null,
});
