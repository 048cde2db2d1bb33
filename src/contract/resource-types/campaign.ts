import { resourceType } from './resource-type.ts';

/** `/campaigns`. */
export const campaignType = resourceType({
  kind: 'campaigns',
  one: 'campaign',
  many: 'campaigns',
  operationName: ['Campaign', 'Campaigns'],
  tag: 'Campaigns',
  readScope: 'campaigns:read',
  writeScope: 'campaigns:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: 'campaign',
  listPath: '/campaigns',
  page: (id) => ({ to: `/campaigns/${id}` }),
});
