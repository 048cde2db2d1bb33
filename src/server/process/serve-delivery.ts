import { flushCompileCache } from 'node:module';
import type { Config } from '../config/config.ts';
import type { ViewExchange } from '../delivery/pacing/capped-views.ts';
import { startDelivery } from '../delivery/start-delivery.ts';
import type { Logger } from '../log.ts';
import type { FromDelivery, ToDelivery } from './delivery-messages.ts';

/**
 * One delivery process: serves until its supervisor says `close` or is gone; answers the exit code. Ctrl-C reaches the whole group, and the
 * supervisor (if there is one) decides then; SIGTERM to this process alone drains it, and the supervisor starts another.
 */
export async function serveDelivery(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly number: number;
}): Promise<number> {
  const { config, log } = options;
  const end = Promise.withResolvers<void>();
  process.on('SIGINT', () => {
    if (!process.connected) end.resolve();
  });
  process.on('SIGTERM', () => end.resolve());
  process.on('disconnect', () => end.resolve());
  process.on('message', (message: ToDelivery) => {
    if (message.type === 'close') end.resolve();
  });
  const exchange: ViewExchange = {
    send: (views) => tell({ type: 'shown', views }),
    receive: (hear) =>
      process.on('message', (message: ToDelivery) => {
        if (message.type === 'shown') hear(message.views);
      }),
  };
  // The supervisor may have died before anybody listened for that; undefined: there never was one.
  if (process.connected === false) end.resolve();
  try {
    const delivery = await startDelivery({
      config,
      log,
      processId: `delivery-${options.number}`,
      ...(config.deliveryProcesses > 1 || config.redisUrl !== null ? { exchange } : {}),
    });
    // Before the first request, which it would hold up; there is nothing to write when the code was loaded before.
    flushCompileCache();
    process.on('message', (message: ToDelivery) => {
      if (message.type === 'drain') delivery.drain();
      if (message.type === 'engines') delivery.engines(message.states);
      if (message.type === 'measure') {
        const { question } = message;
        // What fails is left out of the figures of this host.
        void delivery.measure().then((metrics) => tell({ type: 'measured', question, metrics }));
      }
    });
    tell({ type: 'listening' });
    await end.promise;
    await delivery.close();
  } catch (error) {
    log.error({ err: error }, 'delivery failed');
    tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
    return 1;
  } finally {
    if (process.connected) process.disconnect();
  }
  return 0;
}

function tell(message: FromDelivery): void {
  // A supervisor that is gone needs no news.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
