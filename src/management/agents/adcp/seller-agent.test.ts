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
import type { TestManagement } from '../../../../test/support/server/test-management.ts';

let seller: TestSeller;
let management: TestManagement;
let url: string;
beforeAll(async () => {
  // The protocol library permits more outside production.
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller();
  ({ management, url } = seller);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await management?.close();
});

const anyVersion = { 'if-match': '*' };
test('an agent sees its packages as products, with prices and formats', async () => {
  const sports = await makePackage(seller, 'Sports', {
    pricingOptions: [
      { code: 'a', model: 'cpm', rate: euro('12.50') },
      { code: 'b', model: 'cpd', rate: euro('900.00') },
      { code: 'c', model: 'cpv', rate: euro('0.04') },
      { code: 'd', model: 'flat', rate: euro('5000.00') },
    ],
    minimumBudget: euro('500.00'),
  });
  const cinema = await makePackage(
    seller,
    'Cinema',
    { deliveryType: 'non_guaranteed' },
    { mediaType: 'video', width: 640, height: 360 },
  );
  await makePackage(seller, 'Inactive', { active: false });
  const all = await makeBuyer(seller);
  const { client, call } = await connectBuyer(seller, all.serviceAccountId);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_adcp_capabilities', 'list_accounts', 'get_products', 'list_creative_formats']),
  );
  const { content } = await call('get_products', { buying_mode: 'wholesale', context: { id: 'q1' } });
  expect(content.context).toEqual({ id: 'q1' });
  expect(content.pagination).toEqual({ has_more: false, total_count: 2 });
  expect(content.products).toMatchObject([
    {
      product_id: sports.id,
      name: 'Sports',
      delivery_type: 'guaranteed',
      channels: ['display'],
      publisher_properties: [{ publisher_domain: 'sports.example', selection_type: 'all' }],
      format_ids: [{ id: sports.formatId }],
      pricing_options: [
        {
          pricing_option_id: 'a',
          pricing_model: 'cpm',
          currency: 'EUR',
          fixed_price: 12.5,
          min_spend_per_package: 500,
        },
        { pricing_model: 'time', fixed_price: 900, parameters: { time_unit: 'day' } },
        { pricing_model: 'cpv', fixed_price: 0.04, parameters: { view_threshold: 0 } },
        { pricing_model: 'flat_rate', fixed_price: 5000 },
      ],
    },
    { product_id: cinema.id, delivery_type: 'non_guaranteed', channels: ['olv'] },
  ]);

  const brief = await call('get_products', { buying_mode: 'brief', brief: 'A cinema audience for a premiere' });
  expect(brief.content.products.map((one: { product_id: string }) => one.product_id)).toEqual([cinema.id, sports.id]);
  expect(brief.content.products[0].brief_relevance).toBe('Contains words of the brief: cinema');
  const filtered = await call('get_products', { buying_mode: 'wholesale', filters: { channels: ['olv'] } });
  expect(filtered.content.products).toMatchObject([{ product_id: cinema.id }]);
  const first = await call('get_products', { buying_mode: 'wholesale', pagination: { max_results: 1 } });
  expect(first.content.pagination).toEqual({ has_more: true, total_count: 2, cursor: '1' });
  const second = await call('get_products', { buying_mode: 'wholesale', pagination: { max_results: 1, cursor: '1' } });
  expect(second.content.products).toMatchObject([{ product_id: cinema.id }]);

  const formats = await call('list_creative_formats', { min_width: 600 });
  expect(formats.content.formats).toMatchObject([
    { format_id: { id: cinema.formatId }, renders: [{ dimensions: { width: 640, height: 360 } }] },
  ]);

  const limited = await makeBuyer(seller, { packageIds: [Number(cinema.id)] });
  const other = await connectBuyer(seller, limited.serviceAccountId);
  const seen = await other.call('get_products', { buying_mode: 'wholesale' });
  expect(seen.content.products).toMatchObject([{ product_id: cinema.id }]);
});

