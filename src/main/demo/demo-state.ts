import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** Progress of the demo account, stored as a setting. */
export type DemoState = {
  /** False: the seed was interrupted. */
  readonly completed: boolean;
  /**
   * Traffic of the past days. `pending`: to be simulated. `moving`: simulated, and its files are being moved into the
   * data folder. Omitted: none, as in accounts of earlier versions.
   */
  readonly traffic?: 'pending' | 'moving' | 'added';
};

const settingKey = 'demo';

/** null: this account is not a demo account. */
export async function readDemoState(database: Kysely<Database>): Promise<DemoState | null> {
  const row = await database
    .selectFrom('setting')
    .select('setting.value')
    .where('setting.key', '=', settingKey)
    .executeTakeFirst();
  return row === undefined ? null : (row.value as DemoState);
}

export async function writeDemoState(database: Kysely<Database>, state: DemoState): Promise<void> {
  const value = JSON.stringify(state);
  await database
    .insertInto('setting')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt: new Date() }))
    .execute();
}
