import { type RawBuilder, sql } from 'kysely';
import type { MappedPair, Reach } from '../access/reach.ts';

/** Tables of the nouns that a reach is asked about. */
type ReachedTable = keyof typeof conditions;

/**
 * Which rows of a noun's table a reach covers. This is the one place that says so; every read, list, reference and change
 * asks it. Inventory and formats are for everybody who may read them at all.
 * Source: product decisions 1 and 7; docs/decisions/0036-who-sees-what.md.
 */
export function visibleRows(table: ReachedTable, reach: Reach): RawBuilder<boolean> {
  return reach === 'everything' ? sql<boolean>`true` : conditions[table](reach);
}

type Pairs = readonly MappedPair[];

const conditions = {
  publisher: everybody,
  publication: everybody,
  location: everybody,
  format: everybody,
  position: everybody,
  mediaPartner: (pairs: Pairs) => sql<boolean>`media_partner.id = any(${companiesOf(pairs)}::bigint[])`,
  brand: coveredBrand,
  campaign: coveredCampaign,
  booking: (pairs: Pairs) => sql<boolean>`exists (
    select 1 from campaign where campaign.id = booking.campaign_id and ${coveredCampaign(pairs)}
  )`,
  creative: (pairs: Pairs) => sql<boolean>`exists (
    select 1 from brand where brand.id = creative.brand_id and ${coveredBrand(pairs)}
  )`,
  product: (pairs: Pairs) => sql<boolean>`exists (
    select 1 from brand where brand.id = product.brand_id and ${coveredBrand(pairs)}
  )`,
  conversionLine: (pairs: Pairs) => sql<boolean>`exists (
    select 1 from brand where brand.id = conversion_line.brand_id and ${coveredBrand(pairs)}
  )`,
  serviceAccount: nobody,
  userAccount: nobody,
  identityProvider: nobody,
  deploymentSettings: nobody,
  webhook: nobody,
  segment: nobody,
  destinationConnection: nobody,
  // Each has one owner, whom the routes of the noun ask for.
  reportSchedule: everybody,
} as const;

function everybody() {
  return sql<boolean>`true`;
}

function nobody() {
  return sql<boolean>`false`;
}

function coveredBrand(pairs: Pairs): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from ${rowsOf(pairs)} where pair.brand = brand.id and pair.advertiser = brand.media_partner_id
  )`;
}

/** Every brand of it: who works for one of two brands does not see what the other one does. */
function coveredCampaign(pairs: Pairs): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from unnest(campaign.brand_ids) as campaign_brand(id) where not exists (
      select 1 from ${rowsOf(pairs)}
      where pair.brand = campaign_brand.id and pair.advertiser = campaign.advertiser_company_id
        and coalesce(pair.invoiced, campaign.invoice_company_id) = campaign.invoice_company_id
    )
  )`;
}

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
