import { resourceType } from './resource-type.ts';

/** `/creatives`. */
export const creativeType = resourceType({
  kind: 'creatives',
  one: 'creative',
  many: 'creatives',
  operationName: ['Creative', 'Creatives'],
  tag: 'Creatives',
  readScope: 'creatives:read',
  writeScope: 'creatives:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: 'creative',
  listPath: '/creatives',
  page: (id) => ({ to: `/creatives/${id}` }),
});
