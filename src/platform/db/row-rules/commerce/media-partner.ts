import { sql } from 'kysely';
import type { MappedPair } from '../reach.ts';
import { creativesWhere, rowRules } from '../row-rules.ts';

export const mediaPartnerRows = rowRules({
  table: 'mediaPartner',
  visibleTo: (pairs) => sql<boolean>`media_partner.id = any(${companiesOf(pairs)}::bigint[])`,
  snapshot: {
    own: null,
    dependents: creativesWhere((of) => sql`brand.media_partner_id = any(${of}::bigint[])`, ['domains']),
  },
  search: { detail: sql`null` },
});

/** Returns the advertisers of the pairs and their invoiced companies. */
function companiesOf(pairs: readonly MappedPair[]): number[] {
  const ids = pairs.flatMap((pair) => [pair.advertiserCompanyId, pair.invoiceCompanyId ?? pair.advertiserCompanyId]);
  return [...new Set(ids)];
}
