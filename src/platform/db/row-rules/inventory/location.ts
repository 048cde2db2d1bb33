import { sql } from 'kysely';
import { rowRules } from '../row-rules.ts';

export const locationRows = rowRules({
  table: 'location',
  visibleTo: 'everyone',
  snapshot: {
    own: 'locations',
    dependents: [
      {
        kind: 'positions',
        // Slot names of its positions contain its code.
        members: ['archivedAt', 'publicationId', 'code'],
        ids: (of) => sql`select id from position where location_id = any(${of}::bigint[])`,
      },
    ],
  },
  search: null,
});
