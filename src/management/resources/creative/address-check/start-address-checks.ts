import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Lease } from '../../../../platform/lease/lease.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { createWake } from '../../../../platform/process/wake.ts';
import { checkCreativeAddresses, readUncheckedCreatives } from './address-checks.ts';

const pauseMs = 5_000;
const longestPauseMs = 60_000;
const mostAtOnce = 20;

export type AddressChecksOptions = {
  readonly database: Kysely<Database>;
  /** Held by the one worker that checks. */
  readonly lease: Lease;
  readonly log: Logger;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
};

/**
 * Checks the URLs of creatives one at a time, some seconds after they were created or changed, until closed. Pending
 * checks are stored in the database, so none is lost when the process ends.
 */
export function startAddressChecks({ database, lease, log, privateTargets }: AddressChecksOptions): {
  close(): Promise<void>;
} {
  const wake = createWake();
  const end = new AbortController();
  const checker = { database, outgoingFetch: createOutgoingFetch({ allowed: privateTargets }), end: end.signal };
  const running = (async () => {
    let failures = 0;
    while (!end.signal.aborted) {
      try {
        const isOurs = await lease.take();
        for (const creative of isOurs ? await readUncheckedCreatives(database, mostAtOnce) : []) {
          if (!end.signal.aborted) await checkCreativeAddresses(checker, creative, { again: false });
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        // Once per outage.
        if (failures === 1) log.error({ err: error }, 'creatives: URL checks failed, retrying');
      }
      await wake.within(Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 10)));
    }
  })();
  return {
    async close() {
      end.abort();
      wake.now();
      await running;
      await lease.close();
    },
  };
}
