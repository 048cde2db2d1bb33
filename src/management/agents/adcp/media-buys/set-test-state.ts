import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** State of a purchase of a test account, which only the agent sees. */
type TestState = {
  readonly alias?: string;
  readonly forcedStatus?: string;
  readonly confirmedAt?: Date;
  /** JSON text. */
  readonly simulated?: string;
};

/** Stores the state of a purchase that the test controller sets. */
export async function setTestState(database: Kysely<Database>, id: number, state: TestState): Promise<void> {
  await database.updateTable('mediaBuy').set(state).where('mediaBuy.id', '=', id).execute();
}
