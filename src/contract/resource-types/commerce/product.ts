import { resourceType } from '../resource-type.ts';

/** `/products`. */
export const productType = resourceType({
  kind: 'products',
  one: 'product',
  many: 'products',
  operationName: ['Product', 'Products'],
  tag: 'Products',
  readScope: 'products:read',
  writeScope: 'products:write',
  access: 'catalog',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/products',
  page: (id) => ({ to: `/products/${id}` }),
});
