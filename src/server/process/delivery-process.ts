import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from '../explained-error.ts';
import type { Logger } from '../log.ts';
import type { FromDelivery, Measured, Shown, ToDelivery } from './delivery-messages.ts';

const firstRestartDelayMs = 100;
const maxRestartDelayMs = 5_000;
/** A process that lived this long has not failed at its start; the next restart waits little again. */
const healthyAfterMs = 10_000;
/** Ends in a row before the first time it listens, after which nobody waits for it any more. */
const maxFailedStarts = 4;
/** How long it may take to answer what it has accepted and to close its journal. */
const drainMs = 5_500;
/** How long its figures are waited for. */
const measureMs = 1_000;

export type DeliveryProcess = {
  /** Resolves when it listens for the first time; rejects when it never gets there. */
  readonly listening: Promise<void>;
  /** Tells it something, once it listens. */
  tell(message: ToDelivery): void;
  /** What it measures of itself; null: it does not say so in time. */
  measure(): Promise<Measured['metrics'] | null>;
  /** How often it has ended and was started again. */
  restarts(): number;
  close(): Promise<void>;
};

/**
 * Options of Node for a delivery process. Young objects have 16 MB from the beginning: what a snapshot is loaded from is
 * garbage soon, and with the 1 MB that Node begins with it is collected a tenth of the load long.
 */
export const deliveryNodeOptions: readonly string[] = ['--min-semi-space-size=16'];

/**
 * Environment of a delivery process: glibc asks for huge pages where Linux gives them to who asks, since a decision reads from
 * all over the tables of a snapshot. Other systems pass it over. Source: docs/decisions/0127-huge-pages.md.
 */
export function deliveryEnvironment(): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: a process has the environment of the one that starts it
  return { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', ...process.env };
}

/** Keeps delivery process `number` running: starts it, and again with growing pauses whenever it ends. */
export function keepDeliveryProcess(options: {
  /** Path of the program's entry. */
  readonly program: string;
  readonly number: number;
  readonly log: Logger;
  /** It has shown what the other processes should hear of. */
  shown?(views: Shown): void;
  /** It listens, for the first time or again. */
  begun?(): void;
}): DeliveryProcess {
  const { log } = options;
  const end = new AbortController();
  const listening = Promise.withResolvers<void>();
  // A start that fails is reported to whoever waits; nobody may be waiting.
  listening.promise.catch(() => undefined);
  let child: ChildProcess | null = null;
  let reason = '';
  let hasListened = false;
  let listens = false;
  let restarts = 0;
  let lastQuestion = 0;
  const questions = new Map<number, (metrics: Measured['metrics'] | null) => void>();

  async function run(): Promise<void> {
    let failures = 0;
    while (!end.signal.aborted) {
      const startedAt = Date.now();
      child = fork(options.program, ['serve', '--role', 'delivery', '--process', String(options.number)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        execArgv: [...process.execArgv, ...deliveryNodeOptions],
        env: deliveryEnvironment(),
      });
      child.on('message', (message: FromDelivery) => {
        if (message.type === 'failed') reason = message.reason;
        if (message.type === 'shown') options.shown?.(message);
        if (message.type === 'measured') questions.get(message.question)?.(message.metrics);
        if (message.type !== 'listening') return;
        hasListened = true;
        listens = true;
        options.begun?.();
        listening.resolve();
      });
      const how = await ended(child);
      child = null;
      listens = false;
      if (end.signal.aborted) return;
      restarts += 1;
      failures = Date.now() - startedAt > healthyAfterMs ? 1 : failures + 1;
      log.error(
        { process: options.number, how, failures },
        `delivery process ${options.number} has ended (${reason || how}); starting it again`,
      );
      if (!hasListened && failures >= maxFailedStarts) {
        listening.reject(new ExplainedError(`Delivery process ${options.number} does not start: ${reason || how}`));
      }
      const pauseMs = Math.min(maxRestartDelayMs, firstRestartDelayMs * 2 ** (failures - 1));
      // The signal ends the pause; that is no failure.
      await delay(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  }

  const running = run();
  function tell(message: ToDelivery): void {
    // One that is just being started misses this, and is told what it needs when it listens.
    if (listens && child?.connected === true) child.send(message, () => undefined);
  }

  return {
    listening: listening.promise,
    tell,
    measure() {
      if (!listens) return Promise.resolve(null);
      lastQuestion += 1;
      const question = lastQuestion;
      return new Promise((resolve) => {
        const answer = (metrics: Measured['metrics'] | null) => {
          clearTimeout(late);
          questions.delete(question);
          resolve(metrics);
        };
        const late = setTimeout(() => answer(null), measureMs);
        questions.set(question, answer);
        tell({ type: 'measure', question });
      });
    },
    restarts: () => restarts,
    close: async () => {
      end.abort();
      const current = child;
      const killing = setTimeout(() => {
        log.warn({ process: options.number }, 'a delivery process does not end; it is killed');
        current?.kill('SIGKILL');
      }, drainMs);
      // When it is ending by itself the message has nobody to go to, and that is fine.
      current?.send({ type: 'close' } satisfies ToDelivery, () => undefined);
      await running;
      clearTimeout(killing);
    },
  };
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
