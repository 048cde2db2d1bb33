import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebhookWorld } from '../../../test/support/fixtures/webhook-world.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { startWebhookReceiver } from '../../../test/support/services/webhook-receiver.ts';
import { webhookPausesMs } from '../../core/vocabulary/limits/webhook-limits.ts';

const hour = 3_600_000;
const day = 24 * hour;
let world: WebhookWorld;
beforeAll(async () => {
  world = await WebhookWorld.start();
});
afterAll(() => world?.management.close());
beforeEach(() => world.open());
afterEach(() => world.shut());

describe('failed deliveries', () => {
  test('are retried with backoff, the same ID and a new time, and fail after ten attempts', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    world.receiver.answer((_request, response) => void response.writeHead(500).end('out of order'));
    await world.cancelOne();
    await world.pass();
    await world.pass();
    expect(world.receiver.received).toHaveLength(1);
    for (const pause of webhookPausesMs) await world.passAfter(pause);
    expect(world.receiver.received).toHaveLength(10);
    expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    await world.passAfter(10 * day);
    expect(world.receiver.received).toHaveLength(10);
    const [delivery] = await world.deliveriesOf(webhook, 'status=failed');
    expect(delivery.attempts).toHaveLength(10);
    expect(delivery.attempts[0]).toMatchObject({ status: 500, answer: 'out of order', error: null });
    expect(await world.read(webhook)).toMatchObject({ active: true, failingSince: expect.any(String) });
  });

  test('wait as long as the receiver requests', async () => {
    await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    world.receiver.answer((_request, response) => void response.writeHead(503, { 'retry-after': '7200' }).end());
    await world.cancelOne();
    await world.pass();
    await world.passAfter(hour);
    expect(world.receiver.received).toHaveLength(1);
    await world.passAfter(hour);
    expect(world.receiver.received).toHaveLength(2);
  });

  test('disable a webhook after five days, and continue when it is enabled again', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    world.receiver.answer(
      (_request, response) => void response.writeHead(302, { location: `${world.receiver.origin}/moved` }).end(),
    );
    await world.cancelOne();
    await world.pass();
    await world.passAfter(3.2 * day);
    await world.cancelOne();
    for (const pause of [0, ...webhookPausesMs.slice(0, 6)]) await world.passAfter(pause);
    expect(await world.read(webhook)).toMatchObject({ active: true });
    await world.passAfter(day);
    const off = await world.read(webhook);
    expect(off).toMatchObject({ active: false, disabledReason: 'failing', disabledAt: expect.any(String) });
    expect(world.receiver.received.every(({ path }) => path === '/placard')).toBe(true);
    const before = world.receiver.received.length;
    await world.cancelOne();
    await world.passAfter(day);
    expect(world.receiver.received).toHaveLength(before);
    world.receiver.answer((_request, response) => void response.writeHead(200).end());
    const on = await world.management.call('PATCH', `/webhooks/${webhook.id}`, {
      body: { active: true },
      headers: { 'if-match': '*' },
    });
    expect(on.body).toMatchObject({ active: true, disabledReason: null, failingSince: null });
    await world.pass();
    expect((await world.deliveriesOf(webhook)).map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'delivered',
    ]);
    const again = await world.post(`/webhooks/${webhook.id}/actions/replay`, { since: off.disabledAt });
    expect(again).toMatchObject({ status: 202, body: { deliveries: 1 } });
    await world.pass();
    expect(await world.deliveriesOf(webhook, 'status=delivered')).toHaveLength(3);
  });

  test('disable it immediately when the receiver returns 410', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    world.receiver.answer((_request, response) => void response.writeHead(410).end());
    await world.cancelOne();
    await world.pass();
    expect(await world.read(webhook)).toMatchObject({ active: false, disabledReason: 'gone' });
    const audit = await world.management.call('GET', `/audit?kind=webhooks&objectId=${webhook.id}&action=disable`);
    expect(audit.body).toMatchObject([{ actor: 'system', after: { active: false, disabledReason: 'gone' } }]);
  });

  test('are never sent concurrently, and claims of a dead process are taken over', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.receiver.answer(async (_request, response) => {
      arrived.resolve();
      await answered.promise;
      response.writeHead(204).end();
    });
    await world.cancelOne();
    await world.dispatcher.pass();
    await arrived.promise;
    const second = world.newDispatcher();
    await second.pass();
    await second.settle();
    expect(world.receiver.received).toHaveLength(1);
    // The first process is silent, as after a kill.
    world.clockMs += 61_000;
    await second.pass();
    await waitUntil('the second attempt', () => world.receiver.received.length === 2);
    answered.resolve();
    await second.settle();
    await world.dispatcher.settle();
    expect(world.receiver.received).toHaveLength(2);
    expect(world.receiver.received[0]?.headers['webhook-id']).toBe(world.receiver.received[1]?.headers['webhook-id']);
    expect(await world.deliveriesOf(webhook)).toMatchObject([{ status: 'delivered' }]);
    await second.close();
  });

  test('are due immediately for the next process after an abort', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const arrived = Promise.withResolvers<void>();
    world.receiver.answer(() => arrived.resolve());
    await world.cancelOne();
    await world.dispatcher.pass();
    await arrived.promise;
    await world.dispatcher.close();
    expect(await world.deliveriesOf(webhook)).toMatchObject([{ status: 'pending', attempts: [] }]);
    world.receiver.answer((_request, response) => void response.writeHead(204).end());
    world.dispatcher = world.newDispatcher();
    await world.pass();
    expect(await world.deliveriesOf(webhook)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('malicious receivers', () => {
  test('that respond endlessly are cut off', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    world.receiver.answer((_request, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
      };
      response.on('drain', write);
      response.on('error', () => undefined);
      write();
    });
    await world.cancelOne();
    await world.pass();
    const [delivery] = await world.deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ answer: 'x'.repeat(1_000) }] });
  });

  test('that send unstorable characters and the secret are sanitized', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const { secret } = webhook;
    world.receiver.answer(
      (_request, response) => void response.end(`\0\u001b[31m${'y'.repeat(990)} ${secret} ${secret.slice(6)} é`),
    );
    await world.cancelOne();
    await world.pass();
    const [delivery] = await world.deliveriesOf(webhook);
    expect(delivery.status).toBe('delivered');
    expect(delivery.attempts[0].answer).toMatch(/^\ufffd\ufffd\[31my+ \[s/);
    world.receiver.answer((_request, response) => void response.end(`you sent ${secret} or ${secret.slice(6)}`));
    await world.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/actions/replay`);
    await world.pass();
    const [replayed] = await world.deliveriesOf(webhook);
    expect(replayed.attempts.map(({ answer }: { answer: string }) => answer)[0]).toBe('you sent [secret] or [secret]');
  });

  test('use at most four concurrent calls and do not delay other receivers', async () => {
    const slow = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const quickReceiver = await startWebhookReceiver();
    const quick = await world.makeWebhook({ eventTypes: ['booking.cancelled'], url: quickReceiver.origin });
    world.receiver.answer(() => undefined);
    for (let index = 0; index < 6; index += 1) await world.cancelOne();
    await world.dispatcher.pass();
    for (let index = 0; quickReceiver.received.length < 6 && index < 200; index += 1) await world.dispatcher.pass();
    expect(quickReceiver.received).toHaveLength(6);
    expect(world.receiver.received.length).toBeLessThanOrEqual(4);
    await world.dispatcher.close();
    expect(await world.deliveriesOf(slow, 'status=pending')).toHaveLength(6);
    world.dispatcher = world.newDispatcher();
    world.receiver.answer((_request, response) => void response.writeHead(204).end());
    while ((await world.deliveriesOf(slow, 'status=pending')).length > 0) await world.pass();
    expect(await world.deliveriesOf(quick, 'status=delivered')).toHaveLength(6);
    await quickReceiver.close();
  });

  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://93.184.216.34/',
  ])('%s is not called unless the operator allows it', async (url) => {
    const strict = world.newDispatcher([]);
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'], url });
    await world.post(`/webhooks/${webhook.id}/actions/test`);
    await strict.pass();
    await strict.settle();
    const [delivery] = await world.deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: null, answer: null }] });
    expect(delivery.attempts[0].error).toContain('PLACARD_PRIVATE_TARGETS');
    await strict.close();
  });
});
