import { resourceType } from '../resource-type.ts';

/** `/product-packages`. */
export const productPackageType = resourceType({
  kind: 'product-packages',
  one: 'product package',
  many: 'product packages',
  operationName: ['ProductPackage', 'ProductPackages'],
  tag: 'Selling',
  readScope: 'inventory:read',
  writeScope: 'inventory:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/inventory/packages',
  page: (id) => ({ to: '/inventory/packages', search: { item: String(id) } }),
});
