import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Maximum number of latest changes of an object to search: far more than a user makes in a day. */
const maxEntries = 1_000;

/** State of an object, and the time of the change that ended it. */
export type StateLeft = { readonly state: Readonly<Record<string, unknown>>; readonly at: Date };

/**
 * Returns the state of an object before the newest change that ended a condition; null: no such change.
 * @param holds evaluates the condition for a state of the audit log, which for some actions is a part of the object
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
