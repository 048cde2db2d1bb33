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

type OwnTable = 'favorite' | 'recent_object';

/**
 * Returns the part of a query after `from`, up to its conditions: the rows of the caller in the table, joined with the
 * `object` (kind, id, name, detail) that each refers to. Archived objects, and those that the caller may not read now,
 * are omitted.
 * @param only null: the rows of all objects
 */
export function ownObjects(table: OwnTable, caller: Caller, only: NamedObject | null): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const isWanted =
    only === null
      ? sql`true`
      : sql`${column('kind')} = ${only.kind}::text and ${column('object_id')} = ${only.objectId}::bigint`;
  return sql`${sql.table(table)} join ${readableObjects(table, caller)}
      on object.kind = ${column('kind')} and object.id = ${column('object_id')}
    where ${column('owner')} = ${caller.actor} and ${isWanted}`;
}

/** Returns a subquery `object(kind, id, name, detail)` with the readable objects to which the caller's rows refer. */
function readableObjects(table: OwnTable, { actor, scopes, reach }: Caller): RawBuilder<unknown> {
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
