import { createWake } from '../../platform/process/wake.ts';
import { createWebhookDispatcher, type DispatcherOptions } from './webhook-dispatcher.ts';

const pauseMs = 1_000;
const longestPauseMs = 10_000;

export type WebhooksOptions = DispatcherOptions & {
  /** Detects events that no call causes, before new messages are sent. May fail independently. */
  readonly watch?: () => Promise<void>;
};

/** Starts a loop that sends webhook messages about a second after their events, until closed. */
export function startWebhooks(options: WebhooksOptions): { close(): Promise<void> } {
  const wake = createWake();
  const dispatcher = createWebhookDispatcher({ ...options, finished: wake.now });
  let closed = false;
  const running = (async () => {
    let failures = 0;
    while (!closed) {
      try {
        const watched = await Promise.allSettled([options.watch?.()]);
        await dispatcher.pass();
        if (watched[0]?.status === 'rejected') throw watched[0].reason;
        failures = 0;
      } catch (error) {
        failures += 1;
        // Logged once per outage.
        if (failures === 1) options.log.error({ err: error }, 'Webhook dispatch failed; pending messages are retained');
      }
      await wake.within(Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 10)));
    }
  })();
  return {
    async close() {
      closed = true;
      wake.now();
      await running;
      await dispatcher.close();
    },
  };
}
