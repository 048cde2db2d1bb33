/*
 * The child processes of `placard serve`, one `serve-*.ts` each: management, worker, host; `delivery/`.
 *
 * - `supervised.ts`: communication of a child with its supervisor, errors and shutdown.
 * - `start-work.ts`: the background work of a worker. `serve-host.ts`, `host-heartbeat.ts`, `watch-host.ts`: the host
 *   process.
 * - `open-fitting-database.ts`, `open-account.ts`, `seed-first-start.ts`, `prepare-empty-account.ts`: the first start.
 * - `unavailable-listener.ts`: returns 503 until management is ready.
 *
 * See docs/decisions/0147-supervisor.md.
 */

import { writeFileSync } from 'node:fs';
import type { HostComponents } from '../../exchange/hosts/host-components.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { DatabaseAddress, FromChild, ProcessMetrics, ToChild } from '../supervisor/messages.ts';

/** Milliseconds after which a child that hangs at shutdown exits. The supervisor may be gone and unable to kill it. */
const endDeadlineMs = 12_000;

export type Supervised = {
  /** Aborted when this process must end. */
  readonly end: AbortSignal;
  tell(message: FromChild): void;
  /** Registers a listener for all messages from now on. */
  hear(listener: (message: ToChild) => void): void;
  /** Returns the components of this host in the latest report of the supervisor. null if there is none yet. */
  components(): HostComponents | null;
  /** Address of the bundled PostgreSQL. Resolves when the supervisor has started it. */
  readonly database: Promise<DatabaseAddress>;
};

/**
 * Connects a child to its supervisor. The child ends on request of the supervisor, when the supervisor is gone, or when
 * SIGTERM reaches this process alone. Ctrl-C reaches the whole process group, and the supervisor decides.
 */
export function joinSupervisor(name: string): Supervised {
  if (process.send === undefined) {
    throw new ExplainedError(`The process ${name} must be started by "placard serve".`);
  }
  const end = new AbortController();
  let components: HostComponents | null = null;
  const database = Promise.withResolvers<DatabaseAddress>();
  const finish = () => {
    end.abort();
    setTimeout(() => process.exit(1), endDeadlineMs).unref();
  };
  process.on('SIGINT', () => {
    if (!process.connected) finish();
  });
  process.on('SIGTERM', finish);
  process.on('disconnect', finish);
  process.on('message', (message: ToChild) => {
    if (message.type === 'close') finish();
    if (message.type === 'components') ({ components } = message);
    if (message.type === 'database') database.resolve(message);
  });
  if (!process.connected) finish();
  return {
    end: end.signal,
    tell: tellSupervisor,
    hear: (listener) => void process.on('message', listener),
    components: () => components,
    database: database.promise,
  };
}

/** Messages to a supervisor that has ended are dropped. */
export function tellSupervisor(message: FromChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Runs the work of a child until its end. Returns the exit code. */
export async function runSupervised(name: string, log: Logger, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    log.error({ err: error }, `${name} failed`);
    const reason = error instanceof Error ? error.message : String(error);
    tellSupervisor({ type: 'failed', reason, refused: error instanceof ExplainedError });
    return 1;
  } finally {
    if (process.connected) process.disconnect();
  }
}

/** Responds to the supervisor's requests for the metrics of this process. Metrics that fail are omitted. */
export function answerMeasure(supervised: Supervised, measure: () => Promise<ProcessMetrics>): void {
  supervised.hear((message) => {
    if (message.type !== 'measure') return;
    const { question } = message;
    measure().then(
      (metrics) => supervised.tell({ type: 'measured', question, metrics }),
      () => undefined,
    );
  });
}

/**
 * Raises the OOM score of this process. When memory runs out, Linux ends the process with the highest score. Ads and
 * events continue without this process, so it should be ended before a delivery process.
 */
export function endBeforeDelivery(score: number): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(score));
  } catch {
    // Other operating systems have no such score.
  }
}
