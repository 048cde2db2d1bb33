import { sql, type Transaction } from 'kysely';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';

/** PostgreSQL channel that announces committed revisions. The payload is the revision. */
export const revisionChannel = 'placard_revision';

export type Change = {
  readonly actor: string;
  readonly summary: string;
  /**
   * Changed objects. The publisher derives the affected rows (the bookings of a campaign, the positions of a renamed
   * location). Omitted: everything may have changed, and the next snapshot is read completely.
   */
  readonly touched?: readonly StoredTouch[];
};

/**
 * Assigns the revision to the change of this transaction. Call it once, last, in every transaction that changes data
 * used by ad requests. Writers queue on one row, so revisions are committed in order without gaps.
 */
export async function raiseRevision(
  transaction: Transaction<Database>,
  { actor, summary, touched }: Change,
): Promise<number> {
  const { revision } = await transaction
    .updateTable('currentRevision')
    .set((eb) => ({ revision: eb('currentRevision.revision', '+', 1), changedAt: new Date() }))
    .returning('currentRevision.revision')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('revision')
    .values({ revision, actor, summary, touched: touched === undefined ? null : JSON.stringify(touched) })
    .execute();
  await sql`select pg_notify(${revisionChannel}, ${String(revision)})`.execute(transaction);
  return revision;
}
