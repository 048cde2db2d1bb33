import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../../test/support/agents/seller-agent.ts';

let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
});

let calls = 0;

async function makeAgent(fields: Record<string, unknown> = {}) {
  const buyer = await makeBuyer(seller, fields);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
  const send = async (tool: string, body: Record<string, unknown>) => {
    calls += 1;
    const key = `agent-data-${String(calls).padStart(8, '0')}`;
    const { content } = await call(tool, { account, idempotency_key: key, ...body });
    return content;
  };
  return { ...buyer, account, send };
}

const item = (id: string, fields: Record<string, unknown> = {}) => ({
  item_id: id,
  title: `Item ${id}`,
  url: `https://brand.example/${id}`,
  price: { amount: 89, currency: 'EUR' },
  ...fields,
});
const catalog = (id: string, items: readonly unknown[]) => ({ catalog_id: id, type: 'product', name: 'Menu', items });

test('items of a catalog become products of the brand, and invalid ones are rejected with reasons', async () => {
  const agent = await makeAgent();
  const other = await makeAgent();
  const sync = (catalogs: readonly unknown[], more: Record<string, unknown> = {}) =>
    agent.send('sync_catalogs', { catalogs, ...more });
  const odd = item('odd', { sku: '00013&cmd=drop', title: '<script>alert(1)</script>' });
  const { catalogs } = await sync([
    catalog('menu', [item('ribeye'), odd, item('bad', { url: 'javascript:alert(1)' }), item('ribeye')]),
  ]);
  expect(catalogs).toMatchObject([
    { catalog_id: 'menu', action: 'created', item_count: 4, items_approved: 2, items_rejected: 2 },
  ]);
  expect(catalogs[0].item_issues).toMatchObject([
    { item_id: 'bad', status: 'rejected', reasons: [expect.stringMatching(/link/)] },
    { item_id: 'ribeye', status: 'rejected', reasons: [expect.stringMatching(/twice/)] },
  ]);
  const { body } = await seller.management.call('GET', `/products?brandId=${agent.brandId}`);
  expect(body.map(({ sku, name, price }: { sku: string; name: string; price: unknown }) => [sku, name, price])).toEqual(
    expect.arrayContaining([
      ['ribeye', 'Item ribeye', { amount: '89.00', currency: 'EUR' }],
      ['00013&cmd=drop', '<script>alert(1)</script>', { amount: '89.00', currency: 'EUR' }],
    ]),
  );
  expect((await sync([catalog('menu', [item('ribeye'), odd])])).catalogs).toMatchObject([{ action: 'unchanged' }]);
  const dry = await sync([catalog('menu', [item('wagyu')])], { dry_run: true });
  expect(dry).toMatchObject({ dry_run: true, catalogs: [{ action: 'updated' }] });
  expect((await sync([catalog('menu', [item('ribeye', { title: 'Tomahawk' })])])).catalogs).toMatchObject([
    { action: 'updated', item_count: 1 },
  ]);
  const left = await seller.management.call('GET', `/products?brandId=${agent.brandId}`);
  expect(left.body.map(({ name }: { name: string }) => name)).toEqual(['Tomahawk']);
  expect((await agent.send('sync_catalogs', {})).catalogs).toMatchObject([{ catalog_id: 'menu', item_count: 1 }]);
  expect((await other.send('sync_catalogs', {})).catalogs).toEqual([]);

  const strict = await sync([catalog('a', [item('a')]), { catalog_id: 'h', type: 'hotel', items: [{}] }]);
  expect(strict.catalogs).toMatchObject([{ action: 'failed' }, { action: 'failed' }]);
  const replaced = await sync([catalog('new', [item('a')])], { delete_missing: true });
  expect(replaced.catalogs).toMatchObject([{ action: 'created' }, { catalog_id: 'menu', action: 'deleted' }]);
  const restored = await sync([catalog('new', [item('a'), item('ribeye')])]);
  expect(restored.catalogs).toMatchObject([{ action: 'updated', items_approved: 2 }]);
  const foreign = await agent.send('sync_catalogs', {
    account: { account_id: 'brand-999999' },
    catalogs: [catalog('x', [item('x')])],
  });
  expect(foreign.adcp_error.code).toBe('ACCOUNT_NOT_FOUND');
});

