import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { publishRows } from '../support/database/publish-rows.ts';
import { benchBodies, benchRows } from './bench-model.ts';
import { type BenchServer, startBenchProcess, startBenchServer } from './bench-process.ts';
import { connections, generate } from './measure-endpoint.ts';
import { type Spread, spreadOfRounds } from './result/spread.ts';

export type DecisionCost = {
  /**
   * CPU time per request of `/json` of a delivery process that records more, divided by that of one that records less.
   */
  readonly cpuRatio: Spread;
  readonly cpuMicrosWithout: Spread;
};

/** Measures both on the same model in alternating order in each round. */
export async function measureDecisions(options: {
  readonly bookings: number;
  readonly rounds: number;
  readonly seconds: number;
  /** What the two processes record: decisions, also the facts of requests, or nothing. */
  readonly recorded?: readonly ['on' | 'facts', 'off' | 'on'];
}): Promise<DecisionCost> {
  const { bookings, rounds, seconds, recorded = ['on', 'off'] } = options;
  const generator = startBenchProcess('load-generator.ts');
  const folders = await Promise.all(['with', 'without'].map((name) => mkdtemp(join(tmpdir(), `placard-${name}-`))));
  const servers: BenchServer[] = [];
  const requests = benchBodies(2_000, 1).map((body) => ({ method: 'POST', path: '/json', body }) as const);
  const measure = async (server: BenchServer): Promise<number> => {
    const before = await server.cpuMicros();
    const result = await generate(generator, { port: server.port, connections, seconds, requests });
    return ((await server.cpuMicros()) - before) / result.requests;
  };
  try {
    for (const [index, folder] of folders.entries()) {
      await publishRows(openSnapshotFolder(join(folder, 'snapshots')), benchRows(bookings));
      servers.push(await startBenchServer('delivery-server.ts', [folder, 'on', recorded[index] ?? 'off']));
    }
    const [withLog, without] = servers as [BenchServer, BenchServer];
    for (const server of [withLog, without, withLog, without]) await measure(server);
    const pairs: { readonly kept: number; readonly bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const isFirst = round % 2 === 0;
      const first = await measure(isFirst ? withLog : without);
      const second = await measure(isFirst ? without : withLog);
      pairs.push(isFirst ? { kept: first, bare: second } : { kept: second, bare: first });
    }
    return {
      cpuRatio: spreadOfRounds(pairs.map((pair) => pair.kept / pair.bare)),
      cpuMicrosWithout: spreadOfRounds(pairs.map(({ bare }) => bare)),
    };
  } finally {
    for (const server of servers) await server.stop();
    generator.disconnect();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
