import type { Kysely } from 'kysely';
import { openLatestPlan } from '../../exchange/plan/latest-plan.ts';
import { notifyOfCriticalBookings } from '../../management/resources/booking/state/notify-critical.ts';
import { notifyOfEndingHolds } from '../../management/resources/booking/state/notify-ending-holds.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { removeOldNotifications } from '../../platform/notifications/remove-notifications.ts';
import { createWake } from '../../platform/process/wake.ts';

const pauseMs = 60_000;

export type NotificationsOptions = {
  readonly database: Kysely<Database>;
  /** Held by the one worker that notifies. */
  readonly lease: Lease;
  readonly log: Logger;
  /** Contains the pacing plan, from which the health of bookings is computed. */
  readonly dataFolder: string;
};

/** Notifies users of bookings that underdeliver and of holds that end, every minute, until closed. */
export function startNotifications({ database, lease, log, dataFolder }: NotificationsOptions): {
  close(): Promise<void>;
} {
  const wake = createWake();
  const end = new AbortController();
  const moment = { nowMs: Date.now, readPlan: openLatestPlan(dataFolder) };
  const running = (async () => {
    let failures = 0;
    while (!end.signal.aborted) {
      try {
        if (await lease.take()) {
          await notifyOfCriticalBookings(database, moment);
          await notifyOfEndingHolds(database, Date.now());
          await removeOldNotifications(database, Date.now());
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        // Once per outage.
        if (failures === 1) log.error({ err: error }, 'Notifications failed, retrying');
      }
      await wake.within(pauseMs);
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