test('an event source has a conversion action for each type of event, and an event counts once', async () => {
  const agent = await makeAgent();
  const other = await makeAgent();
  const source = {
    event_source_id: 'site',
    name: 'Site',
    event_types: ['purchase', 'lead'],
    allowed_domains: ['brand.example'],
  };
  const synced = await agent.send('sync_event_sources', { event_sources: [source] });
  expect(synced.event_sources).toMatchObject([
    { event_source_id: 'site', action: 'created', setup: { snippet_type: 'html' } },
  ]);
  expect(synced.event_sources[0].setup.snippet).toMatch(
    /<!-- purchase --><img src="[^"]+\/conversion\/[^"]+\?order=EVENT_ID&click=CLICK_ID"/,
  );
  expect((await agent.send('sync_event_sources', { event_sources: [source] })).event_sources).toMatchObject([
    { action: 'unchanged' },
  ]);
  const actions = await seller.management.call('GET', `/conversion-actions?brandId=${agent.brandId}`);
  expect(actions.body.map(({ name, category }: { name: string; category: string }) => [name, category]).sort()).toEqual(
    [
      ['Site: lead', 'lead'],
      ['Site: purchase', 'purchase'],
    ],
  );
  const now = new Date().toISOString();
  const event = (id: string, fields: Record<string, unknown> = {}) => ({
    event_id: id,
    event_type: 'purchase',
    event_time: now,
    ...fields,
  });
  const log = (events: readonly unknown[], more: Record<string, unknown> = {}) =>
    agent.send('log_event', { event_source_id: 'site', events, ...more });
  const first = await log([
    event('e1', {
      custom_data: { value: 89, currency: 'EUR' },
      user_match: { uids: [{ type: 'publisher_first_party', value: 'anna' }] },
    }),
    event('e1', { event_type: 'lead' }),
    event('old', { event_time: '2020-01-01T00:00:00Z' }),
    event('other', { event_type: 'donate' }),
    event('much', { custom_data: { value: 2e9, currency: 'EUR' } }),
  ]);
  expect(first).toMatchObject({ events_received: 5, events_processed: 2 });
  expect(first.partial_failures.map(({ event_id: id }: { event_id: string }) => id).sort()).toEqual([
    'much',
    'old',
    'other',
  ]);
  expect(first.match_quality).toBeCloseTo(0.2);
  await log([event('e1', { custom_data: { value: 89, currency: 'EUR' } }), event('e1')]);
  expect((await log([event('test')], { test_event_code: 'T1' })).warnings).toHaveLength(1);
  const stored = await seller.management.database
    .selectFrom('conversion')
    .innerJoin('conversionLine', 'conversionLine.conversionId', 'conversion.id')
    .innerJoin('conversionAction', 'conversionAction.id', 'conversion.conversionActionId')
    .select(['conversion.orderId', 'conversionAction.category', 'conversionLine.unitPriceMicros'])
    .where('conversionAction.brandId', '=', agent.brandId)
    .orderBy('conversionAction.category')
    .execute();
  expect(stored).toEqual([
    { orderId: 'e1', category: 'lead', unitPriceMicros: 0 },
    { orderId: 'e1', category: 'purchase', unitPriceMicros: 89_000_000 },
  ]);
  const foreign = await other.send('log_event', { event_source_id: 'site', events: [event('e2')] });
  expect(foreign.adcp_error.code).toBe('REFERENCE_NOT_FOUND');
  expect(
    (await agent.send('sync_event_sources', { event_sources: [source], delete_missing: true })).adcp_error.code,
  ).toBe('UNSUPPORTED_FEATURE');
});

test('feedback is a comment of the campaign, and only for purchases of the agent', async () => {
  const agent = await makeAgent({ purchaseApproval: 'automatic' });
  const other = await makeAgent();
  const sold = await makePackage(seller, 'Feedback', {
    pricingOptions: [{ code: 'cpm', model: 'cpm', rate: euro('10.00') }],
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const bought = await agent.send('create_media_buy', {
    brand: { domain: 'brand.example' },
    start_time: day(1),
    end_time: day(10),
    packages: [{ product_id: sold.id, pricing_option_id: 'cpm', budget: 100 }],
  });
  expect(bought.adcp_error).toBeUndefined();
  const feedback = {
    media_buy_id: bought.media_buy_id,
    measurement_period: { start: '2026-04-07T00:00:00Z', end: '2026-04-14T23:59:59Z' },
    performance_index: 1.4,
    metric_type: 'conversion_rate',
    feedback_source: 'buyer_attribution',
  };
  const give = (who: typeof agent, fields: Record<string, unknown> = {}) =>
    who.send('provide_performance_feedback', { ...feedback, account: undefined, ...fields });
  expect(await give(agent)).toMatchObject({ success: true });
  const { campaignId } = await seller.management.database
    .selectFrom('mediaBuy')
    .select('mediaBuy.campaignId')
    .where('mediaBuy.buyerAgentId', '=', agent.id)
    .executeTakeFirstOrThrow();
  const { body } = await seller.management.call('GET', `/comments?kind=campaigns&objectId=${campaignId}`);
  expect(body).toMatchObject([
    {
      text: 'Performance feedback of the buyer: 1.4 (1 = as expected)\nMetric: conversion_rate\nSource: buyer_attribution\nPeriod: 2026-04-07 to 2026-04-14',
    },
  ]);
  expect((await give(other)).adcp_error.code).toBe('MEDIA_BUY_NOT_FOUND');
  expect((await give(agent, { package_id: '999' })).adcp_error.code).toBe('PACKAGE_NOT_FOUND');
  expect((await give(agent, { creative_id: 'none' })).adcp_error.code).toBe('CREATIVE_NOT_FOUND');
});
