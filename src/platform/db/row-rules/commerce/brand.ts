import { sql } from 'kysely';
import { coveredBrand, creativesWhere, rowRules } from '../row-rules.ts';

export const brandRows = rowRules({
  table: 'brand',
  visibleTo: coveredBrand,
  snapshot: {
    own: null,
    dependents: creativesWhere((of) => sql`brand.id = any(${of}::bigint[])`, ['domains', 'mediaPartnerId']),
  },
  search: {
    detail: sql`(select parent.name from media_partner parent where parent.id = brand.media_partner_id)`,
  },
});
