import { rowRules } from './row-rules.ts';

export const segmentRows = rowRules({
  table: 'segment',
  visibleTo: 'onlyUnrestricted',
  // Members are stored in separate files, and bookings refer to segments by code.
  snapshot: 'none',
  search: null,
});
