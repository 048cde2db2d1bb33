import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { productsQuery } from '../../product/product-resource.ts';
import { thumbnailUrlOf } from './thumbnail-url.ts';

/**
 * The picture of each of some creatives; of those that show a product, the product's.
 * @param wanted pixels that it is shown in
 */
export function useThumbnailUrls(
  creatives: readonly Creative[],
  wanted: number,
): (creative: Creative) => string | null {
  const me = useMe();
  const ids = creatives.flatMap(({ productId }) => productId ?? []);
  const query = productsQuery(ids);
  const { data = [] } = useQuery({ ...query, enabled: query.enabled && me.may('products:read') });
  const imageOf = new Map(data.map(({ id, imageUrl }) => [id, imageUrl]));
  return (creative) =>
    creative.productId === null ? thumbnailUrlOf(creative, wanted) : (imageOf.get(creative.productId) ?? null);
}
