import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { productsQuery } from '../../product/product-resource.ts';
import { thumbnailUrlOf } from './thumbnail-url.ts';

/**
 * The pictures of creatives. Creatives of products use the image of the product.
 * @param minWidth displayed width in pixels
 */
export function useThumbnailUrls(
  creatives: readonly Creative[],
  minWidth: number,
): (creative: Creative) => string | null {
  const me = useMe();
  const ids = creatives.flatMap(({ productId }) => productId ?? []);
  const query = productsQuery(ids);
  const { data = [] } = useQuery({ ...query, enabled: query.enabled && me.may('products:read') });
  const imageOf = new Map(data.map(({ id, imageUrl }) => [id, imageUrl]));
  return (creative) =>
    creative.productId === null ? thumbnailUrlOf(creative, minWidth) : (imageOf.get(creative.productId) ?? null);
}
