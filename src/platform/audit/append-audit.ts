/*
 * The audit: who changed what, as a chain of hashes.
 *
 * - `append-audit.ts`: an entry, in the transaction of the change. `audit-hash.ts`: its hash.
 * - `read-audit.ts`, `read-state-left.ts`: reading entries. `verify-audit-chain.ts`: whether the chain is whole.
 * - `stored-head.ts`, `start-storing-head.ts`: the newest entry, kept outside the database.
 *
 * See docs/decisions/0048-audit-chain.md and 0164-database-roles.md.
 */

import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { auditContentHash } from './audit-hash.ts';

export type AuditEntry = {
  /** Who: `service-account:7`, `user:3`, `system`. */
  readonly actor: string;
  /** What was done: `create`, `update`, `archive`, or an action such as `approve`. */
  readonly action: string;
  /** Kind of the object, as in its path: `campaigns`, `inventory/position`. */
  readonly kind: string;
  readonly objectId: number | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
};

/**
 * Writes down who changed what, in the transaction of the change itself. Its place in the chain it gets from the
 * database at the commit, so that a transaction makes no other one wait before that.
 */
export async function appendAudit(transaction: Transaction<Database>, entry: AuditEntry): Promise<void> {
  const content = { ...entry, at: new Date(), before: entry.before ?? null, after: entry.after ?? null };
  await transaction
    .insertInto('auditEntry')
    .values({
      ...content,
      before: jsonOrNull(content.before),
      after: jsonOrNull(content.after),
      contentHash: auditContentHash(content),
    })
    .execute();
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
