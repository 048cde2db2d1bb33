import { type RawBuilder, sql } from 'kysely';
import type { MappedPair, Reach } from '../access/reach.ts';
import type { ResourceTable } from './resource.ts';

/**
 * Which rows of a noun's table a reach covers. This is the one place that says so; every read, list, reference and change
 * asks it. Inventory and formats are for everybody who may read them at all.
 * Source: product decisions 1 and 7; docs/decisions/0036-who-sees-what.md.
 */
export function visibleRows(table: ResourceTable, reach: Reach): RawBuilder<boolean> {
  if (reach === 'everything') return sql<boolean>`true`;
  return conditions[table](reach);
}

type Pairs = readonly MappedPair[];

const everybody = () => sql<boolean>`true`;
const nobody = () => sql<boolean>`false`;

const conditions: Readonly<Record<ResourceTable, (pairs: Pairs) => RawBuilder<boolean>>> = {
  publisher: everybody,
  publication: everybody,
  location: everybody,
  format: everybody,
  position: everybody,
  mediaPartner: (pairs) => sql<boolean>`media_partner.id = any(${companiesOf(pairs)}::bigint[])`,
  brand: (pairs) => sql<boolean>`exists (
    select 1 from ${rowsOf(pairs)} where pair.brand = brand.id and pair.advertiser = brand.media_partner_id
  )`,
  // Every brand of it: who works for one of two brands does not see what the other one does.
  campaign: (pairs) => sql<boolean>`not exists (
    select 1 from unnest(campaign.brand_ids) as campaign_brand(id) where not exists (
      select 1 from ${rowsOf(pairs)}
      where pair.brand = campaign_brand.id and pair.advertiser = campaign.advertiser_company_id
        and coalesce(pair.invoiced, campaign.invoice_company_id) = campaign.invoice_company_id
    )
  )`,
  booking: (pairs) => sql<boolean>`exists (
    select 1 from campaign where campaign.id = booking.campaign_id and ${conditions.campaign(pairs)}
  )`,
  creative: (pairs) => sql<boolean>`exists (
    select 1 from brand where brand.id = creative.brand_id and ${conditions.brand(pairs)}
  )`,
  serviceAccount: nobody,
  userAccount: nobody,
};

/** The advertisers of the pairs, and those who are invoiced in them. */
function companiesOf(pairs: Pairs): number[] {
  const ids = pairs.flatMap((pair) => [pair.advertiserCompanyId, pair.invoiceCompanyId ?? pair.advertiserCompanyId]);
  return [...new Set(ids)];
}

function rowsOf(pairs: Pairs) {
  return sql`unnest(
    ${pairs.map((pair) => pair.advertiserCompanyId)}::bigint[],
    ${pairs.map((pair) => pair.brandId)}::bigint[],
    ${pairs.map((pair) => pair.invoiceCompanyId)}::bigint[]
  ) as pair(advertiser, brand, invoiced)`;
}
