import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * Returns the value of `mappingsSince` for a user who gets an address: earlier mappings of the address do not apply
 * unless the change was made with `user-mapping:write`. null: all apply.
 */
export async function mappingsSince(database: Kysely<Database>, activatesEarlier: boolean): Promise<Date | null> {
  if (activatesEarlier) return null;
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  return rows[0]?.now ?? null;
}
