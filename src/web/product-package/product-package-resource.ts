import {
  createProductPackage,
  deleteProductPackage,
  getProductPackage,
  listProductPackages,
  unarchiveProductPackage,
  updateProductPackage,
} from '../../client/generated/sdk.gen.ts';
import type { ProductPackage, ProductPackageBody } from '../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const productPackageClient: ResourceClient<ProductPackage> = {
  noun: 'product-packages',
  kind: 'product-packages',
  read: (id) => getProductPackage({ client, path: { id } }),
  create: (body) => createProductPackage({ client, body: body as ProductPackageBody }),
  patch: (id, body, etag) => updateProductPackage({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteProductPackage({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveProductPackage({ client, path: { id } }),
};

/** Product packages to choose from. */
export const packageChoices: ChoiceSource = {
  key: ['product-packages', 'choices'],
  find: (search) =>
    dataOf(listProductPackages({ client, query: { ...(search !== '' && { search }), limit: 30, sort: 'name' } })),
  named: (ids) => dataOf(listProductPackages({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
