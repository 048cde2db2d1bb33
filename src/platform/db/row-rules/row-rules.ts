import { type RawBuilder, sql } from 'kysely';
import type { ChangedRows } from '../../../core/snapshot/snapshot-changes.ts';
import type { MappedPair } from './reach.ts';

/** What the database must know about the rows of a resource type. Every field is required: "none" must be explicit. */
export type RowRules = {
  readonly table: string;
  /**
   * Which rows a caller with a limited reach may see. `everyone`: all; `unrestricted`: none, only callers who reach
   * everything. Source: product decisions 1 and 7; docs/decisions/0036-who-sees-what.md.
   */
  readonly visibleTo: 'everyone' | 'unrestricted' | ((pairs: readonly MappedPair[]) => RawBuilder<boolean>);
  /** Which rows of the snapshot a change affects; `none`: a change publishes nothing. */
  readonly snapshot: SnapshotImpact | 'none';
  /** How the global search shows and finds it; null: it does not. */
  readonly search: SearchRules | null;
};

/** Snapshot rows that a change of an object affects. */
export type SnapshotImpact = {
  /** Its own row; null: it has none. */
  readonly own: SnapshotRowKind | null;
  readonly dependents: readonly SnapshotDependents[];
};

export type SnapshotRowKind = keyof ChangedRows;

/** Snapshot rows that are built from the object as well. */
export type SnapshotDependents = {
  readonly kind: SnapshotRowKind;
  /** Members of the object's view that they are built from; left out: all. */
  readonly members?: readonly string[];
  /** Selects their `id` by the ids of the objects. */
  readonly ids: (of: readonly number[]) => RawBuilder<{ id: number }>;
};

export type SearchRules = {
  /** Distinguishes objects of the same name. */
  readonly detail: RawBuilder<unknown>;
  /** Text that is searched beside the name. */
  readonly also?: RawBuilder<unknown>;
};

/** Checks a declaration and keeps its literal types. */
export function rowRules<const Declared extends RowRules>(declared: Declared): Declared {
  return declared;
}

/** Rows whose `brand_id` is a covered brand. */
export function ofCoveredBrand(table: string): (pairs: readonly MappedPair[]) => RawBuilder<boolean> {
  return (pairs) => sql<boolean>`exists (
    select 1 from brand where brand.id = ${sql.ref(`${table}.brandId`)} and ${coveredBrand(pairs)}
  )`;
}

/** A brand that one of the pairs names with its company. */
export function coveredBrand(pairs: readonly MappedPair[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from ${pairsAsRows(pairs)} where pair.brand = brand.id and pair.advertiser = brand.media_partner_id
  )`;
}

/** A campaign all of whose brands are covered: a caller mapped to one of two brands must not see the other's work. */
export function coveredCampaign(pairs: readonly MappedPair[]): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from unnest(campaign.brand_ids) as campaign_brand(id) where not exists (
      select 1 from ${pairsAsRows(pairs)}
      where pair.brand = campaign_brand.id and pair.advertiser = campaign.advertiser_company_id
        and coalesce(pair.invoiced, campaign.invoice_company_id) = campaign.invoice_company_id
    )
  )`;
}

function pairsAsRows(pairs: readonly MappedPair[]) {
  return sql`unnest(
    ${pairs.map((pair) => pair.advertiserCompanyId)}::bigint[],
    ${pairs.map((pair) => pair.brandId)}::bigint[],
    ${pairs.map((pair) => pair.invoiceCompanyId)}::bigint[]
  ) as pair(advertiser, brand, invoiced)`;
}

/** Creatives that a condition selects, and the bookings that use them: a booking's row contains its creatives. */
export function creativesWhere(
  condition: (of: readonly number[]) => RawBuilder<unknown>,
  members?: readonly string[],
): readonly SnapshotDependents[] {
  const creatives = (of: readonly number[]) => sql<{ id: number }>`
    select creative.id from creative join brand on brand.id = creative.brand_id where ${condition(of)}`;
  const only = members === undefined ? {} : { members };
  return [
    { kind: 'creatives', ...only, ids: creatives },
    { kind: 'bookings', ...only, ids: (of) => bookingsOfCreatives(creatives(of)) },
  ];
}

/** Bookings that use one of the creatives. */
export function bookingsOfCreatives(creatives: RawBuilder<unknown>): RawBuilder<{ id: number }> {
  return sql`
    select distinct ad.booking_id as id from booking_creative ad
    where ad.removed_at is null and ad.creative_id in (${creatives})`;
}
