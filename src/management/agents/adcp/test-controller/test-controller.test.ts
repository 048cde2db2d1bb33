import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../../test/support/agents/seller-agent.ts';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';

let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
});

const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };

test('a test account seeds products and purchases, and sets their states and counts', async () => {
  await makePackage(seller, 'Sports', { pricingOptions: [{ code: 'cpm', model: 'cpm', rate: euro('10.00') }] });
  const buyer = await makeBuyer(seller, { test: true, purchaseApproval: 'automatic' });
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const control = async (scenario: string, params: Record<string, unknown> = {}) =>
    (await call('comply_test_controller', { scenario, params, account })).content;
  await control('seed_product', { product_id: 'preroll', fixture: { delivery_type: 'guaranteed' } });
  const price = { pricing_model: 'cpm', currency: 'EUR', fixed_price: 20 };
  await control('seed_pricing_option', { product_id: 'preroll', pricing_option_id: 'fixed', fixture: price });
  await control('seed_media_buy', { media_buy_id: 'seeded', fixture: { status: 'active' } });
  const { products } = (await call('get_products', { buying_mode: 'wholesale' })).content;
  expect(products.find((one: { product_id: string }) => one.product_id === 'preroll')).toMatchObject({
    delivery_type: 'guaranteed',
    pricing_options: [{ pricing_option_id: 'fixed', fixed_price: 20 }],
  });

  const seeded = { media_buy_id: 'seeded' };
  expect(await control('simulate_delivery', { ...seeded, impressions: 500, clicks: 5 })).toMatchObject({
    success: true,
    cumulative: { impressions: 500, clicks: 5 },
  });
  const delivery = await call('get_media_buy_delivery', { account, media_buy_ids: ['seeded'] });
  expect(delivery.content.media_buy_deliveries).toMatchObject([{ status: 'active', totals: { impressions: 500 } }]);
  expect(await control('force_media_buy_status', { ...seeded, status: 'completed' })).toMatchObject({
    previous_state: 'active',
    current_state: 'completed',
  });
  expect(await control('force_media_buy_status', { ...seeded, status: 'active' })).toMatchObject({
    success: false,
    error: 'INVALID_TRANSITION',
  });
  expect(await control('force_media_buy_status', { media_buy_id: 'none', status: 'active' })).toMatchObject({
    error: 'NOT_FOUND',
  });

  const [first] = (await call('list_accounts')).content.accounts;
  await control('force_account_status', { account_id: first.account_id, status: 'suspended' });
  const purchase = {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'brand.example' },
    start_time: 'asap',
    end_time: new Date(Date.now() + 86_400_000).toISOString(),
    packages: [{ product_id: 'preroll', pricing_option_id: 'fixed', budget: 100 }],
  };
  expect((await call('create_media_buy', purchase)).content.adcp_error.code).toBe('ACCOUNT_SUSPENDED');
  await control('force_account_status', { account_id: first.account_id, status: 'active' });
  await control('force_create_media_buy_arm', { arm: 'submitted', task_id: 'task_forced' });
  const forced = await call('create_media_buy', { ...purchase, idempotency_key: randomUUID() });
  expect(forced.content).toMatchObject({ status: 'submitted', task_id: 'task_forced' });
  const { body: campaigns } = await seller.management.call('GET', `/campaigns?brandId=${buyer.brandId}`);
  expect(campaigns).toMatchObject([{ type: 'option' }]);
});

test('the test controller does not exist for other agents', async () => {
  const { client } = await connectBuyer(seller, (await makeBuyer(seller)).serviceAccountId);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('comply_test_controller');
});

test('a requested account waits for the publisher', async () => {
  const buyer = await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const wanted = { brand: { domain: 'other.example' }, operator: 'agency.example', billing: 'operator' };
  const sync = (fields: Record<string, unknown> = {}) =>
    call('sync_accounts', {
      idempotency_key: randomUUID(),
      accounts: [{ ...account, billing: 'operator' }, wanted],
      ...fields,
    });
  expect((await sync({ dry_run: true })).content.accounts).toMatchObject([
    { action: 'unchanged', status: 'active' },
    { action: 'created', status: 'pending_approval' },
  ]);
  expect((await sync()).content.accounts[1]).toMatchObject({
    action: 'created',
    setup: { message: expect.any(String) },
  });
  expect((await sync()).content.accounts[1]).toMatchObject({ action: 'unchanged', status: 'pending_approval' });
  expect((await call('list_accounts')).content.accounts).toHaveLength(2);
  const path = `/buyer-agents/${buyer.id}`;
  const requested = { brandDomain: 'other.example', operator: 'agency.example' };
  expect((await seller.management.call('GET', path)).body.requestedAccounts).toMatchObject([requested]);
  const products = await call('get_products', {
    buying_mode: 'wholesale',
    account: { brand: wanted.brand, operator: 'agency.example' },
  });
  expect(products.content.adcp_error.code).toBe('ACCOUNT_NOT_FOUND');
  const brand = await makeObject(seller.management, 'brands', { domains: ['other.example'] });
  const partner = brand['mediaPartnerId'];
  const added = {
    advertiserCompanyId: partner,
    brandId: brand.id,
    invoiceCompanyId: partner,
    operator: 'agency.example',
  };
  const body = { accounts: [buyer.account, added] };
  const changed = await seller.management.call('PATCH', path, { body, headers: { 'if-match': '*' } });
  expect(changed.body.requestedAccounts).toEqual([]);
  expect((await sync()).content.accounts[1]).toMatchObject({ action: 'unchanged', status: 'active' });
});
