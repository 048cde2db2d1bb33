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
  /** One worker looks at a time. */
  readonly lease: Lease;
  readonly log: Logger;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
};

/**
 * Looks into the addresses of creatives one after the other, some seconds after they were made or changed, until closed. What
 * is to be done stands in the database, so nothing is forgotten when this process ends.
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
        if (failures === 1) log.error({ err: error }, 'addresses of creatives are not checked for now');
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
