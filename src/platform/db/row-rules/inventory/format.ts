import { sql } from 'kysely';
import { creativesWhere, rowRules } from '../row-rules.ts';

export const formatRows = rowRules({
  table: 'format',
  visibleTo: 'everyone',
  snapshot: {
    own: 'formats',
    dependents: [
      {
        kind: 'positions',
        members: ['code'],
        ids: (of) => sql`select id from position where format_id = any(${of}::bigint[])`,
      },
      ...creativesWhere((of) => sql`creative.format_id = any(${of}::bigint[])`, ['width', 'height']),
    ],
  },
  search: null,
});
