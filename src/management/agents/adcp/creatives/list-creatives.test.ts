import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCreativeAgent, makeFormatId } from '../../../../../test/support/agents/creative-agent.ts';
import { startSeller, type TestSeller } from '../../../../../test/support/agents/seller-agent.ts';
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

test('an agent sees its creatives and those of its brand that no agent synced', async () => {
  const agent = await makeCreativeAgent(seller);
  const other = await makeCreativeAgent(seller);
  await seller.management.call('PATCH', `/buyer-agents/${other.id}`, {
    body: { accounts: [agent.accountOfBuyer] },
    headers: { 'if-match': '*' },
  });
  const format = await makeFormatId(seller);
  const wide = await makeFormatId(seller, { width: 728, height: 90 });
  const html = (id: string, format_id: unknown, tags: readonly string[]) => ({
    creative_id: id,
    name: `Banner ${id}`,
    format_id,
    tags,
    assets: { html: { asset_type: 'html', content: `<b>${id}</b>` } },
  });
  await agent.sync([html('a', format, ['x', 'y']), html('b', wide, ['x']), html('c', format, [])]);
  await other.call('sync_creatives', {
    account: agent.account,
    creatives: [html('secret', format, [])],
    idempotency_key: 'sync-of-the-other-agent',
  });
  const own = await makeObject(seller.management, 'creatives', { brandId: agent.brandId });
  const rejected = (await agent.read(['c'])).get('c');
  await seller.management.call('POST', `/creatives/${rejected}/actions/reject`, { body: { reason: 'Too loud' } });

  const idsOf = async (filters: Record<string, unknown>) => {
    const { creatives } = await agent.list({ filters, sort: { field: 'name', direction: 'asc' } });
    return creatives.map(({ creative_id: id }: { creative_id: string }) => id);
  };
  const library = `placard-${own.id}`;
  expect((await idsOf({})).sort()).toEqual(['a', 'b', 'c', library].sort());
  expect(await idsOf({ tags: ['x', 'y'] })).toEqual(['a']);
  expect(await idsOf({ tags_any: ['x', 'y'] })).toEqual(['a', 'b']);
  expect(await idsOf({ format_ids: [wide] })).toEqual(['b']);
  expect(await idsOf({ name_contains: 'BANNER' })).toEqual(['a', 'b', 'c']);
  expect(await idsOf({ creative_ids: ['a', 'secret', library, '1'] })).toEqual(expect.arrayContaining(['a', library]));
  expect((await idsOf({ creative_ids: ['a', 'secret', library] })).length).toBe(2);
  expect(await idsOf({ statuses: ['rejected'] })).toEqual(['c']);
  expect(await idsOf({ created_after: '2100-01-01T00:00:00Z' })).toEqual([]);
  const listed = await agent.list({ filters: { statuses: ['rejected'] } });
  expect(listed.creatives).toMatchObject([
    { status: 'rejected', rejection_reason: 'Too loud', format_id: { id: format.id }, account: { status: 'active' } },
  ]);
  const first = await agent.list({ pagination: { max_results: 3 } });
  expect([first.query_summary, first.pagination]).toEqual([
    { total_matching: 4, returned: 3 },
    { has_more: true, total_count: 4, cursor: '3' },
  ]);
  const last = await agent.list({ pagination: { max_results: 3, cursor: '3' } });
  expect([last.creatives.length, last.pagination]).toEqual([1, { has_more: false, total_count: 4 }]);
  expect([...(await agent.read(['a', 'secret', library])).keys()].sort()).toEqual(['a', library]);
  const refused = await agent.call('list_creatives', { account: agent.account, filters: { unassigned: true } });
  expect(refused.content.adcp_error).toMatchObject({ code: 'UNSUPPORTED_FEATURE', field: 'filters.unassigned' });
});
