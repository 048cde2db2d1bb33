import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type FavoriteKind, favoriteKinds } from '../../../contract/collaboration/favorite.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { resourceTypeOf } from '../../../contract/resource-types/all-resource-types.ts';
import { allRowRules } from '../../../platform/db/row-rules/all-row-rules.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { requireReadScope } from '../comment/commented-object.ts';

/** An object that a favorite or a recent object refers to. */
export type NamedObject = { readonly kind: FavoriteKind; readonly objectId: number };

/** Throws 403 without the scope of the kind, and 400 if the object is archived or the caller does not see it. */
export async function requireNamable(
  database: Kysely<Database>,
  caller: Caller,
  { kind, objectId }: NamedObject,
): Promise<void> {
  requireReadScope(caller, kind);
  const { table } = allRowRules[kind];
  const row = await readRow(database, { table, id: objectId, reach: caller.reach });
  const named = { object: nounOf(kind), id: objectId };
  if (row === undefined) throw invalidField('/objectId', 'reference_not_found', fieldMessage('objectNotFound', named));
  if (row.archivedAt !== null) {
    throw invalidField('/objectId', 'reference_archived', fieldMessage('objectArchived', named));
  }
}

/**
 * Returns a subquery `object(kind, id, name, detail)` with the objects of one table of favorites or recent objects that
 * the caller may read now. Archived objects are omitted.
 */
export function readableObjects(
  table: 'favorite' | 'recent_object',
  { actor, scopes, reach }: Caller,
): RawBuilder<unknown> {
  const parts = favoriteKinds
    .filter((kind) => scopes.has(resourceTypeOf(kind).readScope))
    .map((kind) => {
      const { table: named, search } = allRowRules[kind];
      const column = (name: string) => sql.ref(`${named}.${name}`);
      return sql`
        select ${kind}::text as kind, ${column('id')} as id, ${column('name')} as name,
          (${search?.detail ?? sql`null`})::text as detail
        from ${sql.table(named)}
        where ${column('archivedAt')} is null and ${visibleRows(named, reach)} and ${column('id')} in (
          select marked.object_id from ${sql.table(table)} marked where marked.owner = ${actor} and marked.kind = ${kind}
        )`;
    });
  const none = sql`select null::text as kind, null::bigint as id, null::text as name, null::text as detail where false`;
  return sql`(${sql.join([none, ...parts], sql` union all `)}) as object`;
}
