import { join } from 'node:path';
import {
  deliveryEnvironment,
  threadsNodeOptions,
  youngGenerationOptions,
} from '../../../src/main/supervisor/child-options.ts';
import { launchProcess } from '../../../src/main/supervisor/launch-process.ts';
import type { FromChild, ProcessMetrics } from '../../../src/main/supervisor/messages.ts';
import { freePort } from '../../support/process/free-port.ts';

export type LaunchedDelivery = {
  readonly port: number;
  /** Returns the resident memory in MiB and the CPU time of the process since its start. */
  figures(): Promise<{ readonly residentMb: number; readonly cpuSeconds: number }>;
  close(): Promise<void>;
};

const program = join(import.meta.dirname, '../../../bin/placard.mjs');
const mebibyte = 1024 * 1024;

/** Starts the delivery process of the program as its supervisor does. Resolves when all threads serve. */
export async function launchDelivery(dataFolder: string, threads: number): Promise<LaunchedDelivery> {
  const port = await freePort();
  const child = launchProcess({
    program,
    parameters: ['serve', '--role', 'delivery', '--process', 'delivery'],
    nodeOptions: [...youngGenerationOptions, ...threadsNodeOptions],
    environment: {
      ...deliveryEnvironment(threads),
      PLACARD_DATA: dataFolder,
      PLACARD_DELIVERY_PORT: String(port),
      PLACARD_HOST: '127.0.0.1',
      PLACARD_PROCESSES: String(threads),
      PLACARD_LOG_LEVEL: 'error',
    },
  });
  let received: (message: FromChild) => void = () => undefined;
  child.hear((message) => received(message));
  const next = (type: FromChild['type']): Promise<FromChild> =>
    new Promise((resolve, reject) => {
      received = (message) => {
        if (message.type === type) resolve(message);
      };
      void child.ended.then((how) => reject(new Error(`The delivery process ended: ${how}`)));
    });
  await next('listening');
  return {
    port,
    async figures() {
      const measured = next('measured');
      child.tell({ type: 'measure', question: 1 });
      const { metrics } = (await measured) as Extract<FromChild, { readonly type: 'measured' }>;
      return {
        residentMb: metricOf(metrics, 'placard_process_memory_bytes') / mebibyte,
        cpuSeconds: metricOf(metrics, 'placard_process_cpu_seconds_total'),
      };
    },
    async close() {
      child.tell({ type: 'close' });
      await child.ended;
    },
  };
}

function metricOf(metrics: ProcessMetrics, name: string): number {
  const found = metrics.find((metric) => metric.name === name)?.values[0]?.value;
  if (found === undefined) throw new Error(`The delivery process has no metric ${name}`);
  return found;
}
