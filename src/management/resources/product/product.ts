/*
 * Product catalogs of sponsored products.
 *
 * - `product.ts`, `product-routes.ts`, `catalog.ts`, `brands-of-partner.ts`: the resource.
 * - `import-products.ts`, `import-routes.ts`: a feed in one transaction. `feed/`: reading feeds.
 *
 * See docs/decisions/0120-product-catalogs.md.
 */

import {
  type Availability,
  availabilities,
  type ProductBody,
  type ProductView,
  productBody,
  productView,
} from '../../../contract/commerce/product.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { productType } from '../../../contract/resource-types/commerce/product.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type Row, type WriteContext } from '../../records/resource.ts';
import { followProducts } from '../creative/product-creatives.ts';

/**
 * Resource `/products`: products of a shop in the catalog of a media partner. Source:
 * docs/decisions/0120-product-catalogs.md.
 */
export const productResource: Resource<'product', typeof productBody, ProductView> = {
  ...productType,
  table: 'product',
  body: productBody,
  view: productView,
  present: (rows) => rows.map(presentProduct),
  async columns(body, write) {
    const mediaPartnerId = await partnerOf(body, write);
    await requireFree(body, mediaPartnerId, write);
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      sku: body.sku,
      mediaPartnerId,
      brandId: body.brandId,
      link: body.link,
      imageUrl: body.imageUrl ?? null,
      category: body.category ?? null,
      priceMicros: body.price ? microsFromDecimal(body.price.amount) : null,
      priceCurrency: body.price?.currency ?? null,
      salePriceMicros: body.salePrice ? microsFromDecimal(body.salePrice.amount) : null,
      salePriceCurrency: body.salePrice?.currency ?? null,
      availability: body.availability,
    };
  },
  afterWrite: async (row, _body, { transaction }) => void (await followProducts(transaction, [row.id])),
  filters: {
    mediaPartnerId: idFilter('product.mediaPartnerId', 'media partner'),
    brandId: idFilter('product.brandId', 'brand'),
    sku: textFilter('product.sku', 'ID in the shop'),
    externalId: textFilter('product.externalId', 'ID in your own system'),
    availability: choiceFilter('product.availability', availabilities, 'Availability'),
  },
  searchColumns: ['name', 'sku'],
  sortColumns: ['brandId'],
  requiredActive: ({ brandId }) => [{ table: 'brand', ids: [brandId], noun: 'brands' }],
};

function presentProduct(row: Row<'product'>): ProductView {
  return {
    ...commonFields(row),
    brandId: row.brandId,
    mediaPartnerId: row.mediaPartnerId,
    sku: row.sku,
    link: row.link,
    imageUrl: row.imageUrl,
    category: row.category,
    price: moneyOf(row.priceMicros, row.priceCurrency),
    salePrice: moneyOf(row.salePriceMicros, row.salePriceCurrency),
    availability: row.availability as Availability,
  };
}

/** The brand determines the catalog. A product cannot move to another catalog. */
async function partnerOf({ brandId }: ProductBody, write: WriteContext<'product'>): Promise<number> {
  const { current, transaction } = write;
  if (current !== null && current.brandId === brandId) return current.mediaPartnerId;
  await requireReference(write, { table: 'brand', id: brandId, pointer: '/brandId', noun: 'brands' });
  const { mediaPartnerId } = await transaction
    .selectFrom('brand')
    .select('brand.mediaPartnerId')
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
  if (current !== null && current.mediaPartnerId !== mediaPartnerId) {
    throw invalidField('/brandId', 'immutable', fieldMessage('sameMediaPartner'));
  }
  return mediaPartnerId;
}

/**
 * Requires an unchanged and unique ID in the shop, because feeds, requests and conversions identify a product by it.
 */
async function requireFree(
  { sku }: ProductBody,
  mediaPartnerId: number,
  { transaction, current }: WriteContext<'product'>,
): Promise<void> {
  if (current?.sku === sku) return;
  if (current !== null) {
    throw new DomainError('in_use', {
      detail: detailMessage('skuImmutable'),
    });
  }
  const other = await transaction
    .selectFrom('product')
    .select('product.id')
    .where('product.mediaPartnerId', '=', mediaPartnerId)
    .where('product.sku', '=', sku)
    .executeTakeFirst();
  if (other === undefined) return;
  const message = fieldMessage('takenByProduct', { id: other.id });
  const errors = [{ pointer: '/sku', in: 'body' as const, code: 'already_exists', message }];
  throw new DomainError('already_exists', { errors });
}
