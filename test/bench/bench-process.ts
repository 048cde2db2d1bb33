import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deliveryEnvironment, youngGenerationOptions } from '../../src/main/supervisor/child-options.ts';

export type BenchServer = {
  readonly port: number;
  /** Total CPU time of the process, user and system, in microseconds. */
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
};

/** Timeout of a message. Reading a million bookings takes half a minute, or several on a busy machine. */
const messageLimitMs = 600_000;

/** Root of this checkout. */
export const ownCheckout = join(import.meta.dirname, '../..');

/**
 * Starts a bench process with the options and environment of a delivery process.
 * @param checkout checkout whose code runs
 */
export function startBenchProcess(
  file: string,
  parameters: readonly string[] = [],
  checkout = ownCheckout,
): ChildProcess {
  return fork(join(checkout, 'test/bench', file), parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', ...youngGenerationOptions],
    env: { ...deliveryEnvironment(), NODE_COMPILE_CACHE: join(checkout, '.cache/compile') },
  });
}

/** Starts a bench server as a separate process. */
export async function startBenchServer(
  file: string,
  parameters: readonly string[],
  checkout = ownCheckout,
): Promise<BenchServer> {
  const child = startBenchProcess(file, parameters, checkout);
  const { port } = (await nextMessage(child)) as { readonly port: number };
  return {
    port,
    cpuMicros: async () => {
      child.send('cpu');
      return ((await nextMessage(child)) as { readonly cpuMicros: number }).cpuMicros;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Starts a process that measures one value and returns its result. */
export async function measureInProcess<Result>(
  file: string,
  parameters: readonly string[],
  checkout = ownCheckout,
): Promise<Result> {
  const child = startBenchProcess(file, parameters, checkout);
  child.send('begin');
  const result = (await nextMessage(child)) as Result;
  child.disconnect();
  return result;
}

/** Process side of a bench server: sends its port, reports its CPU time on request, and ends with its parent. */
export function serveBench(port: number, close: () => Promise<void>): void {
  process.on('message', (message) => {
    if (message !== 'cpu') return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system });
  });
  process.on('disconnect', () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.send?.({ port });
}

/** Returns the next message of a process. Rejects if the process ends or the time limit expires. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(messageLimitMs)]);
  try {
    const message = once(child, 'message', { signal });
    const end = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`Bench process exited with code ${code}`);
    });
    return (await Promise.race([message, end]))[0];
  } finally {
    waiting.abort();
  }
}
