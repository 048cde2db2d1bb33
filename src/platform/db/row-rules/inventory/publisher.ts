import { sql } from 'kysely';
import { rowRules } from '../row-rules.ts';

export const publisherRows = rowRules({
  table: 'publisher',
  visibleTo: 'everyone',
  snapshot: {
    own: 'publishers',
    dependents: [
      {
        kind: 'publishers',
        members: ['archivedAt'],
        ids: (of) => sql`select id from publisher where parent_id = any(${of}::bigint[])`,
      },
      {
        kind: 'publications',
        members: ['archivedAt'],
        ids: (of) => sql`select id from publication where publisher_id = any(${of}::bigint[])`,
      },
      {
        kind: 'locations',
        members: ['archivedAt'],
        ids: (of) => sql`
          select location.id from location join publication on publication.id = location.publication_id
          where publication.publisher_id = any(${of}::bigint[])`,
      },
      {
        kind: 'positions',
        members: ['archivedAt'],
        ids: (of) => sql`
          select position.id from position join location on location.id = position.location_id
            join publication on publication.id = location.publication_id
          where publication.publisher_id = any(${of}::bigint[])`,
      },
    ],
  },
  search: null,
});
