import { queryOptions } from '@tanstack/react-query';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  unarchiveProduct,
  updateProduct,
} from '../../client/generated/sdk.gen.ts';
import type { Product, ProductBody } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const productClient: ResourceClient<Product> = {
  noun: 'products',
  kind: 'products',
  touches: ['bookings', 'creatives'],
  read: (id) => getProduct({ client, path: { id } }),
  create: (body) => createProduct({ client, body: body as ProductBody }),
  patch: (id, body, etag) => updateProduct({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteProduct({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveProduct({ client, path: { id } }),
};

/** The maximum number of IDs in one request. */
const maxIds = 100;

/** The first 100 products with the given IDs, including archived ones. */
export function productsQuery(ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, maxIds);
  return queryOptions({
    queryKey: ['products', 'named', ...wanted],
    queryFn: () => dataOf(listProducts({ client, query: { id: wanted, includeArchived: 'true', limit: maxIds } })),
    enabled: wanted.length > 0,
  });
}
