import type { Kysely } from 'kysely';
import { dayMs, minuteMs } from '../../../core/time/durations.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Lease } from '../../../platform/lease/lease.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import { runRetryLoop } from '../../../platform/process/retry-loop.ts';
import { type AuthorizationChecker, checkPublication, readDuePublications } from './authorization-checks.ts';
import { sellerAddressesOf } from './authorization-documents.ts';
import { readSeller, readSoldPublications } from './read-seller.ts';

/** Publications per pass. */
const mostAtOnce = 20;
/** Time for one publication with many unreachable domains. */
const publicationMs = 10 * minuteMs;

export type AuthorizationCheckOptions = {
  readonly database: Kysely<Database>;
  /** Held by the one worker that checks. */
  readonly lease: Pick<Lease, 'take' | 'close'>;
  readonly log: Logger;
  readonly publicUrl: string;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
};

/** Checks the authorization files of all domains once a day, and those of new domains within a minute, until closed. */
export function startAuthorizationChecks(options: AuthorizationCheckOptions): { close(): Promise<void> } {
  const { database, lease, log, publicUrl, privateTargets } = options;
  const end = new AbortController();
  const checker: AuthorizationChecker = {
    database,
    addresses: sellerAddressesOf(publicUrl),
    fetchFile: createOutgoingFetch({ allowed: privateTargets }),
    nowMs: Date.now,
  };
  const running = runRetryLoop({
    async task() {
      if (await lease.take()) await checkDuePublications(checker, end.signal);
    },
    pauseMs: minuteMs,
    failureMessage: 'Authorization files of domains cannot be checked; retrying',
    log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await running;
      await lease.close();
    },
  };
}

/** Checks some publications with a domain that was not checked in the last day. */
export async function checkDuePublications(checker: AuthorizationChecker, end: AbortSignal): Promise<void> {
  const { database, nowMs } = checker;
  const seller = await readSeller(database);
  if (seller === null) return;
  const due = await readDuePublications(database, new Date(nowMs() - dayMs), mostAtOnce);
  if (due.length === 0) return;
  for (const publication of await readSoldPublications(database, due)) {
    if (end.aborted) return;
    await checkPublication(checker, seller, publication, AbortSignal.any([end, AbortSignal.timeout(publicationMs)]));
  }
}
