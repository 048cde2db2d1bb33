import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { findRunningEmbedded } from '../../src/platform/db/embedded/find-running-embedded.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { checkedSecret } from '../support/counting/check-counts.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { childrenOf, commandOf } from '../support/process/children-of.ts';
import { createFaultyProgram } from '../support/process/faulty-program.ts';
import { freePort } from '../support/process/free-port.ts';
import { expectAllCounted } from '../support/process/kill-under-load.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-supervisor-'));
const dataFolder = join(folder, 'data');
const faulty = createFaultyProgram(folder);
const credentials = { clientId: 'supervisor-test', clientSecret: 'secret-of-the-supervisor-test' };
/** A small heap, so that memory is exhausted within a second. */
const by = ['env', 'NODE_OPTIONS=--max-old-space-size=160'] as const;
const restartMs = 45_000;
let environment: Record<string, string>;
let placard: PlacardGroup;
let booked: BookedBanner;
let visitors: Visitors;

type Report = {
  readonly status: string;
  readonly reasons: readonly string[];
  readonly components: readonly { readonly name: string; readonly state: string; readonly restarts: number }[];
};

beforeAll(async () => {
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_METRICS_PORT: String(await freePort()),
    PLACARD_DATA: dataFolder,
    PLACARD_PROCESSES: '1',
    PLACARD_SECRET: checkedSecret,
    // A second process that counts, in addition to the worker.
    PLACARD_COUNTERS: '2',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
  };
  placard = await startPlacardGroup(environment, { program: faulty.path, by });
  booked = await bookOneBanner(call(), {
    location: '_supervisor_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  visitors = startVisitors({ deliveryUrl: url('PLACARD_DELIVERY_PORT'), slotName: booked.slotName, count: 2 });
});

afterAll(async () => {
  await visitors?.stop();
  await placard?.stop();
  rmSync(realpathSync(join(dataFolder, 'postgres')), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const url = (port: string) => `http://127.0.0.1:${environment[port]}`;
const call = () => createManagementClient({ address: url('PORT'), ...credentials });

async function health(of = 'PLACARD_METRICS_PORT'): Promise<Report | null> {
  const response = await fetch(`${url(of)}/health`).catch(() => null);
  return response === null ? null : ((await response.json()) as Report);
}

/** Returns the process with this name below the supervisor. null if it is not running. */
function processOf(name: string): number | null {
  return childrenOf(placard.pid).find((pid) => commandOf(pid).endsWith(`--process ${name}`)) ?? null;
}

async function restartsOf(name: string): Promise<number> {
  return (await health())?.components.find((component) => component.name === name)?.restarts ?? 0;
}

/** Checks that ads and events are answered without a failure during the work. */
async function whileAdsGoOn(work: () => Promise<void>): Promise<void> {
  const before = { failed: visitors.failedAdRequests(), events: visitors.acknowledged.size };
  await work();
  await waitUntil('more events', () => visitors.acknowledged.size > before.events);
  expect(visitors.failedAdRequests()).toBe(before.failed);
}

async function untilManagementAnswers(): Promise<void> {
  await waitUntil('management to respond', async () => (await fetch(`${url('PORT')}/health`).catch(() => null))?.ok, {
    withinMs: restartMs,
  });
}

test.each(['management', 'worker'])(
  'serves ads and events when the %s process is killed, and restarts it',
  async (name) => {
    const database = findRunningEmbedded(dataFolder)?.pid;
    await whileAdsGoOn(async () => {
      const restarts = await restartsOf(name);
      process.kill(processOf(name) ?? 0, 'SIGKILL');
      for (const port of ['PLACARD_METRICS_PORT', 'PLACARD_DELIVERY_PORT']) {
        const report = await waitUntil('health to name the process', async () => {
          const found = await health(port);
          return found?.reasons.some((reason) => reason.startsWith(`${name} failed`)) ? found : null;
        });
        expect(report).toMatchObject({ status: 'degraded' });
        expect(report.reasons).toContainEqual(expect.stringMatching(`^${name} failed \\(SIGKILL`));
      }
      await waitUntil('the process to be restarted', async () => (await restartsOf(name)) === restarts + 1);
      await untilManagementAnswers();
    });
    expect(findRunningEmbedded(dataFolder)?.pid).toBe(database);
  },
  120_000,
);

test.each([
  ['management', 'memory'],
  ['management', 'exception'],
  ['worker', 'memory'],
  ['worker', 'exception'],
] as const)(
  'serves ads and events while %s repeatedly exits (%s), and health names it',
  async (name, fault) => {
    await whileAdsGoOn(async () => {
      const restarts = await restartsOf(name);
      faulty.fail(name, fault);
      try {
        await waitUntil('several restarts', async () => (await restartsOf(name)) >= restarts + 3, {
          withinMs: restartMs,
        });
        const report = await health('PLACARD_DELIVERY_PORT');
        expect(report?.reasons).toContainEqual(expect.stringMatching(`^${name} failed`));
      } finally {
        faulty.mend(name);
      }
      await untilManagementAnswers();
    });
  },
  180_000,
);

test('reports health ok when every process has run for a while', async () => {
  await waitUntil('health to be ok', async () => (await health())?.status === 'ok', { withinMs: restartMs });
  expect(await health('PLACARD_DELIVERY_PORT')).toMatchObject({ status: 'ok', reasons: [] });
}, 60_000);

test('serves ads when the supervisor is killed, and the next start takes over', async () => {
  const [failedBefore, eventsBefore] = [visitors.failedAdRequests(), visitors.acknowledged.size];
  const orphan = processOf('0') ?? 0;
  const others = [processOf('management'), processOf('worker'), processOf('host')].map(Number);
  process.kill(placard.pid, 'SIGKILL');
  await waitUntil('management and worker to exit', () => others.every((pid) => commandOf(pid) === ''));
  await waitUntil('more events', () => visitors.acknowledged.size > eventsBefore + 20);
  expect(visitors.failedAdRequests()).toBe(failedBefore);
  expect(commandOf(orphan)).not.toBe('');
  placard = await startPlacardGroup(environment, { program: faulty.path, by });
  expect(commandOf(orphan)).toBe('');
  await waitUntil('ads of the new process', async () => {
    const before = visitors.acknowledged.size;
    return waitUntil('an event', () => visitors.acknowledged.size > before);
  });
}, 60_000);

test('counts every acknowledged event once after all failures', async () => {
  const databaseUrl = findRunningEmbedded(dataFolder)?.url ?? '';
  await expectAllCounted({ visitors, call: call(), bookingId: booked.bookingId, databaseUrl, atLeast: 200 });
}, 60_000);
