import type { ComponentState } from '../../exchange/hosts/host-components.ts';
import { deliveryEnvironment, threadsNodeOptions, youngGenerationOptions } from './child-options.ts';
import { launchProcess } from './launch-process.ts';
import type { RunningChild } from './manage-child.ts';
import type { EnginesMessage, FromChild, ShownMessage, ToChild, ToHost } from './messages.ts';

/** The delivery process of a host, which has one thread per core if it uses several cores. */
export type DeliveryChild = {
  readonly name: string;
  launch(): RunningChild;
  received(message: FromChild): void;
  /** States of its threads. Empty if it has none. */
  threads(): readonly ComponentState[];
  /** Addresses a message to one of its threads; null: to all. */
  addressed(number: number | null, message: ShownMessage | EnginesMessage): ToChild;
};

export function createDeliveryChild(options: {
  readonly program: string;
  /** Number of delivery threads. */
  readonly deliveryProcesses: number;
  tellHost(message: ToHost): void;
  /** Called when the state of a thread changes. */
  changed(): void;
}): DeliveryChild {
  const { program, deliveryProcesses, tellHost } = options;
  const hasThreads = deliveryProcesses > 1;
  let threads: readonly ComponentState[] = [];
  return {
    name: hasThreads ? 'delivery' : 'delivery-0',
    launch() {
      const running = launchProcess({
        program,
        parameters: ['serve', '--role', 'delivery', '--process', hasThreads ? 'delivery' : '0'],
        nodeOptions: hasThreads ? [...youngGenerationOptions, ...threadsNodeOptions] : youngGenerationOptions,
        environment: deliveryEnvironment(deliveryProcesses),
      });
      // Its threads end with it.
      void running.ended.then(() => {
        threads = [];
      });
      return running;
    },
    received(message) {
      if (message.type === 'threads') {
        threads = message.components;
        options.changed();
      }
      if (message.type === 'listening' && !hasThreads) tellHost({ type: 'begun', number: 0 });
      if (message.type === 'begun' || message.type === 'shown') tellHost(message);
    },
    threads: () => threads,
    addressed: (number, message) => (number === null || !hasThreads ? message : { type: 'toThread', number, message }),
  };
}
