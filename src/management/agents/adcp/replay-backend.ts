import type { createIdempotencyStore } from '@adcp/sdk/server';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

type Backend = Parameters<typeof createIdempotencyStore>[0]['backend'];

/** Expired responses deleted per stored one. More than a call adds, so the table stays small. */
const deletedPerCall = 20;

/** Returns the storage of responses to calls with an idempotency key, shared by all management processes. */
export function replayBackend(database: Kysely<Database>): Backend {
  return {
    async get(scopedKey) {
      const row = await database
        .selectFrom('agentResponse')
        .selectAll()
        .where('agentResponse.scopedKey', '=', scopedKey)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { payloadHash: row.payloadHash, response: row.response, expiresAt: row.expiresAt.getTime() / 1000 };
    },
    async putIfAbsent(scopedKey, entry) {
      await deleteExpired(database);
      const { numInsertedOrUpdatedRows: inserted } = await database
        .insertInto('agentResponse')
        .values(rowOf(scopedKey, entry))
        .onConflict((conflict) =>
          conflict
            .column('scopedKey')
            .doUpdateSet(rowOf(scopedKey, entry))
            .where('agentResponse.expiresAt', '<', new Date()),
        )
        .executeTakeFirst();
      return inserted === 1n;
    },
    async put(scopedKey, entry) {
      const row = rowOf(scopedKey, entry);
      await database
        .insertInto('agentResponse')
        .values(row)
        .onConflict((conflict) => conflict.column('scopedKey').doUpdateSet(row))
        .execute();
    },
    async delete(scopedKey) {
      await database.deleteFrom('agentResponse').where('agentResponse.scopedKey', '=', scopedKey).execute();
    },
  };
}

type Entry = Parameters<Backend['put']>[1];

function rowOf(scopedKey: string, { payloadHash, response, expiresAt }: Entry) {
  return {
    scopedKey,
    payloadHash,
    response: JSON.stringify(response ?? null),
    expiresAt: new Date(expiresAt * 1000),
  };
}

async function deleteExpired(database: Kysely<Database>): Promise<void> {
  await database
    .deleteFrom('agentResponse')
    .where('agentResponse.scopedKey', 'in', (query) =>
      query
        .selectFrom('agentResponse')
        .select('agentResponse.scopedKey')
        .where('agentResponse.expiresAt', '<', new Date())
        .limit(deletedPerCall),
    )
    .execute();
}
