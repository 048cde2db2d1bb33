import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createLog } from '../../src/server/log.ts';
import { createImageWorkshop } from '../../src/server/media/image-workshop.ts';
import { largePhoto } from '../support/large-photo.ts';
import { benchBodies } from './bench-model.ts';
import { nextMessage, startBenchProcess, startBenchServer } from './bench-process.ts';
import { connections, generate } from './measure-endpoint.ts';
import { type Spread, spreadOf } from './spread.ts';

const slowClients = 5_000;

export type BesideTask = {
  readonly generator: ChildProcess;
  /** With a snapshot of the bench's model. */
  readonly dataFolder: string;
  readonly rounds: number;
  readonly seconds: number;
};

/** p99 of everybody else while thousands of clients send a byte a second, over p99 without them. */
export function measureSlowClients(task: BesideTask): Promise<Spread> {
  return measureBeside(task, async (port) => {
    const slow = startBenchProcess('slow-clients.ts', [String(port), String(slowClients)]);
    await nextMessage(slow);
    return async () => {
      const gone = once(slow, 'exit');
      slow.disconnect();
      await gone;
    };
  });
}

/** p99 of ads while one photograph after the other is made into its versions on the same machine, over p99 without. */
export async function measureUploads(task: BesideTask): Promise<Spread> {
  const photo = await largePhoto();
  const workshop = createImageWorkshop(createLog({ level: 'silent', name: 'bench' }));
  try {
    return await measureBeside(task, async () => {
      let isOver = false;
      const working = (async () => {
        while (!isOver) await workshop.process(photo, { width: null, height: null, maxBytes: null });
      })();
      return async () => {
        isOver = true;
        await working;
      };
    });
  } finally {
    await workshop.close();
  }
}

/** @param begin begins what is measured beside, and answers what ends it */
async function measureBeside(
  { generator, dataFolder, rounds, seconds }: BesideTask,
  begin: (port: number) => Promise<() => Promise<void>>,
): Promise<Spread> {
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  try {
    const requests = benchBodies(2_000, 1).map((body) => ({ method: 'POST', path: '/json', body }) as const);
    const measure = async () =>
      (await generate(generator, { port: server.port, connections, seconds, requests })).p99Ms;
    await measure();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const without = await measure();
      const end = await begin(server.port);
      ratios.push((await measure()) / without);
      await end();
    }
    return spreadOf(ratios);
  } finally {
    await server.stop();
  }
}
