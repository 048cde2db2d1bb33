import { rowRules } from './row-rules.ts';

export const settingsRows = rowRules({
  table: 'deploymentSettings',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
