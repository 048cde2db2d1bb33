import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { findRunningEmbedded } from '../../src/platform/db/embedded/find-running-embedded.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { checkedSecret } from '../support/counting/check-counts.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { childrenOf, commandOf } from '../support/process/children-of.ts';
import { createFaultyThreads } from '../support/process/faulty-threads.ts';
import { freePort } from '../support/process/free-port.ts';
import { expectAllCounted } from '../support/process/kill-under-load.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-threads-'));
const dataFolder = join(folder, 'data');
const faulty = createFaultyThreads(folder);
const credentials = { clientId: 'threads-test', clientSecret: 'secret-of-the-threads-test' };
/** A small heap, so that memory is exhausted within a second. */
const by = ['env', `NODE_OPTIONS=--max-old-space-size=160 ${faulty.nodeOptions}`] as const;
let environment: Record<string, string>;
let placard: PlacardGroup;
let booked: BookedBanner;
let visitors: Visitors;

beforeAll(async () => {
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_METRICS_PORT: String(await freePort()),
    PLACARD_DATA: dataFolder,
    PLACARD_PROCESSES: '2',
    PLACARD_SECRET: checkedSecret,
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
  };
  placard = await startPlacardGroup(environment, { by });
  booked = await bookOneBanner(call(), {
    location: '_threads_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  visitors = startVisitors({ deliveryUrl: url('PLACARD_DELIVERY_PORT'), slotName: booked.slotName, count: 4 });
});

afterAll(async () => {
  await visitors?.stop();
  await placard?.stop();
  rmSync(realpathSync(join(dataFolder, 'postgres')), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const url = (port: string) => `http://127.0.0.1:${environment[port]}`;
const call = () => createManagementClient({ address: url('PORT'), ...credentials });

test('one process delivers with two threads, and reports both', async () => {
  await untilBothServe();
  const components = ((await health())?.components ?? []).map(({ name }) => name);
  expect(components).toEqual(expect.arrayContaining(['delivery', 'delivery-0', 'delivery-1']));
  const metrics = await (await fetch(`${url('PLACARD_METRICS_PORT')}/metrics`)).text();
  for (const process of ['delivery-0', 'delivery-1']) {
    expect(metrics).toMatch(new RegExp(`^placard_ad_requests_total\\{process="${process}"\\} [1-9]`, 'm'));
    expect(metrics).toMatch(
      new RegExp(`^placard_event_loop_delay_seconds\\{quantile="1",process="${process}"\\}`, 'm'),
    );
    expect(metrics).not.toMatch(new RegExp(`^placard_process_memory_bytes\\{process="${process}"\\}`, 'm'));
  }
  expect(metrics).toMatch(/^placard_process_memory_bytes\{process="delivery"\} [1-9]/m);
  expect(metrics).toMatch(/^placard_delivery_processes\{process="host"\} 2$/m);
});

test.each(['exception', 'memory'] as const)(
  'one thread serves while the other repeatedly ends (%s), which then serves again',
  async (fault) => {
    await untilBothServe();
    const pid = deliveryPid();
    const restarts = await restartsOf('delivery-1');
    faulty.fail(1, fault);
    try {
      await waitUntil('several restarts', async () => (await restartsOf('delivery-1')) >= restarts + 3, {
        withinMs: 45_000,
      });
      const report = await health();
      expect(report?.status).toBe('degraded');
      expect(report?.reasons).toContainEqual(expect.stringMatching(/^delivery-1 failed/));
      expect(report?.reasons).not.toContainEqual(expect.stringMatching(/^delivery(-0)? failed/));
      const before = visitors.acknowledged.size;
      await waitUntil('events by the other thread', () => visitors.acknowledged.size > before + 20);
      expect(new Set(await servingThreads())).toEqual(new Set(['delivery-0']));
    } finally {
      faulty.mend(1);
    }
    await untilBothServe();
    expect(deliveryPid()).toBe(pid);
  },
  120_000,
);

test('both threads serve again after their process is killed', async () => {
  const pid = deliveryPid();
  process.kill(pid, 'SIGKILL');
  await waitUntil('another process', () => ![0, pid].includes(deliveryPid()));
  await untilBothServe();
}, 60_000);

test('every acknowledged event is counted once after all failures', async () => {
  const databaseUrl = findRunningEmbedded(dataFolder)?.url ?? '';
  await expectAllCounted({ visitors, call: call(), bookingId: booked.bookingId, databaseUrl, atLeast: 200 });
}, 60_000);

type Report = {
  readonly status: string;
  readonly reasons: readonly string[];
  readonly components: readonly { readonly name: string; readonly restarts: number }[];
};

async function health(): Promise<Report | null> {
  const response = await fetch(`${url('PLACARD_METRICS_PORT')}/health`).catch(() => null);
  return response === null ? null : ((await response.json()) as Report);
}

async function restartsOf(name: string): Promise<number> {
  return (await health())?.components.find((component) => component.name === name)?.restarts ?? 0;
}

function deliveryPid(): number {
  return childrenOf(placard.pid).find((pid) => commandOf(pid).endsWith('--process delivery')) ?? 0;
}

async function untilBothServe(): Promise<void> {
  await waitUntil('both threads to serve', async () => new Set(await servingThreads()).size === 2, {
    withinMs: 45_000,
  });
}

/** Returns the names of the threads that respond on 32 new connections. */
async function servingThreads(): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: 32 }, threadOfNewConnection));
  return answers.filter((name) => name !== null);
}

function threadOfNewConnection(): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(`${url('PLACARD_DELIVERY_PORT')}/health`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve((JSON.parse(text) as { process: string }).process));
      response.on('error', () => resolve(null));
    });
    request.on('error', () => resolve(null));
  });
}
