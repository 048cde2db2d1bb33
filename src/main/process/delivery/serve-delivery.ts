/*
 * Delivery: one process of a host. With several cores, it runs one thread per core.
 *
 * - `serve-delivery.ts`: delivery without threads. `run-delivery.ts`: used by it and by each thread.
 * - `serve-delivery-threads.ts`: starts and restarts threads. `delivery-thread.ts`: one thread.
 *   `launch-thread.ts`, `thread-messages.ts`: communication with it.
 * - `shared-memory.ts`: one copy of the snapshot's image and of the draw tables for all threads.
 * - `await-end.ts`, `await-successor.ts`: the end of the process.
 *
 * See docs/decisions/0198-delivery-threads.md.
 */

import type { Config } from '../../../platform/config/config.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ToDelivery } from '../../supervisor/messages.ts';
import { tellSupervisor } from '../supervised.ts';
import { awaitDeliveryEnd } from './await-end.ts';
import { type DeliveryLink, runDelivery } from './run-delivery.ts';

/** Runs a delivery process without threads until its end. Returns the exit code. */
export async function serveDelivery(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly number: number;
}): Promise<number> {
  const end = awaitDeliveryEnd(options);
  try {
    return await runDelivery({ ...options, link: processLink, end });
  } finally {
    if (process.connected) process.disconnect();
  }
}

const processLink: DeliveryLink = {
  tell: tellSupervisor,
  hear: (listener) => void process.on('message', (message: ToDelivery) => listener(message)),
};
