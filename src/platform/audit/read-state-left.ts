import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Changes of one object that are looked through, the newest: somebody who edits all day is far below it. */
const maxEntries = 1_000;

/** How an object was, and when a change made it otherwise. */
export type StateLeft = { readonly state: Readonly<Record<string, unknown>>; readonly at: Date };

/**
 * How an object was before the newest change after which something no longer held of it; null: there was no such change.
 * @param holds whether it held of a state as the audit has it, which for some actions is a part of the object
 */
export async function readStateLeft(
  database: Kysely<Database>,
  {
    kind,
    objectId,
    holds,
  }: {
    readonly kind: string;
    readonly objectId: number;
    readonly holds: (state: RawBuilder<unknown>) => RawBuilder<boolean>;
  },
): Promise<StateLeft | null> {
  const { rows } = await sql<StateLeft>`
    select entry.before as state, entry.at
    from (
      select audit_entry.id, audit_entry.at, audit_entry.before, audit_entry.after from audit_entry
      where audit_entry.kind = ${kind} and audit_entry.object_id = ${objectId}
      order by audit_entry.id desc limit ${maxEntries}
    ) entry
    where coalesce(${holds(sql.ref('entry.before'))}, false) and not coalesce(${holds(sql.ref('entry.after'))}, false)
    order by entry.id desc limit 1
  `.execute(database);
  return rows[0] ?? null;
}
