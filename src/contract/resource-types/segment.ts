import { resourceType } from './resource-type.ts';

/** `/segments`. */
export const segmentType = resourceType({
  kind: 'segments',
  one: 'segment',
  many: 'segments',
  operationName: ['Segment', 'Segments'],
  tag: 'Audiences',
  readScope: 'segments:read',
  writeScope: 'segments:write',
  access: 'audiences',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/audiences',
  page: (id) => ({ to: '/audiences', search: { item: String(id) } }),
});
