import { rowRules } from './row-rules.ts';

export const serviceAccountRows = rowRules({
  table: 'serviceAccount',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
