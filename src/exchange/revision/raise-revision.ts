import { sql, type Transaction } from 'kysely';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';

/** The PostgreSQL channel on which a committed revision is announced; its payload is the revision. */
export const revisionChannel = 'placard_revision';

export type Change = {
  readonly actor: string;
  readonly summary: string;
  /**
   * The objects that the change is about; what follows from them (the bookings of a campaign, the positions of a renamed
   * location) is known to the publisher. Left out: everything may have changed, and the next snapshot is read anew.
   */
  readonly touched?: readonly StoredTouch[];
};

/**
 * Gives the change of this transaction its revision. Call it once, last, in every transaction that changes what an ad
 * request may see: writers queue on the one row, so revisions are committed in order and none is missing.
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
