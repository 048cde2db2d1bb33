import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../contract/scopes.ts';
import { maxHitsOfKind, type SearchedKind, type SearchResult, searchedKinds } from '../../contract/search.ts';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../db/schema.ts';
import { containsText } from '../http/contains-text.ts';
import { visibleRows } from '../http/visible-rows.ts';

type Searched = {
  readonly table: Parameters<typeof visibleRows>[0];
  readonly scope: Scope;
  /** What tells an object from others of its name. */
  readonly detail: RawBuilder<unknown>;
  /** What else is looked through beside the name. */
  readonly also?: RawBuilder<unknown>;
};

const searched: Readonly<Record<SearchedKind, Searched>> = {
  campaigns: {
    table: 'campaign',
    scope: 'campaigns:read',
    detail: sql`(select partner.name from media_partner partner where partner.id = campaign.advertiser_company_id)`,
    also: sql`coalesce(campaign.po_number, '')`,
  },
  bookings: {
    table: 'booking',
    scope: 'bookings:read',
    detail: sql`(select parent.name from campaign parent where parent.id = booking.campaign_id)`,
  },
  creatives: {
    table: 'creative',
    scope: 'creatives:read',
    detail: sql`(select parent.name from brand parent where parent.id = creative.brand_id)`,
  },
  'inventory/position': {
    table: 'position',
    scope: 'inventory:read',
    detail: sql`position.slot_name`,
    also: sql`position.slot_name`,
  },
  'inventory/publication': {
    table: 'publication',
    scope: 'inventory:read',
    detail: sql`(select parent.name from publisher parent where parent.id = publication.publisher_id)`,
  },
  'media-partners': { table: 'mediaPartner', scope: 'media-partners:read', detail: sql`null` },
  brands: {
    table: 'brand',
    scope: 'media-partners:read',
    detail: sql`(select parent.name from media_partner parent where parent.id = brand.media_partner_id)`,
  },
  users: {
    table: 'userAccount',
    scope: 'users:read',
    detail: sql`user_account.email`,
    also: sql`user_account.email`,
  },
};

type Hit = SearchResult['kinds'][number]['hits'][number];

/** The best of each kind that the caller may read, archived ones left out. */
export async function searchObjects(
  database: Kysely<Database>,
  text: string,
  { scopes, reach }: Caller,
): Promise<SearchResult> {
  const kinds = searchedKinds.filter((kind) => scopes.has(searched[kind].scope));
  if (kinds.length === 0) return { kinds: [] };
  const parts = kinds.map((kind) =>
    searchSql(kind, text, visibleRows(searched[kind].table, everybodyOfUsers(kind, reach))),
  );
  const { rows } = await sql<Hit & { kind: SearchedKind }>`${sql.join(parts, sql` union all `)}`.execute(database);
  return {
    kinds: kinds.flatMap((kind) => {
      const hits = rows.filter((row) => row.kind === kind).map(({ kind: _, ...hit }) => hit);
      return hits.length === 0 ? [] : [{ kind, hits: hits.slice(0, maxHitsOfKind), more: hits.length > maxHitsOfKind }];
    }),
  };
}

/** Who may read users sees all of them. */
function everybodyOfUsers(kind: SearchedKind, reach: Caller['reach']): Caller['reach'] {
  return kind === 'users' ? 'everything' : reach;
}

/** By how well it fits: the id or external id itself, the whole name, its beginning, anywhere; then what was changed last. */
function searchSql(kind: SearchedKind, text: string, visible: RawBuilder<boolean>): RawBuilder<unknown> {
  const { table, detail, also = sql`''` } = searched[kind];
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  const wanted = sql`lower(${text}::text)`;
  const rank = sql`case
    when ${column('id')} = ${id}::bigint or ${column('externalId')} = ${text}::text then 0
    when lower(${column('name')}) = ${wanted} then 1
    when strpos(lower(${column('name')}), ${wanted}) = 1 then 2
    else 3
  end`;
  return sql`(
    select ${kind}::text as kind, ${column('id')} as id, ${column('name')} as name,
      ${column('externalId')} as external_id, (${detail})::text as detail
    from ${sql.table(table)}
    where ${column('archivedAt')} is null and ${visible} and (
      ${column('id')} = ${id}::bigint or ${column('externalId')} = ${text}::text
      or ${containsText(column('name'), text)} or ${containsText(also, text)}
    )
    order by ${rank}, ${column('updatedAt')} desc, ${column('id')} desc
    limit ${maxHitsOfKind + 1}
  )`;
}
