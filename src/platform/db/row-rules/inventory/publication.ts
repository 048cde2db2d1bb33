import { sql } from 'kysely';
import { rowRules } from '../row-rules.ts';

export const publicationRows = rowRules({
  table: 'publication',
  visibleTo: 'everyone',
  snapshot: {
    own: 'publications',
    dependents: [
      {
        kind: 'locations',
        members: ['archivedAt', 'publisherId'],
        ids: (of) => sql`select id from location where publication_id = any(${of}::bigint[])`,
      },
      {
        kind: 'positions',
        members: ['archivedAt', 'publisherId'],
        ids: (of) => sql`
          select position.id from position join location on location.id = position.location_id
          where location.publication_id = any(${of}::bigint[])`,
      },
    ],
  },
  search: {
    detail: sql`(select parent.name from publisher parent where parent.id = publication.publisher_id)`,
  },
});
