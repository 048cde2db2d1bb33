import { rowRules } from './row-rules.ts';

export const settingsRows = rowRules({
  table: 'deploymentSettings',
  visibleTo: 'unrestricted',
  snapshot: 'none',
  search: null,
});
