import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * The value of `mappingsSince` for a user who gets an address: mappings written for the address before do not apply unless
 * `user-mapping:write` stands behind it. null: all apply.
 */
export async function mappingsSince(database: Kysely<Database>, activatesEarlier: boolean): Promise<Date | null> {
  if (activatesEarlier) return null;
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  return rows[0]?.now ?? null;
}
