import { setTimeout as delay } from 'node:timers/promises';
import type { Preparation } from '../../delivery/condition.ts';
import type { HostComponents } from '../../exchange/hosts/host-components.ts';
import type { Config } from '../../platform/config/config.ts';
import { servesAll } from '../../platform/config/roles.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { SupervisedProcess } from '../command-line/parse-command-line.ts';
import { childEnvironment, youngGenerationOptions } from './child-options.ts';
import { createDeliveryChild } from './delivery-child.ts';
import { finishWithin } from './finish-within.ts';
import { launchProcess } from './launch-process.ts';
import { type ChildOptions, type ManagedChild, manageChild } from './manage-child.ts';
import type { ManagedDatabase } from './manage-database.ts';
import type {
  DatabaseAddress,
  EnginesMessage,
  FromChild,
  PrintedCredentials,
  ShownMessage,
  ToChild,
} from './messages.ts';

/** Milliseconds for the metrics of a process. */
const measureMs = 1_000;
const deliveryLimits = { maxRestartDelayMs: 5_000, maxFailedStarts: 4, closeMs: 5_500, measureMs };
/** Starting one of these takes one second of CPU time, which a crash loop must not take from ads. */
const otherLimits = { maxRestartDelayMs: 30_000, maxFailedStarts: null, closeMs: 8_000, measureMs };
/** Longest delay in milliseconds of the host process. It waits for the other processes to start. */
const hostDelayMs = 5_000;
/** Milliseconds that the host process may take to transfer the journal to other hosts. */
const finishMs = 2_500;
/**
 * Interval in milliseconds of sending the state of the components, in addition to each change, for the memory of this
 * process.
 */
const reportMs = 5_000;

export type Prepared = Extract<FromChild, { readonly type: 'prepared' }>;

/** The processes of a host. */
export type Children = {
  /** Resolves when each of them has started to serve. Rejects when one of them cannot start. */
  readonly listening: Promise<unknown>;
  /** Resolves when management has created the objects of a first start. */
  readonly prepared: Promise<Prepared>;
  /** Resolves when the worker has published a snapshot. */
  readonly published: Promise<void>;
  /** Reports that the bundled PostgreSQL is running. */
  tellDatabase(address: DatabaseAddress): void;
  /** Allows delivery to report ready. */
  tellPrepared(): void;
  close(): Promise<void>;
};

export type ChildrenOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly program: string;
  /** Settings of the other processes that differ from those of this one. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether there is no snapshot of an earlier start. */
  readonly isFirstStart: boolean;
  /** null if it has not been started or is external. */
  database(): ManagedDatabase | null;
  created(credentials: PrintedCredentials): void;
};

/** Starts the processes of the roles: delivery first, because it serves without the others. */
export function startChildren(options: ChildrenOptions): Children {
  const { config, log } = options;
  const { serves } = config;
  const group = createGroup(options);
  const prepared = Promise.withResolvers<Prepared>();
  const published = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  let closing = false;

  if (serves.delivery) group.addDelivery();
  if (serves.management) {
    group.addOther('management', (message) => {
      if (message.type === 'seeding') group.setPreparation('seeding');
      if (message.type !== 'prepared') return;
      if (message.credentials !== null) options.created(message.credentials);
      prepared.resolve(message);
    });
  }
  if (serves.worker) {
    group.addOther(
      'worker',
      (message) => {
        if (message.type === 'published') published.resolve();
      },
      // Otherwise they load their modules at the same time, and management, which needs the longest, is ready later.
      { startAfter: group.delivery()?.listening },
    );
    for (let number = 1; number < config.countingProcesses; number += 1) {
      group.addOther(`counter-${number}`, () => undefined);
    }
  }
  const listening = Promise.all(group.all().map((child) => child.listening));
  const addHost = () => {
    if (!closing) group.addOther('host', createSwitch(group, finished.resolve));
  };
  // With other hosts, it provides the snapshots. Otherwise the other processes start first.
  if (config.redisUrl !== null || config.metricsPort !== null) addHost();
  else Promise.race([listening, delay(hostDelayMs, undefined, { ref: false })]).then(addHost, () => undefined);

  return {
    listening,
    prepared: prepared.promise,
    published: published.promise,
    tellDatabase: (address) => group.tell(address, group.others()),
    tellPrepared: () => group.setPreparation('prepared'),
    /** Delivery closes its journals first. Then other hosts take them over, and the worker counts them. */
    async close() {
      closing = true;
      group.stopReporting();
      if (serves.delivery && config.drainMs > 0) {
        group.tell({ type: 'drain' });
        await delay(config.drainMs);
      }
      await group.delivery()?.close();
      const host = group.named('host');
      if (config.redisUrl !== null && host?.state().state === 'running') {
        host.tell({ type: 'finish' });
        await finishWithin(finishMs, 'journal transfer to other hosts', log, () => finished.promise);
      }
      await Promise.all([group.named('management')?.close(), ...group.counting().map((child) => child.close())]);
      await host?.close();
    },
  };
}

