/*
 * Start of a delivery process, and its pauses.
 *
 * - `measure-start-up.ts`: time to the first ad, pauses while a base is loaded and at a full hour, memory.
 * - `start-up-server.ts`: the measured process.
 * - `measure-threads.ts`: memory of several threads. `launched-delivery.ts`: the delivery process of the program.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newLineage } from '../../../src/exchange/snapshot/file-names.ts';
import { openSnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import { benchBodies } from '../bench-model.ts';
import { nextMessage, startBenchProcess } from '../bench-process.ts';
import { generate } from '../measure-endpoint.ts';
import type { PauseReport, StartUpCommand } from './start-up-server.ts';

export type StartUpResult = {
  /** From the start of the process to its first ad. */
  readonly coldStartMs: number;
  /** CPU time until then. */
  readonly coldStartCpuMs: number;
  /** Longest pause of the event loop while a base of another lineage is loaded under light traffic. */
  readonly loadPauseMs: number;
  /** The same as CPU time of the main thread. */
  readonly loadWorkMs: number;
  /** Time from the publication of that base until it is served. */
  readonly reloadMs: number;
  /** Longest pause from half a minute before a full hour until traffic has requested the usual positions. */
  readonly hourPauseMs: number;
  readonly hourWorkMs: number;
  readonly residentMb: number;
  readonly heapMb: number;
  readonly typedMb: number;
};

const hourMs = 3_600_000;
const light = { connections: 4, pauseMs: 2 };

/** Measures a delivery process on the snapshot of a data folder, which gets a second base. */
export async function measureStartUp(dataFolder: string): Promise<StartUpResult> {
  const startedMs = performance.now();
  const child = startBenchProcess('start-up/start-up-server.ts', [dataFolder, 'on']);
  const generator = startBenchProcess('load-generator.ts');
  const ask = async (command: 'pauses' | 'memory') => {
    child.send(command satisfies StartUpCommand);
    return (await nextMessage(child)) as PauseReport;
  };
  try {
    const { port } = (await nextMessage(child)) as { readonly port: number };
    const requests = benchBodies(2_000, 1).map((body) => ({ method: 'POST', path: '/json', body }) as const);
    await fetch(`http://127.0.0.1:${port}/json`, { method: 'POST', body: requests[0]?.body ?? '' });
    const coldStartMs = performance.now() - startedMs;
    const coldStartCpuMs = (await ask('pauses')).cpuMs;
    const traffic = (seconds: number) => generate(generator, { port, seconds, requests, ...light });
    await traffic(4);
    const { residentMb, heapMb, typedMb } = await ask('memory');
    const hour = await pauseAtFullHour(child, traffic, () => ask('pauses'));
    const makeCurrent = await prepareSecondBase(dataFolder);
    await ask('pauses');
    const publishedMs = performance.now();
    await makeCurrent();
    let revision = 0;
    while (revision < 2) {
      await traffic(0.25);
      ({ revision } = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { revision: number });
    }
    const reloadMs = performance.now() - publishedMs;
    const load = await ask('pauses');
    return {
      coldStartMs,
      coldStartCpuMs,
      loadPauseMs: load.longestPauseMs,
      loadWorkMs: load.longestWorkMs,
      reloadMs,
      hourPauseMs: hour.longestPauseMs,
      hourWorkMs: hour.longestWorkMs,
      residentMb,
      heapMb,
      typedMb,
    };
  } finally {
    generator.disconnect();
    child.disconnect();
  }
}

/** Moves the clock to half a minute before a full hour, and then past it. */
async function pauseAtFullHour(
  child: ReturnType<typeof startBenchProcess>,
  traffic: (seconds: number) => Promise<unknown>,
  ask: () => Promise<PauseReport>,
): Promise<PauseReport> {
  const toNextHourMs = hourMs - (Date.now() % hourMs);
  const setClock = (clockOffsetMs: number) => child.send({ clockOffsetMs } satisfies StartUpCommand);
  await ask();
  setClock(toNextHourMs - 30_000);
  await traffic(12);
  setClock(toNextHourMs);
  await traffic(4);
  const report = await ask();
  setClock(0);
  await delay(100);
  return report;
}

/** Writes the rows of the current base as revision 2 of another lineage. Returns a function that publishes it. */
async function prepareSecondBase(dataFolder: string): Promise<() => Promise<void>> {
  const folder = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const current = await folder.current();
  if (current === null) throw new Error('No snapshot in the folder');
  const [lineage, revision] = [newLineage(), 2];
  const { file: base } = await folder.writeBase(
    { lineage, revision, builtAtMs: Date.now() },
    folder.readBase(current.base),
  );
  return () => folder.makeCurrent({ lineage, revision, base, deltas: [] });
}
