import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectPlacard } from '../../../src/client/connect-placard.ts';
import type { Client } from '../../../src/client/generated/client/index.ts';
import { createManagementClient, type ManagementCall } from '../../../src/main/demo/management-client.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export type RunningPlacard = {
  /** ID of the started process, the parent of all others. */
  readonly processId: number;
  readonly managementUrl: string;
  readonly deliveryUrl: string;
  readonly deliveryPort: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Calls the management API as the full-scope service account. */
  readonly call: ManagementCall;
  /** The generated client for the same account. */
  readonly client: Client;
  /** Returns all output so far. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
};

const program = fileURLToPath(new URL('../../../bin/placard.mjs', import.meta.url));
const startMs = 60_000;
const stopMs = 15_000;

/**
 * Starts the real program as a separate process, on free ports, with an empty data folder and a separate database.
 * @param environment additional variables; undefined removes one that is set otherwise
 */
export async function startPlacard(
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<RunningPlacard> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-e2e-'));
  const database = await createTestDatabase();
  const [managementPort, deliveryPort] = [await freePort(), await freePort()];
  const credentials = { clientId: 'e2e', clientSecret: 'e2e-secret-of-this-test-run' };
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(managementPort),
      PLACARD_DELIVERY_PORT: String(deliveryPort),
      PLACARD_HOST: '127.0.0.1',
      PLACARD_DATA: join(folder, 'data'),
      PLACARD_LOG_LEVEL: 'warn',
      // The simulated traffic would change the figures of a test.
      PLACARD_DEMO_DAYS: '0',
      PLACARD_PROCESSES: '2',
      PLACARD_CLIENT_ID: credentials.clientId,
      PLACARD_CLIENT_SECRET: credentials.clientSecret,
      DATABASE_URL: database.url,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const last = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await once(child, 'exit');
      clearTimeout(last);
    }
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntil(
      'Placard to be ready',
      () => {
        if (child.exitCode !== null) throw new Error(`Placard ended with ${child.exitCode}:\n${output}`);
        return /^Placard .* is ready/m.test(output);
      },
      { withinMs: startMs },
    );
  } catch (error) {
    await close();
    throw new Error(`Placard did not start:\n${output}`, { cause: error });
  }
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  return {
    processId: child.pid ?? 0,
    managementUrl,
    deliveryUrl: `http://127.0.0.1:${deliveryPort}`,
    deliveryPort,
    ...credentials,
    call: createManagementClient({ address: managementUrl, ...credentials }),
    client: connectPlacard({ address: managementUrl, ...credentials }),
    output: () => output,
    close,
  };
}
