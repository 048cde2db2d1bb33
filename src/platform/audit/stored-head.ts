import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PlainStore } from '../files/plain-store.ts';
import type { AuditHead } from './verify-audit-chain.ts';

const fileName = 'audit/head.json';

/** The audit log no longer continues the entry that was stored outside the database. */
export class BrokenAudit extends Error {}

/**
 * Returns the newest entry stored outside the database: in the data folder, or with several hosts in the store. null:
 * none.
 */
export async function readStoredHead(store: PlainStore): Promise<AuditHead | null> {
  const content = await store.get(fileName);
  if (content === null) return null;
  const { number, hash } = JSON.parse(content.toString('utf8')) as Partial<AuditHead>;
  if (!Number.isSafeInteger(number) || typeof hash !== 'string') throw new Error(`${fileName} is damaged`);
  return { number: number as number, hash };
}

/**
 * Stores the newest entry outside the database and returns it. Throws `BrokenAudit` without overwriting the earlier one
 * if the chain does not continue it.
 */
export async function storeHead(
  database: Kysely<Database>,
  store: PlainStore,
  kept: AuditHead | null,
): Promise<AuditHead | null> {
  const head = await database.selectFrom('auditHead').select(['auditHead.number', 'auditHead.hash']).executeTakeFirst();
  if (kept !== null && !(await continues(database, kept))) {
    throw new BrokenAudit(`The audit log does not continue entry ${kept.number}; run "placard audit verify"`);
  }
  if (head === undefined || head.number === 0 || head.number === kept?.number) return kept;
  await writeStoredHead(store, head);
  return head;
}

/** Stores an entry unconditionally, after a restore. */
export async function writeStoredHead(store: PlainStore, { number, hash }: AuditHead): Promise<void> {
  await store.put(fileName, Buffer.from(JSON.stringify({ number, hash })));
}

async function continues(database: Kysely<Database>, kept: AuditHead): Promise<boolean> {
  const link = await database
    .selectFrom('auditLink')
    .select('auditLink.hash')
    .where('auditLink.number', '=', kept.number)
    .executeTakeFirst();
  return link?.hash === kept.hash;
}
