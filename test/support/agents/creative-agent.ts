import { readAgentCreatives } from '../../../src/management/agents/adcp/creatives/read-agent-creatives.ts';
import { makeObject } from '../fixtures/make-objects.ts';
import { connectBuyer, makeBuyer, type TestSeller } from './seller-agent.ts';

let calls = 0;

/** An agent with its creatives. */
export async function makeCreativeAgent(seller: TestSeller) {
  const buyer = await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
  const scope = { buyerAgentId: buyer.id, accountId: `brand-${buyer.brandId}-agency.example` };
  const sync = (creatives: readonly unknown[], options: Record<string, unknown> = {}) => {
    calls += 1;
    const key = `sync-creatives-${String(calls).padStart(8, '0')}`;
    return call('sync_creatives', { account, creatives, idempotency_key: key, ...options });
  };
  const list = async (request: Record<string, unknown> = {}) => {
    const { content } = await call('list_creatives', { account, ...request });
    return content;
  };
  const read = (ids: readonly string[]) => readAgentCreatives(seller.management.database, scope, ids);
  const view = async (id: string) => {
    const { body } = await seller.management.call('GET', `/creatives/${(await read([id])).get(id)}`);
    return body;
  };
  return { ...buyer, accountOfBuyer: buyer.account, account, call, sync, list, read, view };
}

/** Returns the format ID of a new format. */
export async function makeFormatId({ management }: TestSeller, fields: Record<string, unknown> = {}) {
  const format = await makeObject(management, 'inventory/format', fields);
  return { agent_url: 'https://seller.example/agents/adcp', id: String(format['code']) };
}
