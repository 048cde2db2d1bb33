import {
  createBuyerAgent,
  deleteBuyerAgent,
  getBuyerAgent,
  listServiceAccounts,
  unarchiveBuyerAgent,
  updateBuyerAgent,
} from '../../client/generated/sdk.gen.ts';
import type { BuyerAgent, BuyerAgentBody } from '../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const buyerAgentClient: ResourceClient<BuyerAgent> = {
  noun: 'buyer-agents',
  kind: 'buyer-agents',
  read: (id) => getBuyerAgent({ client, path: { id } }),
  create: (body) => createBuyerAgent({ client, body: body as BuyerAgentBody }),
  patch: (id, body, etag) => updateBuyerAgent({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteBuyerAgent({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveBuyerAgent({ client, path: { id } }),
};

/** Service accounts to choose from. */
export const serviceAccountChoices: ChoiceSource = {
  key: ['service-accounts', 'choices'],
  find: (search) =>
    dataOf(listServiceAccounts({ client, query: { ...(search !== '' && { search }), limit: 30, sort: 'name' } })),
  named: (ids) => dataOf(listServiceAccounts({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
