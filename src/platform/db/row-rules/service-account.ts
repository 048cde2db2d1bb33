import { rowRules } from './row-rules.ts';

export const serviceAccountRows = rowRules({
  table: 'serviceAccount',
  visibleTo: 'unrestricted',
  snapshot: 'none',
  search: null,
});
