import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyWebhookSignature,
} from '@adcp/sdk/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../../test/support/agents/seller-agent.ts';
import { createNotificationPass } from './start-agent-notifications.ts';

type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

let seller: TestSeller;
let receiver: Server;
let at: string;
let productId: string;
/** Difference between the clock of the sender and that of the machine. */
let aheadMs = 0;
const received: Received[] = [];
/** Status of the next responses; 200 when none is left. */
const statuses: number[] = [];

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  // The library accepts unencrypted receivers only with this setting. The address guard checks them too.
  vi.stubEnv('ADCP_DECISIONING_ALLOW_HTTP_WEBHOOKS', '1');
  seller = await startSeller({ environment: { PLACARD_PRIVATE_TARGETS: '127.0.0.1/32' } });
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(statuses.shift() ?? 200, { location: 'http://10.0.0.1/' }).end('secret answer');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const cpm = { code: 'cpm', model: 'cpm', rate: euro('10.00') };
  productId = (await makePackage(seller, 'Sports', { pricingOptions: [cpm] })).id;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
  receiver?.closeAllConnections();
  receiver?.close();
});
beforeEach(() => {
  received.length = 0;
  statuses.length = 0;
  aheadMs = 0;
});

/** Limits of an agent that buys without approval. */
const automatic = {
  purchaseApproval: 'automatic',
  maxCampaignBudget: euro('1000.00'),
  maxDailyBudget: euro('9000.00'),
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };

function purchase(config: object) {
  return {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'brand.example' },
    start_time: inDays(1),
    end_time: inDays(31),
    packages: [{ product_id: productId, pricing_option_id: 'cpm', budget: 500 }],
    push_notification_config: config,
  };
}

/** Sends what is due. */
async function pass(privateTargets = ['127.0.0.1/32']) {
  const { database, secret } = seller.management.services;
  await createNotificationPass({ database, secret, privateTargets, nowMs: () => Date.now() + aheadMs })(
    new AbortController().signal,
  );
}

/** Buys, and returns the tool and the ID of the campaign. */
async function buy(config: object, buyerFields = {}) {
  const buyer = await makeBuyer(seller, buyerFields);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const request = purchase(config);
  const { content, isError } = await call('create_media_buy', request);
  const campaigns = (await seller.management.call('GET', `/campaigns?brandId=${buyer.brandId}`)).body;
  return { buyer, call, request, content, isError, campaignId: campaigns[0]?.id as number };
}

const act = (campaignId: number, action: string, body?: object) =>
  seller.management.call('POST', `/campaigns/${campaignId}/actions/${action}`, body === undefined ? {} : { body });

