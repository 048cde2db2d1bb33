import { rowRules } from './row-rules.ts';

export const segmentRows = rowRules({
  table: 'segment',
  visibleTo: 'unrestricted',
  // Members have files of their own, and bookings name segments by their codes.
  snapshot: 'none',
  search: null,
});
