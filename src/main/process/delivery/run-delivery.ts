import { flushCompileCache } from 'node:module';
import type { Preparation } from '../../../delivery/condition.ts';
import type { ViewExchange } from '../../../delivery/decide/pacing/capped-views.ts';
import type { SelectionExchange } from '../../../delivery/endpoints/stack/sent-selection.ts';
import { type DeliveryOptions, startDelivery } from '../../../delivery/start-delivery.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { FromDelivery, ToDelivery } from '../../supervisor/messages.ts';

/** Messages between a delivery process or thread and the one that started it. */
export type DeliveryLink = {
  tell(message: FromDelivery): void;
  /** Registers a listener for all messages from now on. */
  hear(listener: (message: ToDelivery) => void): void;
};

/** Serves ads and events until `end` resolves, and then finishes pending requests. Returns the exit code. */
export async function runDelivery(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly number: number;
  readonly link: DeliveryLink;
  readonly end: Promise<void>;
  readonly shared?: NonNullable<DeliveryOptions['shared']>;
}): Promise<number> {
  const { config, log, link, shared } = options;
  const others = exchangesOf(link);
  let preparation: Preparation = 'prepared';
  link.hear((message) => {
    if (message.type === 'preparing' || message.type === 'seeding' || message.type === 'prepared') {
      preparation = message.type;
    }
  });
  try {
    const delivery = await startDelivery({
      config,
      log,
      processId: `delivery-${options.number}`,
      preparation: () => preparation,
      ...(config.deliveryProcesses > 1 || config.redisUrl !== null ? { exchange: others.exchange } : {}),
      ...(config.deliveryProcesses > 1 ? { selectionExchange: others.selectionExchange } : {}),
      ...(shared !== undefined && { shared }),
    });
    // Before the first request, which it would delay. If the code was loaded from the cache, there is nothing to write.
    flushCompileCache();
    link.hear((message) => {
      if (message.type === 'drain') delivery.drain();
      if (message.type === 'engines') delivery.engines(message.states);
      if (message.type === 'components') delivery.components(message.components.components);
      if (message.type === 'measure') {
        const { question } = message;
        // Metrics that fail are omitted from those of this host.
        void delivery.measure().then((metrics) => link.tell({ type: 'measured', question, metrics }));
      }
    });
    link.tell({ type: 'listening' });
    await options.end;
    await delivery.close();
  } catch (error) {
    log.error({ err: error }, 'delivery failed');
    link.tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error), refused: false });
    return 1;
  }
  return 0;
}

function exchangesOf(link: DeliveryLink): { exchange: ViewExchange; selectionExchange: SelectionExchange } {
  return {
    exchange: {
      send: (views) => link.tell({ type: 'shown', views }),
      receive: (hear) =>
        link.hear((message) => {
          if (message.type === 'shown') hear(message.views);
        }),
    },
    selectionExchange: {
      send: (selection) => link.tell({ type: 'selected', selection }),
      receive: (hear) =>
        link.hear((message) => {
          if (message.type === 'selected') hear(message.selection);
        }),
    },
  };
}
