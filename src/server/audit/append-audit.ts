import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

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

/** Writes down who changed what, in the transaction of the change itself. */
export async function appendAudit(transaction: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await transaction
    .insertInto('auditEntry')
    .values({ ...entry, before: jsonOrNull(entry.before), after: jsonOrNull(entry.after) })
    .execute();
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
