import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../test/support/agents/seller-agent.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { scopesOfRole } from '../../../contract/access/scopes.ts';
import type { PurchaseView } from '../../../contract/selling/purchase.ts';

let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + days * dayMs).toISOString();
const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
const cpm = { code: 'cpm', model: 'cpm', rate: euro('10.00') };

/** Buys packages as a new agent. Returns its purchase and a function that reads its task. */
async function buy(
  sold: readonly Record<string, unknown>[],
  fields: Record<string, unknown> = {},
  agent: Record<string, unknown> = {},
) {
  const buyer = await makeBuyer(seller, agent);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const { content } = await call('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'brand.example' },
    start_time: inDays(1),
    end_time: inDays(31),
    packages: sold.map((one) => ({ pricing_option_id: 'cpm', budget: 500, ...one })),
    ...fields,
  });
  const [purchase] = await list(`buyerAgentId=${buyer.id}`);
  if (purchase === undefined) throw new Error(JSON.stringify(content));
  const task = async () => (await call('tasks_get', { task_id: content.task_id, account })).content;
  return { buyer, call, purchase, task };
}

async function list(query: string): Promise<PurchaseView[]> {
  return (await seller.management.call('GET', `/purchases?${query}`)).body;
}

const read = (id: number) => seller.management.call('GET', `/purchases/${id}`);
const decide = (id: number, action: string, options: Record<string, unknown> = {}) =>
  seller.management.call('POST', `/purchases/${id}/actions/${action}`, {
    ...(action === 'decline' && { body: { reason: 'Sold out in December' } }),
    ...options,
  });
const statuses = ({ packages }: PurchaseView) => packages.map(({ status }) => status);

test('a purchase is listed with its packages, terms and warnings, and filtered', async () => {
  const [sports, news] = [
    await makePackage(seller, 'Sports', { pricingOptions: [cpm] }),
    await makePackage(seller, 'News', { pricingOptions: [cpm] }),
  ];
  const overlay = { property_list: { agent_url: 'https://lists.example', list_id: '<b>list</b>' } };
  const terms = { billing_measurement: { vendor: { domain: 'measure.example' }, max_variance_percent: 25 } };
  const { buyer, purchase } = await buy(
    [
      {
        product_id: sports.id,
        targeting_overlay: overlay,
        measurement_terms: terms,
        bid_price: 12,
        creative_assignments: [{ creative_id: 'banner-1' }],
      },
      { product_id: news.id, budget: 250 },
    ],
    { po_number: 'PO-7' },
  );
  expect(purchase).toMatchObject({
    state: 'waiting',
    availableActions: ['approve', 'decline'],
    buyerAgentId: buyer.id,
    operator: 'agency.example',
    brandIds: [buyer.brandId],
    poNumber: 'PO-7',
    budget: euro('750.00'),
    confirmedAt: null,
    packages: [
      {
        status: 'pending_approval',
        productPackageName: 'Sports',
        price: { model: 'cpm', rate: euro('10.00') },
        packagePrice: { model: 'cpm', rate: euro('10.00') },
        targetingOverlay: overlay,
        measurementTerms: terms,
        bidPrice: 12,
        creatives: [],
        awaitedCreatives: ['banner-1'],
        warnings: [
          'PROPERTY_LIST_NOT_APPLIED',
          'MEASUREMENT_TERMS_NOT_APPLIED',
          'BID_PRICE_NOT_APPLIED',
          'CREATIVES_MISSING',
          'CREATIVES_AWAITED',
        ],
      },
      { productPackageName: 'News', targetingOverlay: null, warnings: ['CREATIVES_MISSING'] },
    ],
  });
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  const bookingId = purchase.packages[1]?.bookingId;
  expect(await ids(`state=waiting&bookingId=${bookingId}`)).toEqual([purchase.id]);
  expect(await ids(`state=approved&state=running&bookingId=${bookingId}`)).toEqual([]);
  expect(await ids(`bookingId=${bookingId}&limit=1&offset=1`)).toEqual([]);
  const beyond = await seller.management.call('GET', `/purchases?bookingId=${bookingId}&limit=1&offset=1`);
  expect(beyond.headers['record-count']).toBe('1');

  // A changed price of the package does not change the booking, and is shown.
  await seller.management.call('PATCH', `/product-packages/${news.id}`, {
    body: { pricingOptions: [{ ...cpm, rate: euro('12.00') }] },
    headers: { 'if-match': '*' },
  });
  expect((await read(purchase.id)).body.packages[1]).toMatchObject({
    price: { rate: euro('10.00') },
    packagePrice: { rate: euro('12.00') },
    warnings: ['PRICE_CHANGED', 'CREATIVES_MISSING'],
  });
});

