import { type Kysely, type RawBuilder, sql } from 'kysely';
import { maxHitsOfKind, type SearchResult } from '../../../contract/insight/search.ts';
import {
  resourceTypeOf,
  type SearchedKind,
  searchedKinds,
} from '../../../contract/resource-types/all-resource-types.ts';
import { allRowRules } from '../../../platform/db/row-rules/all-row-rules.ts';
import type { SearchRules } from '../../../platform/db/row-rules/row-rules.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { containsText } from '../../api/resource/contains-text.ts';
import { visibleRows } from '../../records/visible-rows.ts';

type Hit = SearchResult['kinds'][number]['hits'][number];

/** Returns the best matches of each kind that the caller may read, without archived objects. */
export async function searchObjects(
  database: Kysely<Database>,
  text: string,
  { scopes, reach }: Caller,
): Promise<SearchResult> {
  const kinds = searchedKinds.filter((kind) => scopes.has(resourceTypeOf(kind).readScope));
  if (kinds.length === 0) return { kinds: [] };
  const parts = kinds.map((kind) =>
    searchSql(kind, text, visibleRows(allRowRules[kind].table, everybodyOfUsers(kind, reach))),
  );
  const { rows } = await sql<Hit & { kind: SearchedKind }>`${sql.join(parts, sql` union all `)}`.execute(database);
  return {
    kinds: kinds.flatMap((kind) => {
      const hits = rows.filter((row) => row.kind === kind).map(({ kind: _, ...hit }) => hit);
      return hits.length === 0 ? [] : [{ kind, hits: hits.slice(0, maxHitsOfKind), more: hits.length > maxHitsOfKind }];
    }),
  };
}

/** Callers who may read users see all users. */
function everybodyOfUsers(kind: SearchedKind, reach: Caller['reach']): Caller['reach'] {
  return kind === 'users' ? 'everything' : reach;
}

/** Ranks matches: exact ID or external ID, exact name, prefix, substring; then the latest change first. */
function searchSql(kind: SearchedKind, text: string, visible: RawBuilder<boolean>): RawBuilder<unknown> {
  const rules: { readonly table: string; readonly search: SearchRules } = allRowRules[kind];
  const { table } = rules;
  const { detail, also = sql`''` } = rules.search;
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
