import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { benchBodies } from './bench-model.ts';
import { nextMessage, startBenchProcess, startBenchServer } from './bench-process.ts';
import { connections, generate } from './measure-endpoint.ts';
import { type Spread, spreadOf } from './spread.ts';

const slowClients = 5_000;

export type SlowClientsTask = {
  readonly generator: ChildProcess;
  /** With a snapshot of the bench's model. */
  readonly dataFolder: string;
  readonly rounds: number;
  readonly seconds: number;
};

/** p99 of everybody else while thousands of clients send a byte a second, over p99 without them. */
export async function measureSlowClients(task: SlowClientsTask): Promise<Spread> {
  const { generator, dataFolder, rounds, seconds } = task;
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  try {
    const requests = benchBodies(2_000, 1).map((body) => ({ method: 'POST', path: '/json', body }) as const);
    const measure = async () =>
      (await generate(generator, { port: server.port, connections, seconds, requests })).p99Ms;
    await measure();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const without = await measure();
      const slow = startBenchProcess('slow-clients.ts', [String(server.port), String(slowClients)]);
      await nextMessage(slow);
      ratios.push((await measure()) / without);
      const gone = once(slow, 'exit');
      slow.disconnect();
      await gone;
    }
    return spreadOf(ratios);
  } finally {
    await server.stop();
  }
}