test('all packages are approved at once, also with repeated and concurrent calls', async () => {
  const product = await makePackage(seller, 'Culture', { pricingOptions: [cpm] });
  const { purchase, task } = await buy([{ product_id: product.id }, { product_id: product.id }]);
  const { headers } = await read(purchase.id);
  // A booking changes after the purchase was read.
  await seller.management.call('PATCH', `/bookings/${purchase.packages[0]?.bookingId}`, {
    body: { priority: 7 },
    headers: { 'if-match': '*' },
  });
  const stale = await decide(purchase.id, 'approve', { headers: { 'if-match': headers['etag'] } });
  expect(stale).toMatchObject({ status: 412, body: { code: 'stale_version' } });
  expect(await task()).toMatchObject({ status: 'submitted' });

  const { headers: current } = await read(purchase.id);
  const answers = await Promise.all([1, 2, 3].map(() => decide(purchase.id, 'approve')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const late = await decide(purchase.id, 'approve', { headers: { 'if-match': current['etag'] } });
  expect(late).toMatchObject({ status: 200, body: { state: 'approved', availableActions: [] } });
  expect(statuses(late.body)).toEqual(['not_ready', 'not_ready']);
  expect(late.body.confirmedAt).not.toBeNull();
  expect(await task()).toMatchObject({ status: 'completed', result: { packages: [{}, {}] } });
  for (const { bookingId } of purchase.packages) {
    const { body } = await seller.management.call('GET', `/audit?kind=bookings&objectId=${bookingId}`);
    expect(body.filter(({ action }: { action: string }) => action === 'approve')).toHaveLength(1);
  }
  expect(await decide(purchase.id, 'decline')).toMatchObject({
    status: 409,
    body: { code: 'action_not_allowed', currentStatus: 'approved', availableActions: [] },
  });
});

test('an approval that fails for one package approves none', async () => {
  const product = await makePackage(seller, 'Motors', { pricingOptions: [cpm] });
  const { purchase } = await buy([{ product_id: product.id }, { product_id: product.id }]);
  const second = purchase.packages[1]?.bookingId ?? 0;
  const { id: reviewer } = await makeObject(seller.management, 'users', { role: 'reviewer' });
  // A person cannot approve what that person submitted.
  await seller.management.database
    .updateTable('booking')
    .set({ submittedBy: [`user:${reviewer}`] })
    .where('booking.id', '=', second)
    .execute();
  const refused = await decide(purchase.id, 'approve', { user: reviewer });
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  expect((await seller.management.call('GET', `/purchases/${purchase.id}`, { user: reviewer })).body).toMatchObject({
    state: 'waiting',
    availableActions: [],
  });
  expect(statuses((await read(purchase.id)).body)).toEqual(['pending_approval', 'pending_approval']);
});

test('a declined purchase ends the task with the reason', async () => {
  const product = await makePackage(seller, 'Travel', { pricingOptions: [cpm] });
  const { purchase, task } = await buy([{ product_id: product.id }, { product_id: product.id }]);
  expect(await decide(purchase.id, 'decline', { body: {} })).toMatchObject({ status: 400 });
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const declined = await decide(purchase.id, 'decline', key);
  expect(declined).toMatchObject({
    status: 200,
    body: { state: 'declined', packages: [{ status: 'rejected', reason: 'Sold out in December' }, {}] },
  });
  expect(declined.body.declinedAt).not.toBeNull();
  expect((await decide(purchase.id, 'decline', key)).headers['idempotency-replayed']).toBe('true');
  expect((await decide(purchase.id, 'decline')).status).toBe(200);
  expect(await decide(purchase.id, 'approve')).toMatchObject({ status: 409, body: { currentStatus: 'declined' } });
  expect(await task()).toMatchObject({
    status: 'rejected',
    message: 'The purchase was declined: Sold out in December',
  });
});

test('packages that were approved before a decline are the purchase', async () => {
  const product = await makePackage(seller, 'Garden', { pricingOptions: [cpm] });
  const { purchase, task } = await buy([{ product_id: product.id }, { product_id: product.id }]);
  await seller.management.call('POST', `/bookings/${purchase.packages[0]?.bookingId}/actions/approve`);
  expect((await read(purchase.id)).body.state).toBe('waiting');
  const { body } = await decide(purchase.id, 'decline');
  expect(body.state).toBe('approved');
  expect(statuses(body)).toEqual(['not_ready', 'rejected']);
  expect(await task()).toMatchObject({
    status: 'completed',
    result: { packages: [{ canceled: false }, { canceled: true }] },
  });
});

test('states follow from the bookings and the campaign', async () => {
  const product = await makePackage(seller, 'Food', { pricingOptions: [cpm] });
  const { purchase } = await buy([{ product_id: product.id }], {}, { purchaseApproval: 'automatic' });
  const state = async () => {
    const { body } = await read(purchase.id);
    const [listed] = await list(`bookingId=${purchase.packages[0]?.bookingId}&state=${body.state}`);
    expect(listed).toMatchObject({ id: purchase.id, state: body.state, version: body.version });
    return body.state;
  };
  expect(await state()).toBe('approved');
  const creative = await makeObject(seller.management, 'creatives', { brandId: purchase.brandIds[0] });
  const position = await makeObject(seller.management, 'inventory/position', { formatId: creative['formatId'] });
  await seller.management.database
    .updateTable('booking')
    .set({ startDate: new Date(Date.now() - dayMs), positionIds: [position.id] })
    .where('booking.id', '=', purchase.packages[0]?.bookingId ?? 0)
    .execute();
  await seller.management.call('PATCH', `/bookings/${purchase.packages[0]?.bookingId}`, {
    body: { creatives: [{ creativeId: creative.id }] },
    headers: { 'if-match': '*' },
  });
  expect(await state()).toBe('running');
  await seller.management.call('POST', `/campaigns/${purchase.campaignId}/actions/pause`);
  expect(await state()).toBe('approved');
  await seller.management.call('POST', `/campaigns/${purchase.campaignId}/actions/cancel`);
  expect(await state()).toBe('cancelled');
});

test('agents and advertisers do not see purchases, and cannot decide on them', async () => {
  const product = await makePackage(seller, 'Music', { pricingOptions: [cpm] });
  const { buyer, purchase } = await buy([{ product_id: product.id }]);
  const { management } = seller;
  const user = await makeObject(management, 'users', { role: 'advertiser' });
  const { operator: _, invoiceCompanyId: __, ...mapping } = buyer.account;
  const mapped = await management.call('POST', '/user-mapping', { body: { user: user['email'], ...mapping } });
  expect(mapped.status).toBe(201);
  const advertiser = { user: user.id };
  expect((await management.call('GET', `/campaigns/${purchase.campaignId}`, advertiser)).status).toBe(200);
  expect(await management.call('GET', '/purchases', advertiser)).toMatchObject({ status: 200, body: [] });
  expect((await management.call('GET', `/purchases/${purchase.id}`, advertiser)).status).toBe(404);
  const agent = { account: buyer.serviceAccountId, scopes: scopesOfRole.advertiser };
  for (const caller of [agent, advertiser, { scopes: scopesOfRole.viewer }]) {
    for (const action of ['approve', 'decline']) {
      const refused = await decide(purchase.id, action, caller);
      expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    }
  }
  const viewer = { scopes: scopesOfRole.viewer };
  expect((await management.call('GET', `/purchases/${purchase.id}`, viewer)).body.availableActions).toEqual([]);
  expect((await read(999_999)).status).toBe(404);
  expect((await decide(999_999, 'approve')).status).toBe(404);
  expect((await read(purchase.id)).body.state).toBe('waiting');
});
