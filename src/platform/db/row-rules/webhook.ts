import { rowRules } from './row-rules.ts';

export const webhookRows = rowRules({
  table: 'webhook',
  visibleTo: 'unrestricted',
  snapshot: 'none',
  search: null,
});
