import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createManagementClient, type ManagementCall } from '../../../src/main/demo/management-client.ts';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrateToLatest } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { fillDatabase } from '../../support/database/fill-database.ts';
import { freePort } from '../../support/process/free-port.ts';
import { waitUntil } from '../../support/process/wait-until.ts';
import { benchRows } from '../bench-model.ts';

export type FilledProgram = {
  readonly pid: number;
  readonly deliveryPort: number;
  /** From the start of the program until it is ready. */
  readonly readyMs: number;
  readonly journalFolder: string;
  readonly call: ManagementCall;
  /** Returns the time up to which all events are in reports, in epoch milliseconds; null: unknown. */
  countedTo(): Promise<number | null>;
  stop(): Promise<void>;
};

const program = join(import.meta.dirname, '../../../bin/placard.mjs');
const startLimitMs = 600_000;
const credentials = { clientId: 'bench', clientSecret: 'bench-secret-of-this-run' };

/**
 * Starts the whole program with its default settings and the bookings of the bench model, in the bundled PostgreSQL with
 * its durable settings.
 */
export async function startFilledProgram(folder: string, bookings: number): Promise<FilledProgram> {
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'database'),
    log: createLog({ level: 'silent', name: 'bench' }),
  });
  const { kysely } = openDatabase(postgres.ownerUrl, { maxConnections: 2 });
  await migrateToLatest(kysely);
  await fillDatabase(kysely, benchRows(bookings));
  await kysely.destroy();
  const [managementPort, deliveryPort] = [await freePort(), await freePort()];
  const dataFolder = join(folder, 'data');
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
      DATABASE_URL: postgres.ownerUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await postgres.stop();
  };
  const address = `http://127.0.0.1:${managementPort}`;
  const isOk = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  const options = { withinMs: startLimitMs };
  try {
    await waitUntil('delivery', () => isOk(`http://127.0.0.1:${deliveryPort}/health/ready`), options);
    await waitUntil('the management API', () => isOk(`${address}/health`), options);
  } catch (error) {
    await stop();
    throw error;
  }
  const call = createManagementClient({ address, ...credentials });
  return {
    pid: child.pid as number,
    deliveryPort,
    readyMs: performance.now() - startedMs,
    journalFolder: join(dataFolder, 'journal'),
    call,
    async countedTo() {
      const { body } = await call('GET', '/api/v1/hosts');
      const { countedTo } = body as { readonly countedTo: string | null };
      return countedTo === null ? null : Date.parse(countedTo);
    },
    stop,
  };
}
