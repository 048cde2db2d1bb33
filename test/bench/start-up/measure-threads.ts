import { startBenchProcess } from '../bench-process.ts';
import type { LoadResult } from '../load-generator.ts';
import { adRequests, generate } from '../measure-endpoint.ts';
import { launchDelivery } from './launched-delivery.ts';

export type ThreadsResult = {
  /** Resident memory of the delivery process after traffic on the usual positions. */
  readonly residentMb: number;
  /** Result of the traffic. */
  readonly load: LoadResult;
  /** CPU time of an ad request in microseconds. */
  readonly cpuMicros: number;
};

/** Enough connections that each thread accepts some. */
const connections = 64;
const warmUpSeconds = 8;

/** Measures the delivery process of the program with several threads on the snapshot of a data folder. */
export async function measureThreads(dataFolder: string, threads: number, seconds = 2): Promise<ThreadsResult> {
  const delivery = await launchDelivery(dataFolder, threads);
  const generator = startBenchProcess('load-generator.ts');
  try {
    const { port } = delivery;
    await generate(generator, { port, connections, seconds: warmUpSeconds, requests: adRequests(1) });
    const before = await delivery.figures();
    const load = await generate(generator, { port, connections, seconds });
    const { cpuSeconds, residentMb } = await delivery.figures();
    return { residentMb, load, cpuMicros: ((cpuSeconds - before.cpuSeconds) * 1e6) / load.requests };
  } finally {
    generator.disconnect();
    await delivery.close();
  }
}
