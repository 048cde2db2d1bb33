import { resourceType } from './resource-type.ts';

/** `/brands`. */
export const brandType = resourceType({
  kind: 'brands',
  one: 'brand',
  many: 'brands',
  label: 'Brand',
  operationName: ['Brand', 'Brands'],
  tag: 'Media partners',
  readScope: 'media-partners:read',
  writeScope: 'media-partners:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPage: null,
  page: (id) => ({ to: '/campaigns', search: { brand: String(id) } }),
});
