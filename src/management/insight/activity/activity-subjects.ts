import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ActivityKind, type ActivityQuery, activityKinds } from '../../../contract/collaboration/activity.ts';
import { resourceTypeOf } from '../../../contract/resource-types/all-resource-types.ts';
import { allRowRules } from '../../../platform/db/row-rules/all-row-rules.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { visibleRows } from '../../records/visible-rows.ts';

/** Objects of one kind whose activity is read. `all`: every object. */
type Subjects = { readonly kind: ActivityKind; readonly ids: readonly number[] | 'all' };

/** Objects by which a query selects entries. */
export type SubjectFilter = Partial<Pick<ActivityQuery, 'kind' | 'objectId' | 'campaignId'>>;

/** Returns the objects that match the filter and that the caller may read now, by kind. */
export function readSubjects(
  database: Kysely<Database>,
  { scopes, reach }: Caller,
  filter: SubjectFilter,
): Promise<readonly Subjects[]> {
  const kinds = activityKinds.filter(
    (kind) => (filter.kind?.includes(kind) ?? true) && scopes.has(resourceTypeOf(kind).readScope),
  );
  return Promise.all(
    kinds.map(async (kind) => {
      const selected = selectedBy(kind, filter);
      if (reach === 'everything' && selected.length === 0) return { kind, ids: 'all' as const };
      const { table } = allRowRules[kind];
      const id = sql.ref(`${table}.id`);
      const { rows } = await sql<{ id: number }>`
        select ${id} as id from ${sql.table(table)} where ${sql.join([visibleRows(table, reach), ...selected], sql` and `)}
      `.execute(database);
      return { kind, ids: rows.map((row) => row.id) };
    }),
  );
}

function selectedBy(kind: ActivityKind, { objectId, campaignId }: SubjectFilter): readonly RawBuilder<boolean>[] {
  const id = sql.ref(`${allRowRules[kind].table}.id`);
  const ids = objectId === undefined ? [] : [sql<boolean>`${id} = any(${objectId}::bigint[])`];
  if (campaignId === undefined) return ids;
  if (kind === 'campaigns') return [...ids, sql<boolean>`${id} = ${campaignId}::bigint`];
  if (kind === 'bookings') return [...ids, sql<boolean>`booking.campaign_id = ${campaignId}::bigint`];
  return [...ids, sql<boolean>`false`];
}

/** Returns the condition for audit entries about the objects: their changes, and new comments that still exist. */
export async function entriesAbout(
  database: Kysely<Database>,
  subjects: readonly Subjects[],
): Promise<RawBuilder<boolean>> {
  const comments = await Promise.all(subjects.map((ofKind) => commentsOn(database, ofKind)));
  const parts = subjects.map(({ kind, ids }) =>
    ids === 'all'
      ? sql<boolean>`entry.kind = ${kind}`
      : sql<boolean>`(entry.kind = ${kind} and entry.object_id = any(${ids}::bigint[]))`,
  );
  return sql<boolean>`(${sql.join([sql`false`, ...parts, ...comments.flat()], sql` or `)})`;
}

async function commentsOn(
  database: Kysely<Database>,
  { kind, ids }: Subjects,
): Promise<readonly RawBuilder<boolean>[]> {
  if (kind !== 'campaigns' && kind !== 'bookings' && kind !== 'creatives') return [];
  if (ids === 'all') return [sql<boolean>`(entry.kind = 'comments' and comment.kind = ${kind})`];
  const comments = await database
    .selectFrom('objectComment')
    .select('objectComment.id')
    .where('objectComment.kind', '=', kind)
    .where('objectComment.objectId', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute();
  return [sql<boolean>`(entry.kind = 'comments' and entry.object_id = any(${comments.map(({ id }) => id)}::bigint[]))`];
}
