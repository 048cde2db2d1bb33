import { createWake } from '../../platform/process/wake.ts';
import { createWebhookDispatcher, type DispatcherOptions } from './webhook-dispatcher.ts';

const pauseMs = 1_000;
const longestPauseMs = 10_000;

export type WebhooksOptions = DispatcherOptions & {
  /** Finds what happened by itself, before what is new is sent; it may fail alone. */
  readonly watch?: () => Promise<void>;
};

/** Sends what webhooks are to be told, about a second after it happened, until closed. */
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
        // Once per outage.
        if (failures === 1)
          options.log.error({ err: error }, 'not all that happens can be told to webhooks; it is kept for them');
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