describe('a notification', () => {
  test('is sent once ad operations have approved the purchase, with a signature that the published key verifies', async () => {
    const { content, campaignId } = await buy({
      url: `${at}/step/buy/op_4711`,
      token: 'token of the buyer'.replaceAll(' ', '-'),
    });
    expect(content).toMatchObject({ status: 'submitted' });
    await pass();
    expect(received).toEqual([]);
    expect((await act(campaignId, 'approve')).status).toBe(200);
    await pass();
    await pass();
    expect(received).toHaveLength(1);
    const [{ path, headers, body } = received[0] as Received] = received;
    const message = JSON.parse(body);
    expect(message).toMatchObject({
      task_id: content.task_id,
      task_type: 'create_media_buy',
      protocol: 'media-buy',
      status: 'completed',
      operation_id: 'op_4711',
      token: 'token-of-the-buyer',
      result: { media_buy_id: expect.any(String), packages: [{ budget: 500 }] },
    });
    expect(message.idempotency_key).toMatch(/^[A-Za-z0-9_.:-]{16,255}$/);

    const { keys } = (await seller.management.app.inject({ method: 'GET', url: '/.well-known/jwks.json' })).json();
    expect(keys[0]).not.toHaveProperty('d');
    const options = () => ({
      jwks: new StaticJwksResolver(keys),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore(),
    });
    const request = { method: 'POST', url: `${at}${path}`, headers: headers as Record<string, string>, body };
    expect(await verifyWebhookSignature(request, options())).toMatchObject({ status: 'verified', keyid: keys[0].kid });
    await expect(verifyWebhookSignature({ ...request, body: body.replace('500', '900') }, options())).rejects.toThrow();
    const brand = (await seller.management.app.inject({ method: 'GET', url: '/.well-known/brand.json' })).json();
    expect(brand.agents[0]).toMatchObject({
      type: 'sales',
      jwks_uri: expect.stringMatching(/\/.well-known\/jwks.json$/),
    });
  });

  test('is sent with the reason when the purchase was declined', async () => {
    const { content, campaignId } = await buy({ url: `${at}/declined` });
    await act(campaignId, 'reject', { reason: 'Sold out' });
    await pass();
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { task_id: content.task_id, status: 'rejected', message: 'The purchase was declined: Sold out' },
    ]);
  });

  test('is repeated after errors of the receiver with the same key and body, and a new signature', async () => {
    statuses.push(503, 429, 500);
    const { call, request } = await buy({ url: `${at}/retried` }, automatic);
    for (const seconds of [0, 6, 400, 3_000, 10_000]) {
      aheadMs = seconds * 1000;
      await pass();
    }
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['signature'])).size).toBe(4);
    // A repeated call is not a new event.
    await call('create_media_buy', request);
    aheadMs = 20_000_000;
    await pass();
    expect(received).toHaveLength(4);
  });

  test('is not repeated after a refusal or a redirect', async () => {
    for (const status of [400, 401, 302]) {
      received.length = 0;
      statuses.push(status);
      await buy({ url: `${at}/refused` }, automatic);
      for (const seconds of [0, 6, 400]) {
        aheadMs = seconds * 1000;
        await pass();
      }
      expect(received, String(status)).toHaveLength(1);
    }
  });

  test('uses the legacy scheme that the receiver selects, without a signature', async () => {
    const credentials = 'a-shared-secret-of-the-buyer-agent';
    await buy({ url: `${at}/hmac`, authentication: { schemes: ['HMAC-SHA256'], credentials } }, automatic);
    await buy({ url: `${at}/bearer`, authentication: { schemes: ['Bearer'], credentials } }, automatic);
    await pass();
    const of = (path: string) => received.find((one) => one.path === path);
    const { headers = {}, body = '' } = of('/hmac') ?? {};
    const expected = createHmac('sha256', credentials).update(`${headers['x-adcp-timestamp']}.${body}`).digest('hex');
    expect(headers['x-adcp-signature']).toBe(`sha256=${expected}`);
    expect(of('/bearer')?.headers.authorization).toBe(`Bearer ${credentials}`);
    expect(received.filter((one) => 'signature' in one.headers)).toEqual([]);
    const stored = await seller.management.database.selectFrom('agentNotification').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(credentials);
  });

  test('never reaches an internal address, and is not sent to a revoked agent', async () => {
    await buy({ url: `${at}/inside` }, automatic);
    await pass([]);
    const refused = await seller.management.database
      .selectFrom('agentNotification')
      .select(['status', 'attempts', 'lastStatus'])
      .where('url', '=', `${at}/inside`)
      .execute();
    expect(refused).toEqual([{ status: 'failed', attempts: 1, lastStatus: null }]);
    const revoked = await buy({ url: `${at}/revoked` }, automatic);
    const path = `/buyer-agents/${revoked.buyer.id}`;
    await seller.management.call('PATCH', path, { body: { active: false }, headers: { 'if-match': '*' } });
    await pass();
    expect(received).toEqual([]);
  });
});

test('an invalid receiver is refused before the purchase', async () => {
  for (const config of [
    { url: 'ftp://receiver.example/' },
    { url: 'https://user:password@receiver.example/' },
    { url: `https://receiver.example/${'a'.repeat(2_000)}` },
    { url: 'https://receiver.example/', token: 'short' },
    {
      url: 'https://receiver.example/',
      authentication: { schemes: ['Bearer'], credentials: `${'a'.repeat(32)}\r\nx: y` },
    },
  ]) {
    const { isError, campaignId } = await buy(config);
    expect([isError, campaignId], JSON.stringify(config).slice(0, 80)).toEqual([true, undefined]);
  }
});

test('the capabilities state the signature', async () => {
  const { call } = await connectBuyer(seller, (await makeBuyer(seller)).serviceAccountId);
  const { content } = await call('get_adcp_capabilities');
  expect(content.webhook_signing).toEqual({
    supported: true,
    profile: 'adcp/webhook-signing/v1',
    algorithms: ['ed25519'],
    legacy_hmac_fallback: true,
  });
});
