/*
 * The audit log: changes with their authors, as a hash chain.
 *
 * - `append-audit.ts`: an entry, in the transaction of the change. `audit-hash.ts`: its hash.
 * - `read-audit.ts`, `read-state-left.ts`: reading entries. `verify-audit-chain.ts`: verification of the chain.
 * - `stored-head.ts`, `start-storing-head.ts`: the newest entry, stored outside the database.
 *
 * See docs/decisions/0048-audit-chain.md and 0164-database-roles.md.
 */

import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { auditContentHash } from './audit-hash.ts';

export type AuditEntry = {
  /** Author: `service-account:7`, `user:3`, `system`. */
  readonly actor: string;
  /** `create`, `update`, `archive`, or an action such as `approve`. */
  readonly action: string;
  /** Kind of the object, as in its path: `campaigns`, `inventory/position`. */
  readonly kind: string;
  readonly objectId: number | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
};

/**
 * Appends an entry in the transaction of the change itself. The database assigns its number in the chain at commit, so
 * that concurrent transactions do not wait before that.
 */
export async function appendAudit(transaction: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await appendAuditEntries(transaction, [entry]);
}

/** Entries per statement: far below the number of parameters that PostgreSQL allows. */
const entriesAtOnce = 500;

/** Appends entries in their order. */
export async function appendAuditEntries(
  transaction: Transaction<Database>,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const rows = entries.slice(start, start + entriesAtOnce).map((entry) => {
      const content = { ...entry, at: new Date(), before: entry.before ?? null, after: entry.after ?? null };
      const [before, after] = [jsonOrNull(content.before), jsonOrNull(content.after)];
      return { ...content, before, after, contentHash: auditContentHash(content) };
    });
    await transaction.insertInto('auditEntry').values(rows).execute();
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
