import { setTimeout as delay } from 'node:timers/promises';
import type { ComponentState } from '../../exchange/hosts/host-components.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Logger } from '../../platform/log/log.ts';
import { withoutPaths } from '../../platform/log/without-paths.ts';
import type { FromChild, ProcessMetrics, ToChild } from './messages.ts';
import { createPendingAnswers } from './pending-answers.ts';

const firstRestartDelayMs = 100;
/** Uptime in milliseconds after which a child has recovered: the next restart uses the shortest delay again. */
const healthyAfterMs = 10_000;
/** Longest time for which the first start waits for another child, in milliseconds. */
const longestWaitMs = 2_000;

/** A process or thread that was started. */
export type RunningChild = {
  tell(message: ToChild): void;
  /** Registers a listener for its messages. */
  hear(listener: (message: FromChild) => void): void;
  /** Resolves with a description of how it ended. */
  readonly ended: Promise<string>;
  kill(): void;
};

export type ChildOptions = {
  readonly name: string;
  /** Starts a process or thread. */
  launch(): RunningChild;
  /** The first start waits for it, at most `longestWaitMs`, also if it rejects. */
  readonly startAfter?: Promise<unknown>;
  /** Longest delay between two starts. */
  readonly maxRestartDelayMs: number;
  /**
   * Number of consecutive failed starts, before the first successful one, after which the whole start fails. null:
   * unlimited.
   */
  readonly maxFailedStarts: number | null;
  /** Milliseconds to end before it is killed. */
  readonly closeMs: number;
  /** Timeout in milliseconds for its metrics. */
  readonly measureMs: number;
  readonly log: Logger;
  /** Called for each message of the child. */
  received?(message: FromChild): void;
  /** Returns the messages that are sent first to each new process. */
  greeting?(): readonly ToChild[];
  /** Called when the state changes. */
  changed(): void;
};

/** A child process or thread that is restarted when it ends. */
export type ManagedChild = {
  readonly name: string;
  /** Resolves when it serves for the first time. Rejects when it cannot start. */
  readonly listening: Promise<void>;
  state(): ComponentState;
  /** Sends a message. A child that is not running misses it. */
  tell(message: ToChild): void;
  /** Returns the metrics of the child, or null if it does not respond in time. */
  measure(): Promise<ProcessMetrics | null>;
  close(): Promise<void>;
};

/** Starts a child process or thread, and restarts it with growing delays whenever it ends. */
export function manageChild(options: ChildOptions): ManagedChild {
  const { log, name, maxFailedStarts } = options;
  const end = new AbortController();
  const listening = Promise.withResolvers<void>();
  // A failed start is reported through `listening`, which may have no observer.
  listening.promise.catch(() => undefined);
  const measurements = createPendingAnswers<ProcessMetrics | null>(options.measureMs, null);
  let child: RunningChild | null = null;
  let state: ComponentState = { name, state: 'starting', reason: null, restarts: 0 };
  let hasListened = false;

  function change(next: Partial<ComponentState>): void {
    state = { ...state, ...next };
    options.changed();
  }

  // A child that is not running misses it.
  const tell = (message: ToChild): void => child?.tell(message);

  /** Runs the child until it ends. */
  async function runOnce(): Promise<string> {
    const launched = options.launch();
    child = launched;
    let reason = '';
    let recovering: NodeJS.Timeout | null = null;
    launched.hear((message) => {
      if (message.type === 'failed') {
        ({ reason } = message);
        if (message.refused && !hasListened) listening.reject(new ExplainedError(message.reason));
      }
      if (message.type === 'measured') measurements.answered(message.question, message.metrics);
      if (message.type === 'listening') {
        hasListened = true;
        if (state.state === 'starting') change({ state: 'running' });
        recovering = setTimeout(() => change({ state: 'running', reason: null }), healthyAfterMs).unref();
        listening.resolve();
      }
      options.received?.(message);
    });
    for (const message of options.greeting?.() ?? []) tell(message);
    const how = await launched.ended;
    if (recovering !== null) clearTimeout(recovering);
    child = null;
    return reason === '' ? how : reason;
  }

  async function run(): Promise<void> {
    if (options.startAfter !== undefined) {
      const waited = delay(longestWaitMs, undefined, { signal: end.signal });
      await Promise.race([options.startAfter, waited]).catch(() => undefined);
    }
    let failures = 0;
    while (!end.signal.aborted) {
      const startedAtMs = performance.now();
      const reason = await runOnce();
      if (end.signal.aborted) return;
      failures = performance.now() - startedAtMs > healthyAfterMs ? 1 : failures + 1;
      const pauseMs = Math.min(options.maxRestartDelayMs, firstRestartDelayMs * 2 ** Math.min(failures - 1, 20));
      change({ state: 'failing', reason: withoutPaths(reason), restarts: state.restarts + 1 });
      log.error({ component: name, reason, failures, pauseMs }, `${name} has ended (${reason}), restarting`);
      if (!hasListened && maxFailedStarts !== null && failures >= maxFailedStarts) {
        listening.reject(new ExplainedError(`${name} cannot be started: ${reason}`));
      }
      // The signal ends the pause, which is not a failure.
      await delay(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    name,
    listening: listening.promise,
    state: () => state,
    tell,
    measure() {
      if (child === null) return Promise.resolve(null);
      return measurements.ask((question) => tell({ type: 'measure', question }));
    },
    close: async () => {
      end.abort();
      const current = child;
      const killing = setTimeout(() => {
        log.warn({ component: name }, `${name} did not end in time and is killed`);
        current?.kill();
      }, options.closeMs);
      tell({ type: 'close' });
      await running;
      clearTimeout(killing);
    },
  };
}