type Group = ReturnType<typeof createGroup>;

function createGroup({ config, log, program, settings, database, isFirstStart }: ChildrenOptions) {
  const { serves } = config;
  const startedAtMs = Date.now();
  const children: ManagedChild[] = [];
  let preparation: Preparation = servesAll(serves) && config.demo ? 'preparing' : 'prepared';
  const named = (name: string) => children.find((child) => child.name === name);
  const deliveryChild = createDeliveryChild({
    program,
    deliveryProcesses: config.deliveryProcesses,
    tellHost: (message) => named('host')?.tell(message),
    changed: () => changed(),
  });
  const isDelivery = ({ name }: ManagedChild) => name === deliveryChild.name;
  const delivery = () => named(deliveryChild.name);
  const isCounting = ({ name }: ManagedChild) => name === 'worker' || name.startsWith('counter-');
  const tell = (message: ToChild, to: readonly ManagedChild[] = children) => {
    for (const child of to) child.tell(message);
  };

  function report(): { readonly type: 'components'; readonly components: HostComponents } {
    const state = database()?.state();
    const own = children.flatMap((child) => [child.state(), ...(isDelivery(child) ? deliveryChild.threads() : [])]);
    const components = [...own, ...(state === undefined ? [] : [state])];
    const supervisor = { pid: process.pid, startedAtMs, memoryBytes: process.memoryUsage.rss() };
    const isPreparing = preparation === 'seeding' || (preparation === 'preparing' && isFirstStart);
    return { type: 'components', components: { components, isPreparing, supervisor } };
  }
  const changed = () => tell(report());
  const reporting = setInterval(changed, reportMs).unref();

  function add(options: Pick<ChildOptions, 'name' | 'launch' | 'received'> & Partial<ChildOptions>): void {
    children.push(manageChild({ log, changed, ...otherLimits, ...options }));
  }

  return {
    all: (): readonly ManagedChild[] => children,
    named,
    delivery,
    counting: () => children.filter(isCounting),
    others: () => children.filter((child) => !isDelivery(child)),
    tell,
    stopReporting: () => clearInterval(reporting),
    setPreparation(next: Preparation) {
      if (preparation === 'prepared') return;
      preparation = next;
      delivery()?.tell({ type: next });
      changed();
    },
    /** @param number of the thread; null: all threads */
    tellDelivery(number: number | null, message: ShownMessage | EnginesMessage) {
      delivery()?.tell(deliveryChild.addressed(number, message));
    },
    addDelivery() {
      add({
        ...deliveryChild,
        ...deliveryLimits,
        greeting: () => [{ type: preparation }, report()],
      });
    },
    addOther(
      name: SupervisedProcess,
      received: (message: FromChild) => void,
      { startAfter }: { readonly startAfter?: Promise<unknown> | undefined } = {},
    ) {
      const roles = (['management', 'delivery', 'worker'] as const).filter((role) => serves[role]);
      add({
        name,
        launch: () =>
          launchProcess({
            program,
            environment: childEnvironment(settings),
            nodeOptions: youngGenerationOptions,
            // The host process sends events and views of frequency caps to other hosts, and heartbeats.
            isBackground: name !== 'host',
            parameters: ['serve', ...roles.flatMap((role) => ['--role', role]), '--process', name],
          }),
        greeting() {
          const address = database()?.address() ?? null;
          return [...(address === null ? [] : [address]), report()];
        },
        received,
        ...(startAfter !== undefined && { startAfter }),
      });
    },
  };
}

/** Dispatches the messages of the host process. */
function createSwitch(group: Group, finished: () => void): (message: FromChild) => void {
  async function measureOthers(question: number): Promise<void> {
    const others = group.all().filter(({ name }) => name !== 'host');
    const measured = await Promise.all(others.map((child) => child.measure()));
    const metrics = measured.filter((one) => one !== null);
    group.named('host')?.tell({ type: 'measuredOthers', question, metrics });
  }
  return (message) => {
    if (message.type === 'finished') finished();
    if (message.type === 'measureOthers') void measureOthers(message.question);
    if (message.type !== 'toDelivery') return;
    group.tellDelivery(message.number, message.message);
  };
}
