import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { WebhookWorld } from '../../../../test/support/fixtures/webhook-world.ts';
import type { Received } from '../../../../test/support/services/webhook-receiver.ts';
import { webhookEvent } from '../../../contract/webhook/webhook-event.ts';

const day = 86_400_000;
let world: WebhookWorld;
beforeAll(async () => {
  world = await WebhookWorld.start();
});
afterAll(() => world?.management.close());
beforeEach(() => world.open());
afterEach(() => world.shut());

describe('events', () => {
  test('are signed, with IDs and a link, and sent only to subscribed webhooks', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.approved', 'booking.paused'] });
    const other = await world.makeWebhook({ url: `${world.receiver.origin}/other`, eventTypes: ['creative.rejected'] });
    const booking = await makeObject(world.management, 'bookings');
    await world.post(`/bookings/${booking.id}/actions/submit`);
    const paused = await world.post(`/bookings/${booking.id}/actions/pause`);
    await world.post(`/bookings/${booking.id}/actions/resume`);
    await world.pass();
    expect(world.receiver.received.map(({ path }) => path)).toEqual(['/placard', '/placard']);
    const [approval, pause] = world.receiver.received
      .map(({ headers, body }) => {
        expect(headers['content-type']).toBe('application/json');
        // The dispatcher uses the clock of this test and the library the system clock. They are close.
        return webhookEvent.parse(new Webhook(webhook.secret).verify(body, headers));
      })
      .toSorted((a, b) => (a.type < b.type ? -1 : 1));
    expect(approval).toMatchObject({ type: 'booking.approved', data: { previousStatus: 'draft' } });
    expect(pause).toEqual({
      type: 'booking.paused',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        kind: 'bookings',
        id: booking.id,
        link: `http://localhost:8080/api/v1/bookings/${booking.id}`,
        status: 'paused',
        previousStatus: 'not_ready',
        actor: 'service-account:1',
        revision: Number(paused.headers['placard-revision']),
      },
    });
    const log = await world.deliveriesOf(webhook);
    expect(log).toHaveLength(2);
    expect(log[0]).toMatchObject({
      webhookId: webhook.id,
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 204, error: null, answer: '' }],
    });
    expect(new Set(log.map(({ messageId }: { messageId: string }) => messageId))).toEqual(
      new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])),
    );
    expect(await world.deliveriesOf(other)).toEqual([]);
  });

  test('report the result of an action: approved without a review, otherwise submitted', async () => {
    await world.makeWebhook({ eventTypes: ['*'] });
    const partly = { scopes: ['bookings:write', 'campaigns:write', 'creatives:write'] as const, account: 5 };
    const [waits, creative] = [
      await makeObject(world.management, 'bookings'),
      await makeObject(world.management, 'creatives'),
    ];
    const campaign = await makeObject(world.management, 'campaigns');
    const below = await makeObject(world.management, 'bookings', { campaignId: campaign.id });
    await world.management.call('POST', `/bookings/${waits.id}/actions/submit`, partly);
    await world.management.call('POST', `/campaigns/${campaign.id}/actions/submit`, partly);
    await world.post(`/campaigns/${campaign.id}/actions/reject`);
    await world.post(`/creatives/${creative.id}/actions/pause`);
    await world.management.call('POST', `/creatives/${creative.id}/actions/resume`, partly);
    await world.pass();
    const told = world.receiver.received
      .map(({ body }) => JSON.parse(body))
      .map(({ type, data }) => `${type} ${data.id} ${data.status}`);
    expect(told.toSorted()).toEqual(
      [
        `booking.submitted ${waits.id} pending_approval`,
        `booking.review_requested ${waits.id} pending_approval`,
        `booking.submitted ${below.id} pending_approval`,
        `booking.review_requested ${below.id} pending_approval`,
        `booking.rejected ${below.id} rejected`,
        `campaign.submitted ${campaign.id} pending_approval`,
        `campaign.rejected ${campaign.id} rejected`,
        `creative.approved ${creative.id} approved`,
        `creative.paused ${creative.id} suspended`,
        `creative.review_requested ${creative.id} pending_review`,
      ].toSorted(),
    );
  });

  test('are sent for each change of a bulk call, and not for a dry run or a refused change', async () => {
    await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const [one, two] = [await makeObject(world.management, 'bookings'), await makeObject(world.management, 'bookings')];
    const items = [one, two].map(({ id }) => ({ id, action: 'cancel' }));
    await world.post('/bookings/bulk', { items, dryRun: true });
    await world.post('/bookings/bulk', { items: [...items, { id: 999_999, action: 'cancel' }] });
    await world.pass();
    expect(world.typesReceived()).toEqual([]);
    await world.post('/bookings/bulk', { items });
    await world.post(`/bookings/${one.id}/actions/cancel`);
    await world.pass();
    expect(world.typesReceived()).toEqual(['booking.cancelled', 'booking.cancelled']);
  });
});

