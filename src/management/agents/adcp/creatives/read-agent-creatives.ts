import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { type BuyerScope, brandOfAccount, libraryIdOf, readAgentCreativeRows } from './agent-creatives.ts';

/**
 * Returns the active creatives with these IDs of a buyer: those that the buyer synced in the account, and those of the
 * brand that no agent synced. Other IDs are missing from the result.
 */
export async function readAgentCreatives(
  database: Kysely<Database>,
  scope: BuyerScope,
  creativeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const synced = await readAgentCreativeRows(database, scope, creativeIds);
  const wanted = new Map<number, string>();
  for (const { key, creativeId } of synced.values()) wanted.set(creativeId, key);
  const ofLibrary = new Set<number>();
  for (const key of creativeIds) {
    const id = libraryIdOf(key);
    if (id === null || synced.has(key)) continue;
    ofLibrary.add(id);
    wanted.set(id, key);
  }
  if (wanted.size === 0) return new Map();
  const active = await database
    .selectFrom('creative')
    .select('creative.id')
    .select(
      sql<boolean>`exists (select 1 from agent_creative where agent_creative.creative_id = creative.id)`.as('isSynced'),
    )
    .where('creative.id', 'in', [...wanted.keys()])
    .where('creative.brandId', '=', brandOfAccount(scope.accountId))
    .where('creative.kind', '<>', 'product')
    .where('creative.archivedAt', 'is', null)
    .execute();
  return new Map(
    active.flatMap(({ id, isSynced }) => {
      const key = wanted.get(id);
      return key === undefined || (ofLibrary.has(id) && isSynced) ? [] : [[key, id] as const];
    }),
  );
}
