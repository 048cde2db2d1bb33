import { rowRules } from './row-rules.ts';

export const reportScheduleRows = rowRules({
  table: 'reportSchedule',
  // Each has one owner, which its routes check.
  visibleTo: 'everyone',
  snapshot: 'none',
  search: null,
});
