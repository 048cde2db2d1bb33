import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { Config } from '../../../platform/config/config.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { childEnvironment } from '../../supervisor/child-options.ts';
import { type ManagedChild, manageChild } from '../../supervisor/manage-child.ts';
import type { FromChild, ProcessMetrics, ToDelivery, ToDeliveryThreads } from '../../supervisor/messages.ts';
import { tellSupervisor } from '../supervised.ts';
import { awaitDeliveryEnd } from './await-end.ts';
import { launchThread } from './launch-thread.ts';
import { createSharedMemory } from './shared-memory.ts';

/**
 * A thread gets five seconds for pending requests, and this process five and a half. Metrics are collected within the
 * second that the supervisor waits for them.
 */
const threadLimits = { maxRestartDelayMs: 5_000, maxFailedStarts: 4, closeMs: 5_250, measureMs: 700 };

type Options = { readonly config: Config; readonly log: Logger };

/**
 * Runs the delivery process of a host with several delivery threads until its end. Its main thread serves nothing: it
 * reads images, restarts threads that end, and passes messages on. Returns the exit code.
 */
export async function serveDeliveryThreads(options: Options): Promise<number> {
  const { log } = options;
  const end = awaitDeliveryEnd(options);
  const threads = startThreads(options);
  try {
    const started = Promise.all(threads.all.map((thread) => thread.listening));
    // A thread that cannot start ends this process unless others serve.
    const serving = Promise.any(threads.all.map((thread) => thread.listening));
    started.then(
      () => tellSupervisor({ type: 'listening' }),
      () => undefined,
    );
    await Promise.race([end, serving]);
    await end;
    return 0;
  } catch (error) {
    const reason = (error as AggregateError).errors[0];
    log.error({ err: reason }, 'delivery failed');
    tellSupervisor({
      type: 'failed',
      reason: reason instanceof Error ? reason.message : String(reason),
      refused: false,
    });
    return 1;
  } finally {
    await Promise.all(threads.all.map((thread) => thread.close()));
    if (process.connected) process.disconnect();
  }
}

function startThreads({ config, log }: Options): { readonly all: readonly ManagedChild[] } {
  const sharedMemory = createSharedMemory(join(config.dataFolder, 'snapshots'));
  const all: ManagedChild[] = [];
  const latest = new Map<string, ToDelivery>();
  const report = () => tellSupervisor({ type: 'threads', components: all.map((thread) => thread.state()) });

  function received(number: number, message: FromChild): void {
    if (message.type === 'listening') tellSupervisor({ type: 'begun', number });
    if (message.type === 'shown' || message.type === 'selected') {
      for (const [index, thread] of all.entries()) if (index !== number) thread.tell(message);
    }
    // Other hosts receive views, too.
    if (message.type === 'shown') tellSupervisor(message);
  }

  for (let number = 0; number < config.deliveryProcesses; number += 1) {
    const name = `delivery-${number}`;
    all.push(
      manageChild({
        name,
        log,
        ...threadLimits,
        launch: () => launchThread({ name, number, environment: childEnvironment(), sharedMemory, log }),
        received: (message) => received(number, message),
        greeting: () => [...latest.values()],
        changed: report,
      }),
    );
  }
  report();
  const measure = createMeasure(all);
  process.on('message', (message: ToDeliveryThreads) => {
    if (message.type === 'measure') return measure(message.question);
    if (message.type === 'toThread') return all[message.number]?.tell(message.message);
    // `awaitDeliveryEnd` handles it.
    if (message.type === 'close') return;
    if (message.type !== 'shown' && message.type !== 'selected') latest.set(kindOf(message), message);
    for (const thread of all) thread.tell(message);
  });
  return { all };
}

/** Messages of a kind replace each other. The latest of each kind is sent first to a thread that starts later. */
function kindOf({ type }: ToDelivery): string {
  return type === 'preparing' || type === 'seeding' || type === 'prepared' ? 'preparation' : type;
}

/** Returns a function that sends the metrics of this process and of its threads to the supervisor. */
function createMeasure(threads: readonly ManagedChild[]): (question: number) => void {
  let registry: Promise<Registry> | null = null;
  return (question) => {
    registry ??= createRegistry();
    const own: Promise<ProcessMetrics> = registry.then((one) => one.getMetricsAsJSON());
    void Promise.all([own, ...threads.map((thread) => thread.measure())]).then((all) => {
      const metrics = all.flatMap((one) => one ?? []);
      tellSupervisor({ type: 'measured', question, metrics });
    });
  };
}

/** Loads the code of metrics with the first question, because it would delay the start of the threads. */
async function createRegistry(): Promise<Registry> {
  const { Registry } = await import('prom-client');
  const { measureProcess } = await import('../../../platform/metrics/process-metrics.ts');
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'delivery' });
  measureProcess(registry);
  return registry;
}
