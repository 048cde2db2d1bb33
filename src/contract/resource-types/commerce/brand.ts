import { resourceType } from '../resource-type.ts';

/** `/brands`. */
export const brandType = resourceType({
  kind: 'brands',
  one: 'brand',
  many: 'brands',
  operationName: ['Brand', 'Brands'],
  tag: 'Media partners',
  readScope: 'media-partners:read',
  writeScope: 'media-partners:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPath: null,
  page: (id) => ({ to: '/campaigns', search: { brand: String(id) } }),
});
