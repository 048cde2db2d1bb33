import { sql } from 'kysely';
import { bookingsOfCreatives, ofCoveredBrand, rowRules } from './row-rules.ts';

export const creativeRows = rowRules({
  table: 'creative',
  visibleTo: ofCoveredBrand('creative'),
  snapshot: {
    own: 'creatives',
    dependents: [{ kind: 'bookings', ids: (of) => bookingsOfCreatives(sql`select unnest(${of}::bigint[])`) }],
  },
  search: {
    detail: sql`(select parent.name from brand parent where parent.id = creative.brand_id)`,
  },
});
