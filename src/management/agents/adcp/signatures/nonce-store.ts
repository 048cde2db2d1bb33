import { PostgresReplayStore } from '@adcp/sdk/signing/server';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** Expired nonces deleted per stored one. More than a call adds, so the table stays small. */
const deletedPerCall = 20;
/** The protocol requires a nonce to be new for its key, not for an address. */
const scope = '';

type NonceStore = Pick<PostgresReplayStore, 'has' | 'isCapHit' | 'insert'>;

/**
 * Returns the storage of the nonces of one buyer agent, shared by all management processes. `cap`: valid nonces of one key,
 * above which its signatures are refused.
 */
export function nonceStore(database: Kysely<Database>, agentId: number, cap: number): NonceStore {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  };
  const store = new PostgresReplayStore({ query }, { tableName: 'agent_nonce', cap });
  // Two agents may use the same ID for their keys.
  const own = (keyId: string) => `${agentId}/${keyId}`;
  return {
    has: (keyId, _scope, nonce, now) => store.has(own(keyId), scope, nonce, now),
    isCapHit: (keyId, _scope, now) => store.isCapHit(own(keyId), scope, now),
    async insert(keyId, _scope, nonce, ttlSeconds, now) {
      await deleteExpired(database, now);
      return store.insert(own(keyId), scope, nonce, ttlSeconds, now);
    },
  };
}

/** Rows that another call deletes are skipped, so that no call waits. */
async function deleteExpired(database: Kysely<Database>, nowSeconds: number): Promise<void> {
  await sql`
    delete from agent_nonce where (keyid, scope, nonce) in (
      select keyid, scope, nonce from agent_nonce where expires_at <= to_timestamp(${nowSeconds})
      limit ${deletedPerCall} for update skip locked
    )
  `.execute(database);
}
