import { resourceType } from './resource-type.ts';

/** `/campaigns`. */
export const campaignType = resourceType({
  kind: 'campaigns',
  one: 'campaign',
  many: 'campaigns',
  label: 'Campaign',
  operationName: ['Campaign', 'Campaigns'],
  tag: 'Campaigns',
  readScope: 'campaigns:read',
  writeScope: 'campaigns:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: 'campaign',
  listPage: { to: '/campaigns', title: 'Campaigns' },
  page: (id) => ({ to: `/campaigns/${id}` }),
});
