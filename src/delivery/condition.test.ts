import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { snapshotRows, startTestDelivery, type TestDelivery } from '../../test/support/server/test-delivery.ts';
import type { Preparation } from './condition.ts';

let delivery: TestDelivery;

beforeEach(async () => {
  delivery = await startTestDelivery();
});
afterEach(() => delivery.close());

async function health(): Promise<unknown[]> {
  const answer = await delivery.fetch('/health');
  return [answer.status, await answer.json()];
}

async function ready(): Promise<unknown[]> {
  const answer = await delivery.fetch('/health/ready');
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

test('a draining process reports its state and continues to answer', async () => {
  expect(await health()).toMatchObject([200, { status: 'ok', revision: 1 }]);
  delivery.told.drain();
  expect(await health()).toMatchObject([503, { status: 'draining', revision: 1 }]);
  const answer = await delivery.fetch('/json/sl_home_-lb');
  expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 1]);
});

test('a draining process reports its state also before it is ready', async () => {
  delivery.told.drain();
  const answers = await Promise.all(
    ['/health/live', '/health/ready', '/health/other'].map((path) => delivery.fetch(path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 404]);
});

test('an unreachable engine is reported in health and metrics, and ads continue', async () => {
  expect(await health()).toMatchObject([200, { engines: {} }]);
  delivery.told.engines({ redis: 'away', store: 'ok' });
  expect(await health()).toMatchObject([200, { status: 'degraded', engines: { redis: 'away', store: 'ok' } }]);
  const metrics = await (await delivery.fetch('/metrics')).text();
  expect(metrics).toContain('placard_engine_up{engine="redis",process="delivery-0"} 0');
  expect(metrics).toContain('placard_engine_up{engine="store",process="delivery-0"} 1');
  expect((await delivery.fetch('/json/sl_home_-lb')).status).toBe(200);
});

test('a component that the supervisor reports as failing is reported in health, and ads continue', async () => {
  const running = { name: 'worker', state: 'running', reason: null, restarts: 0 } as const;
  const failing = { name: 'management', state: 'failing', reason: 'SIGKILL', restarts: 2 } as const;
  delivery.told.components([running, failing]);
  expect(await health()).toMatchObject([
    200,
    { status: 'degraded', reasons: ['management failed (SIGKILL; restarts: 2)'], components: [running, failing] },
  ]);
  expect((await delivery.fetch('/health/ready')).status).toBe(200);
  expect((await delivery.fetch('/json/sl_home_-lb')).status).toBe(200);
});

test('a damaged journal segment is reported in health, and ads continue', async () => {
  const folder = join(delivery.dataFolder, 'journal', 'damaged', 'delivery-0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `00000001-${'a'.repeat(32)}.24-300.damage`), '');
  await expect
    .poll(health, { timeout: 20_000 })
    .toMatchObject([
      200,
      { status: 'degraded', reasons: [expect.stringContaining('1 journal segment is damaged: 276 bytes')] },
    ]);
});

test('a first start is not ready until its demo account is complete, regardless of the snapshot', async () => {
  await delivery.close();
  let preparation: Preparation = 'seeding';
  delivery = await startTestDelivery(snapshotRows(), { preparation: () => preparation });
  expect(await ready()).toEqual([503, 'starting']);
  preparation = 'preparing';
  expect(await ready()).toEqual([200, 'ok']);
  await delivery.close();
  const empty = snapshotRows({ positions: [], bookings: [], creatives: [] });
  delivery = await startTestDelivery(empty, { preparation: () => preparation });
  expect(await ready()).toEqual([503, 'starting']);
  preparation = 'prepared';
  expect(await ready()).toEqual([200, 'ok']);
});
