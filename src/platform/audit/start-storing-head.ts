import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import type { PlainStore } from '../files/plain-store.ts';
import type { Lease } from '../lease/lease.ts';
import { runRetryLoop } from '../process/retry-loop.ts';
import { readStoredHead, storeHead } from './stored-head.ts';
import type { AuditHead } from './verify-audit-chain.ts';

/** Interval. A manipulation within this time after an entry is not detected. */
const pauseMs = 2_000;

/** Stores the newest audit entry outside the database in a loop until closed. */
export function startStoringHead(options: {
  readonly database: Kysely<Database>;
  readonly store: PlainStore;
  readonly lease: Lease;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const { database, store, lease, log } = options;
  const end = new AbortController();
  /** undefined: another worker may have stored a newer one. */
  let kept: AuditHead | null | undefined;
  const done = runRetryLoop({
    task: async () => {
      if (!(await lease.take())) kept = undefined;
      else kept = await storeHead(database, store, kept ?? (await readStoredHead(store)));
    },
    pauseMs,
    failureMessage: 'The newest audit entry cannot be stored outside the database',
    log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await done;
      await lease.close();
      await store.close();
    },
  };
}
