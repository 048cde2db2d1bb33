import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../test/support/test-delivery.ts';

let delivery: TestDelivery;

beforeEach(async () => {
  delivery = await startTestDelivery();
});
afterEach(() => delivery.close());

async function health(): Promise<unknown[]> {
  const answer = await delivery.fetch('/health');
  return [answer.status, await answer.json()];
}

test('who is to end says so, and goes on answering', async () => {
  expect(await health()).toMatchObject([200, { status: 'ok', revision: 1 }]);
  delivery.told.drain();
  expect(await health()).toMatchObject([503, { status: 'draining', revision: 1 }]);
  const answer = await delivery.fetch('/json/sl_home_-lb');
  expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 1]);
});

test('a process that runs says so also before it is ready', async () => {
  delivery.told.drain();
  const answers = await Promise.all(
    ['/health/live', '/health/ready', '/health/other'].map((path) => delivery.fetch(path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 404]);
});

test('an engine that its host does not reach is named in health and metrics, and ads go on', async () => {
  expect(await health()).toMatchObject([200, { engines: {} }]);
  delivery.told.engines({ redis: 'away', store: 'ok' });
  expect(await health()).toMatchObject([200, { status: 'degraded', engines: { redis: 'away', store: 'ok' } }]);
  const metrics = await (await delivery.fetch('/metrics')).text();
  expect(metrics).toContain('placard_engine_up{engine="redis",process="delivery-0"} 0');
  expect(metrics).toContain('placard_engine_up{engine="store",process="delivery-0"} 1');
  expect((await delivery.fetch('/json/sl_home_-lb')).status).toBe(200);
});
