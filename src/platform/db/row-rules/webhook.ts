import { rowRules } from './row-rules.ts';

export const webhookRows = rowRules({
  table: 'webhook',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
