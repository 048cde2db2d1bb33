import { resourceType } from '../resource-type.ts';

/** `/buyer-agents`. They limit a service account, so they have its scopes. */
export const buyerAgentType = resourceType({
  kind: 'buyer-agents',
  one: 'buyer agent',
  many: 'buyer agents',
  operationName: ['BuyerAgent', 'BuyerAgents'],
  tag: 'Selling',
  readScope: 'service-accounts:read',
  writeScope: 'service-accounts:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/administration/buyer-agents',
  page: (id) => ({ to: '/administration/buyer-agents', search: { item: String(id) } }),
});
