import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { findRunningEmbedded } from '../../src/platform/db/embedded/find-running-embedded.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createDatabaseProxy } from '../support/database/database-proxy.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const program = fileURLToPath(new URL('../../bin/placard.mjs', import.meta.url));
const credentials = { clientId: 'program-test', clientSecret: 'secret-of-the-program-test' };
const folder = mkdtempSync(join(tmpdir(), 'placard-program-'));
const dataFolder = join(folder, 'data');
const processes = 3;
let environment: Record<string, string>;
let slotName = '';

beforeAll(async () => {
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_DATA: dataFolder,
    PLACARD_PROCESSES: String(processes),
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
  };
});

afterAll(() => {
  // As root the database may be in another folder, behind a symbolic link.
  rmSync(realpathSync(join(dataFolder, 'postgres')), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('delivers a saved booking in every delivery process within a second, and the program leaves no processes or files', async () => {
  const placard = await startPlacardGroup(environment);
  const call = createManagementClient({ address: management(), ...credentials });
  ({ slotName } = await bookOneBanner(call, {
    location: '_program_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  }));
  await waitUntil('the booking to deliver', servesAd, { withinMs: 1_000, everyMs: 10 });
  const [booking] = (await call('GET', '/api/v1/bookings?limit=1')).body as { id: number }[];
  const { headers } = await call('GET', `/api/v1/bookings/${booking?.id}`);
  const changed = await call('PATCH', `/api/v1/bookings/${booking?.id}`, {
    json: { priority: 1 },
    headers: { 'If-Match': headers.get('etag') ?? '' },
  });
  expect(changed.status).toBe(200);
  const status = await waitUntil(
    'the change to be live on every process',
    async () => {
      const { body } = await call('GET', `/api/v1/revisions/${changed.headers.get('placard-revision')}`);
      const { live } = body as { live: { on: number; of: number } };
      return live.on === processes ? live : null;
    },
    { withinMs: 1_000, everyMs: 10 },
  );
  expect(status).toEqual({ on: processes, of: processes });
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('postgres'),
  );
  expect(names.length).toBeGreaterThan(20);
  // Only the program's user may read its files.
  const isOpen = (name: string) =>
    ((statSync(join(dataFolder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  expect(['.', ...names].filter(isOpen)).toEqual([]);
  const database = findRunningEmbedded(dataFolder);
  // The processes use the runtime role. None is connected as the owner.
  const { kysely } = openDatabase(database?.ownerUrl ?? '', { maxConnections: 1 });
  const { rows: roles } = await sql<{ role: string }>`
    select distinct usename as role from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    kysely,
  );
  await kysely.destroy();
  expect(roles).toEqual([{ role: 'placard_runtime' }]);
  const stoppedAt = performance.now();
  await placard.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  expect(database).not.toBeNull();
  expect(findRunningEmbedded(dataFolder)).toBeNull();
  await expect(fetch(management())).rejects.toThrow();
  await expect(fetch(delivery())).rejects.toThrow();
});

test('refuses a second placard on the same data folder and names the process, and the first continues', async () => {
  const placard = await startPlacardGroup(environment);
  const second = runPlacard(['serve'], { PORT: '1', PLACARD_DELIVERY_PORT: '2' });
  expect(second.status).toBe(1);
  expect(second.stderr).toMatch(/data folder .* is in use by another placard \(process \d+, running since/);
  const doctor = runPlacard(['doctor']);
  expect(doctor.stdout).toMatch(/ok +port .*is in use by the Placard of this data folder/);
  expect(doctor.stdout).toMatch(/ok +migrations +up to date/);
  expect(doctor.status).toBe(0);
  expect(await servesAd()).toBe(true);
  await placard.stop();
});

test('restarts a killed delivery process with all its threads', async () => {
  const placard = await startPlacardGroup(environment);
  const acknowledged = await deliveryPids();
  process.kill(acknowledged[0] ?? 0, 'SIGKILL');
  await waitUntil('another process to replace it', async () => {
    const now = await deliveryPids();
    return now.length === processes && !now.includes(acknowledged[0] ?? 0);
  });
  // A process acknowledges its snapshot before it listens.
  await waitUntil('ads of the new process', servesAd, { withinMs: 2_000, everyMs: 20 });
  await placard.stop();
});

test('refuses a start with another secret than that of the data, and leaves no processes', async () => {
  const refused = runPlacard(['serve'], { PLACARD_SECRET: 'another secret than the one in the data folder' });
  expect(refused.stderr).toMatch(/^placard: PLACARD_SECRET: .* encrypted with another secret/m);
  expect(refused.status).toBe(1);
  expect(findRunningEmbedded(dataFolder)).toBeNull();
});

test('names the port that another program uses', async () => {
  const foreign = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  foreign.listen({ port: Number(environment['PLACARD_DELIVERY_PORT']), host: '127.0.0.1', reusePort: true }, resolve);
  await promise;
  const refused = runPlacard(['serve']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/PLACARD_DELIVERY_PORT: port \d+ on 127.0.0.1 is in use by another program/);
  foreign.close();
});

test('serves ads from the last snapshot while the database is unreachable, and management returns 503 and recovers', async () => {
  const database = await createTestDatabase();
  const proxy = await createDatabaseProxy(database.url, await freePort());
  const away = { ...environment, DATABASE_URL: proxy.url };
  // This start uses the snapshot of the first test. Its own database was never reached.
  const starting = startPlacardGroup(away);
  await waitUntil('ads without a database', servesAd, { everyMs: 20 });
  const problem = await waitUntil('management to report the outage', askManagement, { everyMs: 20 });
  expect(problem).toMatchObject({ status: 503, type: expect.stringContaining('application/problem+json') });
  expect(Number(problem.retryAfter)).toBeGreaterThan(0);
  await proxy.bringBack();
  const placard: PlacardGroup = await starting;
  expect(await askManagement()).toMatchObject({ status: 401 });
  await proxy.takeAway();
  const startedAt = performance.now();
  expect(await askToken()).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await proxy.bringBack();
  await waitUntil('management to recover', async () => (await askToken()) === 200);
  await placard.stop();
  await proxy.takeAway();
  await database.close();
});

const management = () => `http://127.0.0.1:${environment['PORT']}`;
const delivery = () => `http://127.0.0.1:${environment['PLACARD_DELIVERY_PORT']}`;

function runPlacard(args: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PLACARD_HOST: '127.0.0.1',
      PLACARD_DEMO: 'off',
      ...environment,
      ...changes,
    },
    encoding: 'utf8',
    timeout: 30_000,
  });
}

async function servesAd(): Promise<boolean> {
  const response = await fetch(`${delivery()}/json/sl${slotName}/`).catch(() => null);
  return response?.status === 200 && ((await response.json()) as unknown[]).length === 1;
}

async function askManagement() {
  const response = await fetch(`${management()}/api/v1/bookings`).catch(() => null);
  if (response === null) return null;
  await response.arrayBuffer();
  const { headers, status } = response;
  return { status, type: headers.get('content-type'), retryAfter: headers.get('retry-after') };
}

/** Requests a token, which queries the database for the account. */
async function askToken(): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  const response = await fetch(`${management()}/oauth2/token`, { method: 'POST', body });
  await response.arrayBuffer();
  return response.status;
}

async function deliveryPids(): Promise<readonly number[]> {
  const { openSnapshotFolder } = await import('../../src/exchange/snapshot/snapshot-folder.ts');
  return (await openSnapshotFolder(join(dataFolder, 'snapshots')).acknowledgements()).map((entry) => entry.pid);
}
