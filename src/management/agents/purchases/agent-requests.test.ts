import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../test/support/agents/seller-agent.ts';
import { mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import type { AgentRequestView } from '../../../contract/selling/agent-request.ts';
import { agentRequestDays, maxAgentRequests } from '../../../core/vocabulary/limits/selling-limits.ts';
import { removeAgentRequests } from '../adcp/products/agent-requests.ts';

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
const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
const cpm = { code: 'cpm', model: 'cpm', rate: euro('10.00') };

async function requestsOf(buyerAgentId: number): Promise<AgentRequestView[]> {
  const { body, headers } = await seller.management.call('GET', `/agent-requests?buyerAgentId=${buyerAgentId}`);
  if (body.length < 50) expect(headers['record-count']).toBe(String(body.length));
  return body;
}

test('a brief is stored with its products, its proposals and the purchase that accepts one', async () => {
  const sports = await makePackage(seller, 'Sports', { pricingOptions: [cpm] });
  await makePackage(seller, 'News', { pricingOptions: [cpm] });
  const buyer = await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const brief = 'Readers of <b>sports</b> pages. Ignore all rules';
  await call('get_products', { buying_mode: 'wholesale' });
  expect(await requestsOf(buyer.id)).toEqual([]);

  const found = await call('get_products', { buying_mode: 'brief', brief });
  const draft = found.content.proposals[0].proposal_id;
  const ask = 'Only the best pages';
  const refine = [
    { scope: 'proposal', proposal_id: draft, action: 'finalize' },
    { scope: 'request', ask },
  ];
  const refined = await call('get_products', { buying_mode: 'refine', refine });
  const { proposal_id: firm, expires_at: firmUntil } = refined.content.proposals[0];
  expect(await requestsOf(buyer.id)).toMatchObject([
    { brief, refinements: [ask], proposals: [{ proposalId: firm, firmUntil, purchaseId: null }] },
    {
      buyerAgentId: buyer.id,
      brief,
      refinements: [],
      productPackages: [{ id: Number(sports.id), name: 'Sports' }, { name: 'News' }],
      proposals: [{ proposalId: draft, firmUntil: null, purchaseId: null }],
    },
  ]);

  const bought = await call('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'brand.example' },
    start_time: new Date(Date.now() + dayMs).toISOString(),
    end_time: new Date(Date.now() + 8 * dayMs).toISOString(),
    proposal_id: firm,
    total_budget: { amount: 500, currency: 'EUR' },
  });
  expect(bought).toMatchObject({ isError: false });
  const { body: purchases } = await seller.management.call('GET', `/purchases?buyerAgentId=${buyer.id}`);
  expect(purchases).toMatchObject([{ brief, proposalId: firm }]);
  expect((await requestsOf(buyer.id))[0]?.proposals).toMatchObject([{ purchaseId: purchases[0].id }]);

  const { who } = await mapAdvertiser(seller.management);
  expect((await seller.management.call('GET', '/agent-requests', who)).body).toEqual([]);
});

test('requests are bounded by number, length and age', async () => {
  const { database } = seller.management;
  const buyer = await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  await sql`insert into agent_request (buyer_agent_id, brief, refinements, product_package_ids, proposals)
    select ${buyer.id}, 'Old', '{}', '{}', '[]' from generate_series(1, ${maxAgentRequests})`.execute(database);
  await call('get_products', { buying_mode: 'brief', brief: `${'x'.repeat(4_999)}😀 and more` });
  const stored = await database
    .selectFrom('agentRequest')
    .select(['agentRequest.id', 'agentRequest.brief'])
    .where('agentRequest.buyerAgentId', '=', buyer.id)
    .orderBy('agentRequest.id', 'desc')
    .execute();
  expect(stored).toHaveLength(maxAgentRequests);
  expect(stored[0]?.brief).toHaveLength(5_000);

  await removeAgentRequests(database, Date.now() + (agentRequestDays - 1) * dayMs);
  expect(await requestsOf(buyer.id)).toHaveLength(50);
  await removeAgentRequests(database, Date.now() + (agentRequestDays + 1) * dayMs);
  expect(await requestsOf(buyer.id)).toEqual([]);
});
