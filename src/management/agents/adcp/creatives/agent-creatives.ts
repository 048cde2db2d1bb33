import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** The buyer agent and the account of a creative, a media buy or an audience. */
export type BuyerScope = { readonly buyerAgentId: number; readonly accountId: string };

/** A creative of a buyer agent: its ID of the buyer and what the buyer sent. */
export type AgentCreative = {
  readonly key: string;
  readonly creativeId: number;
  readonly contentHash: string;
  readonly tags: readonly string[];
};

/** Reads creatives by the IDs of the buyer. */
export async function readAgentCreativeRows(
  database: Kysely<Database>,
  { buyerAgentId, accountId }: BuyerScope,
  keys: readonly string[] | 'all',
): Promise<ReadonlyMap<string, AgentCreative>> {
  if (keys.length === 0) return new Map();
  const rows = await database
    .selectFrom('agentCreative')
    .select(['agentCreative.key', 'agentCreative.creativeId', 'agentCreative.contentHash', 'agentCreative.tags'])
    .where('agentCreative.buyerAgentId', '=', buyerAgentId)
    .where('agentCreative.accountId', '=', accountId)
    .$if(keys !== 'all', (query) => query.where('agentCreative.key', 'in', keys as readonly string[]))
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Concurrent calls of a buyer change the creatives of an account one after the other. */
export async function lockAgentCreatives(
  transaction: Transaction<Database>,
  { buyerAgentId, accountId }: BuyerScope,
): Promise<void> {
  const name = `agent creatives ${buyerAgentId} ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Stores what the buyer sent for a creative. */
export async function storeAgentCreative(
  transaction: Transaction<Database>,
  { buyerAgentId, accountId }: BuyerScope,
  { key, creativeId, contentHash, tags }: AgentCreative,
): Promise<void> {
  await transaction
    .insertInto('agentCreative')
    .values({ buyerAgentId, accountId, key, creativeId, contentHash, tags: [...tags] })
    .onConflict((conflict) =>
      conflict.columns(['buyerAgentId', 'accountId', 'key']).doUpdateSet({ contentHash, tags: [...tags] }),
    )
    .execute();
}

const libraryPrefix = 'placard-';

/** Returns the ID in the protocol of a creative that no agent synced. */
export function libraryKeyOf(creativeId: number): string {
  return `${libraryPrefix}${creativeId}`;
}

/** Returns the creative with an ID of `libraryKeyOf`. null: another ID. */
export function libraryIdOf(key: string): number | null {
  if (!key.startsWith(libraryPrefix)) return null;
  const id = Number(key.slice(libraryPrefix.length));
  return Number.isSafeInteger(id) && id > 0 ? id : -1;
}

/** Returns the brand of an account from its ID. */
export function brandOfAccount(accountId: string): number {
  return Number(/^brand-(\d+)/.exec(accountId)?.[1] ?? -1);
}

/** Reads the IDs in the protocol and the formats of creatives, for responses. */
export async function creativeKeysOf(
  database: Kysely<Database>,
  buyerAgentId: number,
  creativeIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly key: string; readonly formatCode: string }>> {
  if (creativeIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('creative')
    .innerJoin('format', 'format.id', 'creative.formatId')
    .leftJoin('agentCreative', (join) =>
      join.onRef('agentCreative.creativeId', '=', 'creative.id').on('agentCreative.buyerAgentId', '=', buyerAgentId),
    )
    .select(['creative.id', 'format.code', 'agentCreative.key'])
    .where('creative.id', 'in', [...new Set(creativeIds)])
    .execute();
  return new Map(rows.map(({ id, code, key }) => [id, { key: key ?? libraryKeyOf(id), formatCode: code }]));
}
