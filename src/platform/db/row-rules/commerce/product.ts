import { sql } from 'kysely';
import { creativesWhere, ofCoveredBrand, rowRules } from '../row-rules.ts';

export const productRows = rowRules({
  table: 'product',
  visibleTo: ofCoveredBrand('product'),
  snapshot: {
    own: null,
    dependents: creativesWhere((of) => sql`creative.product_id = any(${of}::bigint[])`),
  },
  search: null,
});
