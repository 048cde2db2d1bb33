import { createWake } from '../snapshot-file/wake.ts';
import { createWebhookDispatcher, type DispatcherOptions } from './webhook-dispatcher.ts';

const pauseMs = 1_000;
const longestPauseMs = 10_000;

/** Sends what webhooks are to be told, about a second after it happened, until closed. */
export function startWebhooks(options: DispatcherOptions): { close(): Promise<void> } {
  const wake = createWake();
  const dispatcher = createWebhookDispatcher({ ...options, finished: wake.now });
  let closed = false;
  const running = (async () => {
    let failures = 0;
    while (!closed) {
      try {
        await dispatcher.pass();
        failures = 0;
      } catch (error) {
        failures += 1;
        // Once per outage.
        if (failures === 1) options.log.error({ err: error }, 'webhooks cannot be sent; what happens is kept for them');
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