describe('a webhook', () => {
  test('returns its secret once, and signs with two for a day after a new one', async () => {
    const body = { name: 'CRM', url: world.receiver.origin, eventTypes: ['booking.cancelled'] };
    const created = await world.management.call('POST', '/webhooks', { body, headers: { 'idempotency-key': 'once' } });
    expect(created).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/), version: 1 } });
    const repeated = await world.management.call('POST', '/webhooks', { body, headers: { 'idempotency-key': 'once' } });
    expect(repeated.body).toMatchObject({ id: created.body.id });
    expect(repeated.body.secret).toBeUndefined();
    const renewed = await world.post(`/webhooks/${created.body.id}/secrets`);
    expect(renewed.body).toMatchObject({ secrets: [{ expiresAt: null }, { expiresAt: expect.any(String) }] });
    const shown = JSON.stringify([
      await world.read(created.body),
      (await world.management.call('GET', '/webhooks')).body,
      (await world.management.call('GET', '/audit?kind=webhooks')).body,
      await world.management.database.selectFrom('webhook').selectAll().execute(),
      await world.management.database.selectFrom('idempotencyKey').selectAll().execute(),
    ]);
    const secrets = [created.body.secret, renewed.body.secret];
    for (const secret of secrets) expect(shown).not.toContain(secret.slice(6));
    const verified = async () => {
      await world.cancelOne();
      await world.pass();
      const { headers, body: text } = world.receiver.received.at(-1) as Received;
      return secrets.map((secret) =>
        (headers['webhook-signature'] ?? '').split(' ').includes(signedBy(secret, headers, text)),
      );
    };
    expect(await verified()).toEqual([true, true]);
    world.clockMs += day;
    expect(await verified()).toEqual([false, true]);
    expect((await world.read(created.body)).secrets).toHaveLength(1);
  });

  test('is tested once while inactive, and the test is audited', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'], active: false });
    world.receiver.answer((_request, response) => void response.writeHead(500).end());
    const tested = await world.post(`/webhooks/${webhook.id}/actions/test`);
    expect(tested).toMatchObject({ status: 202, body: { status: 'pending', event: { type: 'webhook.test' } } });
    await world.cancelOne();
    await world.pass();
    await world.passAfter(day);
    expect(world.typesReceived()).toEqual(['webhook.test']);
    const read = await world.management.call('GET', `/webhooks/${webhook.id}/deliveries/${tested.body.id}`);
    expect(read.body).toMatchObject({ status: 'failed', attempts: [{ status: 500 }] });
    const audit = await world.management.call('GET', `/audit?kind=webhooks&objectId=${webhook.id}&action=test`);
    expect(audit.body).toHaveLength(1);
  });

  test('replays its event types since a time, including a delivery in progress', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const since = new Date().toISOString();
    const booking = await world.cancelOne();
    await world.post(`/bookings/${booking}/actions/reopen`);
    await world.pass();
    const again = await world.post(`/webhooks/${webhook.id}/actions/replay`, { since });
    expect(again).toMatchObject({ status: 202, body: { deliveries: 1 } });
    await world.pass();
    expect(world.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      world.receiver.received[0]?.headers['webhook-id'],
      world.receiver.received[0]?.headers['webhook-id'],
    ]);
    const [delivery] = await world.deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{}, {}] });
    const arrived = Promise.withResolvers<() => void>();
    world.receiver.answer((_request, response) => arrived.resolve(() => void response.writeHead(204).end()));
    await world.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/actions/replay`);
    await world.dispatcher.pass();
    const finish = await arrived.promise;
    await world.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/actions/replay`);
    world.receiver.answer((_request, response) => void response.writeHead(204).end());
    finish();
    await world.dispatcher.settle();
    expect(await world.deliveriesOf(webhook, 'status=pending')).toHaveLength(1);
    await world.pass();
    expect(world.receiver.received).toHaveLength(4);
    const old = await world.post(`/webhooks/${webhook.id}/actions/replay`, { since: '2020-01-01T00:00:00Z' });
    expect(old).toMatchObject({ status: 410, body: { code: 'no_longer_kept' } });
  });

  test('has a paged log, which is not found through another webhook', async () => {
    const webhook = await world.makeWebhook({ eventTypes: ['booking.cancelled'] });
    const other = await world.makeWebhook({ eventTypes: ['creative.rejected'] });
    for (let index = 0; index < 3; index += 1) await world.cancelOne();
    await world.pass();
    const first = await world.management.call('GET', `/webhooks/${webhook.id}/deliveries?limit=2`);
    expect([first.headers['record-count'], first.body.length]).toEqual(['3', 2]);
    const next = /<(.+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await world.management.call('GET', next);
    expect([second.body.length, second.headers['link']]).toEqual([1, undefined]);
    const id = second.body[0].id;
    const [theirs, absent] = await Promise.all(
      [id, 999_999].map((one) => world.management.call('GET', `/webhooks/${other.id}/deliveries/${one}`)),
    );
    expect([theirs?.status, absent?.status]).toEqual([404, 404]);
    expect(await world.post(`/webhooks/${other.id}/deliveries/${id}/actions/replay`)).toMatchObject({ status: 404 });
    expect(await world.post(`/webhooks/${webhook.id}/deliveries/${id}/actions/replay`)).toMatchObject({ status: 202 });
  });

  test.each([
    ['a password in its URL', { url: 'https://user:password@crm.example/' }, '/url'],
    ['a fragment', { url: 'https://crm.example/#here' }, '/url'],
    ['another protocol', { url: 'ftp://crm.example/' }, '/url'],
    ['a line break', { url: 'https://crm.example/\r\nx: y' }, '/url'],
    ['a backslash', { url: 'https://crm.example\\@10.0.0.1/' }, '/url'],
    ['no type', { eventTypes: [] }, '/eventTypes'],
    ['an unknown type', { eventTypes: ['booking.approved\r\nx: y'] }, '/eventTypes/0'],
    ['the test type', { eventTypes: ['webhook.test'] }, '/eventTypes/0'],
    ['a given secret', { secret: 'whsec_AAAA' }, '/secret'],
  ])('is refused with %s', async (_case, fields, pointer) => {
    const answer = await world.post('/webhooks', {
      name: 'CRM',
      url: 'https://crm.example/',
      eventTypes: ['*'],
      ...fields,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ pointer });
  });

  test('requires an administrator', async () => {
    const webhook = await world.makeWebhook();
    for (const role of ['manager', 'reviewer', 'viewer', 'advertiser']) {
      const { id: user } = await makeObject(world.management, 'users', { role });
      for (const path of ['/webhooks', `/webhooks/${webhook.id}`, `/webhooks/${webhook.id}/deliveries`]) {
        expect(await world.management.call('GET', path, { user })).toMatchObject({
          status: 403,
          body: { code: 'insufficient_scope' },
        });
      }
    }
  });
});

function signedBy(secret: string, headers: Readonly<Record<string, string>>, body: string): string {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
}
