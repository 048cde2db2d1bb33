import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createManagementClient, type ManagementCall } from '../../src/main/demo/management-client.ts';
import { migrateToLatest } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { fillDatabase } from '../support/database/fill-database.ts';
import { freePort } from '../support/process/free-port.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { benchRows } from './bench-model.ts';

export type BenchProgram = {
  readonly pid: number;
  readonly deliveryPort: number;
  /** From the start of the program until delivery and the management API respond. */
  readonly readyMs: number;
  readonly call: ManagementCall;
  stop(): Promise<void>;
};

const program = join(import.meta.dirname, '../../bin/placard.mjs');
const startLimitMs = 600_000;
const credentials = { clientId: 'bench', clientSecret: 'bench-secret-of-this-run' };

/**
 * Fills an empty database with the bookings of the bench model, and starts the whole program with its default settings
 * and without a demo.
 * @param options.processes number of delivery threads; default: that of the program
 */
export async function startBenchProgram(options: {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly bookings: number;
  readonly processes?: number;
}): Promise<BenchProgram> {
  const { databaseUrl, dataFolder, bookings, processes } = options;
  const { kysely } = openDatabase(databaseUrl, { maxConnections: 4 });
  await migrateToLatest(kysely);
  await fillDatabase(kysely, benchRows(bookings));
  await kysely.destroy();
  const [managementPort, deliveryPort] = [await freePort(), await freePort()];
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(managementPort),
      PLACARD_DELIVERY_PORT: String(deliveryPort),
      PLACARD_HOST: '127.0.0.1',
      PLACARD_DATA: dataFolder,
      PLACARD_LOG_LEVEL: 'warn',
      PLACARD_DEMO: 'off',
      PLACARD_CLIENT_ID: credentials.clientId,
      PLACARD_CLIENT_SECRET: credentials.clientSecret,
      DATABASE_URL: databaseUrl,
      ...(processes === undefined ? {} : { PLACARD_PROCESSES: String(processes) }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const address = `http://127.0.0.1:${managementPort}`;
  try {
    const limit = { withinMs: startLimitMs };
    await waitUntil('delivery', () => isOk(`http://127.0.0.1:${deliveryPort}/health/ready`), limit);
    await waitUntil('the management API', () => isOk(`${address}/health`), limit);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid as number,
    deliveryPort,
    readyMs: performance.now() - startedMs,
    call: createManagementClient({ address, ...credentials }),
    stop,
  };
}

function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