test('the capabilities name what packages and the library of creatives support', async () => {
  const buyer = await makeBuyer(seller);
  await makePackage(seller, 'Regional');
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const { content } = await call('get_adcp_capabilities');
  expect(content.media_buy).toMatchObject({
    features: { audience_targeting: true, conversion_tracking: true, catalog_management: true },
    audience_targeting: { supported_identifier_types: ['hashed_email', 'hashed_phone'], minimum_audience_size: 100 },
    execution: { targeting: { geo_countries: true, geo_regions: true, language: true } },
  });
  expect(content.media_buy.supported_pricing_models).toContain('cpm');
  expect(content.media_buy.portfolio.publisher_domains).toContain('regional.example');
  expect(content.creative).toMatchObject({ has_creative_library: true, supports_generation: false });
  expect(content.specialisms).toContain('sales-guaranteed');
});

test('an agent lists its accounts, and no others', async () => {
  const buyer = await makeBuyer(seller);
  await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const { content } = await call('list_accounts');
  expect(content.accounts).toMatchObject([
    {
      account_id: `brand-${buyer.brandId}-agency.example`,
      status: 'active',
      brand: { domain: 'brand.example' },
      operator: 'agency.example',
    },
  ]);
  const { brandId, ...partner } = buyer.account;
  await management.call('PATCH', `/buyer-agents/${buyer.id}`, {
    body: {
      accounts: [
        buyer.account,
        { ...partner, brandId, operator: null },
        { ...partner, brandId, operator: 'b.example' },
      ],
    },
    headers: anyVersion,
  });
  const first = (await call('list_accounts', { pagination: { max_results: 2 } })).content;
  expect([first.accounts.length, first.pagination.has_more]).toEqual([2, true]);
  const next = await call('list_accounts', { pagination: { max_results: 2, cursor: first.pagination.cursor } });
  expect(next.content.accounts).toMatchObject([{ account_id: `brand-${brandId}-b.example` }]);
  expect(next.content.pagination.has_more).toBe(false);
  const known = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
  expect((await call('get_products', { buying_mode: 'wholesale', account: known })).isError).toBe(false);
  const foreign = await call('get_products', { buying_mode: 'wholesale', account: { account_id: 'brand-999999' } });
  expect(foreign).toMatchObject({ isError: true, content: { adcp_error: { code: 'ACCOUNT_NOT_FOUND' } } });
});

test('what is not supported or invalid is refused with the reason', async () => {
  const { call } = await connectBuyer(seller, (await makeBuyer(seller)).serviceAccountId);
  const cases = [
    [{ buying_mode: 'wholesale', filters: { min_exposures: 5 } }, 'UNSUPPORTED_FEATURE', /min_exposures/],
    [{ buying_mode: 'wholesale', pagination: { cursor: '-1' } }, 'INVALID_REQUEST', /cursor/],
    [{ buying_mode: 'unknown' }, 'VALIDATION_ERROR', /./],
  ] as const;
  for (const [args, code, message] of cases) {
    const { content, isError } = await call('get_products', args);
    expect([isError, content?.adcp_error?.code], JSON.stringify(args)).toEqual([true, code]);
    expect(content.adcp_error.message).toMatch(message);
  }
});

test('only an active buyer agent is accepted', async () => {
  const buyer = await makeBuyer(seller);
  const post = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const anonymous = await post({});
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="placard", resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/agents/adcp"',
  ]);
  expect((await post({ Authorization: 'Bearer wrong' })).status).toBe(401);
  const plain = await makeObject(management, 'service-accounts', { scopes: ['inventory:read'] });
  expect((await post({ Authorization: `Bearer ${plain.id}~inventory.read` })).status).toBe(403);
  expect((await post({ Authorization: `Bearer ${buyer.serviceAccountId}~campaigns.read` })).status).toBe(403);
  const token = { Authorization: `Bearer ${buyer.serviceAccountId}~inventory.read` };
  expect((await post(token)).status).toBe(200);
  await management.call('PATCH', `/buyer-agents/${buyer.id}`, { body: { active: false }, headers: anyVersion });
  expect((await post(token)).status).toBe(403);
  expect((await fetch(url, { headers: token })).status).toBe(405);
});
