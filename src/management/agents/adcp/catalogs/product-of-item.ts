import { type ProductBody, productBody } from '../../../../contract/commerce/product.ts';
import { parseBody } from '../../../records/field-errors.ts';

/** An item of a product catalog. Other members have no meaning for Placard. */
export type CatalogItem = {
  readonly item_id?: unknown;
  readonly sku?: unknown;
  readonly title?: unknown;
  readonly name?: unknown;
  readonly url?: unknown;
  readonly image_url?: unknown;
  readonly category?: unknown;
  readonly availability?: unknown;
  readonly price?: unknown;
  readonly sale_price?: unknown;
};

/** Returns the ID of an item. Empty: it has none. */
export function itemIdOf({ item_id: id, sku }: CatalogItem): string {
  return typeof id === 'string' ? id : typeof sku === 'string' ? sku : '';
}

/**
 * Returns an item as a product of a brand.
 * @throws DomainError if it is invalid
 */
export function productOfItem(item: CatalogItem, brandId: number): ProductBody {
  const { title, name, url, image_url: imageUrl, category, availability, price, sale_price: salePrice, sku } = item;
  return parseBody(productBody, {
    brandId,
    sku: sku ?? itemIdOf(item),
    name: title ?? name,
    link: url,
    imageUrl,
    category,
    ...(availability !== undefined && { availability }),
    price: moneyOfItem(price),
    salePrice: moneyOfItem(salePrice),
  });
}

function moneyOfItem(price: unknown): unknown {
  if (typeof price !== 'object' || price === null) return price;
  const { amount, currency } = price as { readonly amount?: unknown; readonly currency?: unknown };
  return { amount: typeof amount === 'number' ? amount.toFixed(2) : amount, currency };
}
