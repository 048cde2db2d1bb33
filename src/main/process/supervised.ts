/*
 * The child processes of `placard serve`, one `serve-*.ts` each: delivery, management, worker, host.
 *
 * - `supervised.ts`: how a child talks to its supervisor, reports errors and ends.
 * - `start-work.ts`: the background work of a worker. `serve-host.ts`, `host-heartbeat.ts`, `watch-host.ts`: the host
 *   process.
 * - `open-fitting-database.ts`, `open-account.ts`, `seed-first-start.ts`, `prepare-empty-account.ts`: the first start.
 * - `unavailable-listener.ts`: answers 503 until management is ready. `await-successor.ts`: delivery without a supervisor.
 *
 * See docs/decisions/0147-supervisor.md.
 */

import { writeFileSync } from 'node:fs';
import type { HostComponents } from '../../exchange/hosts/host-components.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { DatabaseAddress, FromChild, ProcessMetrics, ToChild } from '../supervisor/messages.ts';

/** A child that hangs at its end is left; the supervisor may be gone and cannot kill it then. */
const endDeadlineMs = 12_000;

export type Supervised = {
  /** Aborts when this process has to end. */
  readonly end: AbortSignal;
  tell(message: FromChild): void;
  /** Called for every message from now on. */
  hear(listener: (message: ToChild) => void): void;
  /** The components of this host as the supervisor last reported them; null: not yet. */
  components(): HostComponents | null;
  /** Where the bundled PostgreSQL is, as soon as the supervisor has started it. */
  readonly database: Promise<DatabaseAddress>;
};

/**
 * The connection of a child to its supervisor. It ends when the supervisor says so, is gone, or when SIGTERM reaches this process
 * alone. Ctrl-C reaches the whole process group, and the supervisor decides then.
 */
export function joinSupervisor(name: string): Supervised {
  if (process.send === undefined) {
    throw new ExplainedError(`The process ${name} is started by "placard serve" and does not run alone.`);
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

/** A supervisor that is gone needs no message. */
export function tellSupervisor(message: FromChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Runs what a child does until its end; returns the exit code. */
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

/** Answers the supervisor when it asks for the metrics of this process. Metrics that fail are left out. */
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
 * When memory runs out, Linux ends the process with the highest score. Ads and events go on without this process, so it is ended
 * before a delivery process is.
 */
export function endBeforeDelivery(score: number): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(score));
  } catch {
    // Other systems have no such score.
  }
}
