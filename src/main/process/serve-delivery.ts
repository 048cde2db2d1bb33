import { flushCompileCache } from 'node:module';
import type { Preparation } from '../../delivery/condition.ts';
import type { ViewExchange } from '../../delivery/decide/pacing/capped-views.ts';
import type { SelectionExchange } from '../../delivery/endpoints/stack/sent-selection.ts';
import { startDelivery } from '../../delivery/start-delivery.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { ToDelivery } from '../supervisor/messages.ts';
import { awaitSuccessor } from './await-successor.ts';
import { tellSupervisor as tell } from './supervised.ts';

/**
 * Runs one delivery process: serves until its supervisor sends `close`, and returns the exit code. Ctrl-C reaches the
 * whole process group, and the supervisor (if there is one) decides. SIGTERM to this process alone drains it, and the
 * supervisor starts another one. When the supervisor is killed, this process continues to serve until another one takes
 * over.
 */
export async function serveDelivery(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly number: number;
}): Promise<number> {
  const { config, log } = options;
  const supervisorPid = process.ppid;
  const end = Promise.withResolvers<void>();
  let closing = false;
  let preparation: Preparation = 'prepared';
  process.on('SIGINT', () => {
    if (!process.connected) end.resolve();
  });
  process.on('SIGTERM', () => end.resolve());
  process.on('disconnect', () => {
    if (!closing) void awaitSuccessor({ ...options, supervisorPid }).then(end.resolve);
  });
  process.on('message', (message: ToDelivery) => {
    if (message.type === 'preparing' || message.type === 'seeding' || message.type === 'prepared') {
      preparation = message.type;
    }
    if (message.type !== 'close') return;
    closing = true;
    end.resolve();
  });
  const exchange: ViewExchange = {
    send: (views) => tell({ type: 'shown', views }),
    receive: (hear) =>
      process.on('message', (message: ToDelivery) => {
        if (message.type === 'shown') hear(message.views);
      }),
  };
  const selectionExchange: SelectionExchange = {
    send: (selection) => tell({ type: 'selected', selection }),
    receive: (hear) =>
      process.on('message', (message: ToDelivery) => {
        if (message.type === 'selected') hear(message.selection);
      }),
  };
  // The supervisor may have ended during this start. undefined: there was none.
  if (process.connected === false) end.resolve();
  try {
    const delivery = await startDelivery({
      config,
      log,
      processId: `delivery-${options.number}`,
      preparation: () => preparation,
      ...(config.deliveryProcesses > 1 || config.redisUrl !== null ? { exchange } : {}),
      ...(config.deliveryProcesses > 1 ? { selectionExchange } : {}),
    });
    // Before the first request, which it would delay. If the code was loaded from the cache, there is nothing to write.
    flushCompileCache();
    process.on('message', (message: ToDelivery) => {
      if (message.type === 'drain') delivery.drain();
      if (message.type === 'engines') delivery.engines(message.states);
      if (message.type === 'components') delivery.components(message.components.components);
      if (message.type === 'measure') {
        const { question } = message;
        // Metrics that fail are omitted from those of this host.
        void delivery.measure().then((metrics) => tell({ type: 'measured', question, metrics }));
      }
    });
    tell({ type: 'listening' });
    await end.promise;
    closing = true;
    await delivery.close();
  } catch (error) {
    log.error({ err: error }, 'delivery failed');
    tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error), refused: false });
    return 1;
  } finally {
    closing = true;
    if (process.connected) process.disconnect();
  }
  return 0;
}
