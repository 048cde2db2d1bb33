import { z } from 'zod';
import { maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import {
  commonView,
  externalIdSchema,
  idSchema,
  idText,
  instantSchema,
  lineOfText,
  moneySchema,
  nameSchema,
  pageQuery,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { clickUrlSchema } from '../creative/creative.ts';

/**
 * Availability of a product. `out_of_stock` is never shown. Source: Google Merchant Center, product data specification.
 */
export const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const;
/** One of `availabilities`. */
export type Availability = (typeof availabilities)[number];

/** Most characters of a product ID of the shop, and of a category with its parents. */
const maxSkuLength = 100;
const maxCategoryLength = 750;

/** ID of the product in the shop. Ad requests and conversions refer to it. */
export const skuSchema = lineOfText(maxSkuLength).meta({
  description: 'ID of the product in the shop, unique in the catalog of the media partner. Cannot change.',
  example: 'sku-4711',
});

/** A category with its parents, top-level category first. */
export const productCategorySchema = lineOfText(maxCategoryLength).meta({
  description: 'Category with its parents, top-level category first, separated by ` > `',
  example: 'Drinks > Coffee > Filter coffee',
});

const fields = {
  imageUrl: clickUrlSchema.meta({
    description: 'URL of the product image',
    example: 'https://shop.example/sku-4711.jpg',
  }),
  category: productCategorySchema.nullish(),
  price: moneySchema.nullish().meta({ description: 'Price. Null if unknown.' }),
  salePrice: moneySchema.nullish().meta({ description: 'Current sale price. Null if there is none.' }),
};

/** Creates or replaces a product. Beta. Source: docs/decisions/0120-product-catalogs.md. */
export const productBody = z
  .strictObject({
    brandId: idSchema('brand. The product is in the catalog of its media partner'),
    sku: skuSchema,
    externalId: externalIdSchema,
    name: nameSchema.meta({ description: 'Title', example: 'Aurora filter coffee 500 g' }),
    link: z
      .string({ error: fieldMessage('httpUrl') })
      .max(maxUrlLength)
      .pipe(clickUrlSchema.unwrap().unwrap())
      .meta({ description: 'URL of the product page in the shop', example: 'https://shop.example/sku-4711' }),
    ...fields,
    availability: z
      .enum(availabilities)
      .default('in_stock')
      .meta({ description: 'Availability. `out_of_stock`: the product is never shown.', example: 'in_stock' }),
  })
  .meta({ id: 'ProductBody' });
/** A valid `productBody`. */
export type ProductBody = z.output<typeof productBody>;

const text = (description: string, example: string) => z.string().nullable().meta({ description, example });

/** A product as returned by the API. */
export const productView = z
  .strictObject({
    ...commonView,
    brandId: z.number().meta({ description: 'ID of the brand', example: 12 }),
    mediaPartnerId: z
      .number()
      .meta({ description: 'ID of the media partner whose catalog contains the product', example: 12 }),
    sku: z.string().meta({ description: 'ID of the product in the shop', example: 'sku-4711' }),
    link: z
      .string()
      .meta({ description: 'URL of the product page in the shop', example: 'https://shop.example/sku-4711' }),
    imageUrl: text('URL of the product image. Null if there is none.', 'https://shop.example/sku-4711.jpg'),
    category: text('Category with its parents. Null if unknown.', 'Drinks > Coffee > Filter coffee'),
    price: moneySchema.nullable().meta({ description: 'Price. Null if unknown.' }),
    salePrice: moneySchema.nullable().meta({ description: 'Current sale price. Null if there is none.' }),
    availability: z.enum(availabilities).meta({ description: 'Availability', example: 'in_stock' }),
  })
  .meta({ id: 'Product' });
/** An object of `productView`. */
export type ProductView = z.output<typeof productView>;

/** File formats of product feeds. */
export const feedFormats = ['csv', 'tsv', 'jsonl', 'xml'] as const;
/** One of `feedFormats`. */
export type FeedFormat = (typeof feedFormats)[number];

/** Imports a feed into a product catalog. */
export const productImportBody = z
  .strictObject({
    mediaPartnerId: idSchema('media partner of the catalog'),
    uploadId: z.uuid({ error: fieldMessage('uploadId') }).meta({
      description: 'Completed upload of `/uploads` with the feed file',
      example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    kind: z.enum(['full', 'delta']).meta({
      description:
        '`full`: all products of the catalog. Products that are not in the feed are archived. `delta`: some products. Omitted fields remain unchanged.',
      example: 'full',
    }),
    format: z.enum(feedFormats).optional().meta({
      description: 'File format. Default: derived from the extension of the file name, which may be followed by `.gz`.',
      example: 'xml',
    }),
    maxBadRowsPercent: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .max(100, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .default(5)
      .meta({
        description: 'Highest percentage of invalid rows. An import with more invalid rows is rejected.',
        example: 5,
      }),
  })
  .meta({ id: 'ProductImportBody' });
/** A valid `productImportBody`. */
export type ProductImportBody = z.output<typeof productImportBody>;

const count = (description: string, example: number) => z.number().meta({ description, example });
const importFields = {
  id: count('Id', 12),
  mediaPartnerId: count('ID of the media partner of the catalog', 12),
  fileName: z.string().meta({ description: 'File name', example: 'feed.xml' }),
  kind: z.enum(['full', 'delta']).meta({ description: 'All products of the catalog, or a part', example: 'full' }),
  status: z.enum(['accepted', 'refused']).meta({
    description: 'Result of the import. `refused`: nothing was imported and the catalog is unchanged.',
    example: 'accepted',
  }),
  problem: text('Code of the reason for the rejection. Null if the import was not rejected.', 'too_many_bad_rows'),
  detail: text(
    'Description of the reason for the rejection. Null if the import was not rejected.',
    '900 of 1,000 rows are wrong',
  ),
  rows: count('Number of rows that were read', 1_200),
  badRows: count('Number of invalid rows, which were skipped', 3),
  faults: z
    .record(z.string(), z.number())
    .meta({ description: 'Number of invalid rows by error code', example: { price_invalid: 3 } }),
  added: count('Number of new products', 20),
  changed: count('Number of changed products', 310),
  unchanged: count('Number of unchanged products', 867),
  archived: count('Number of archived products', 4),
  startedAt: instantSchema.meta({ description: 'Start of the import', example: '2026-11-21T06:00:00.000Z' }),
  finishedAt: instantSchema.meta({ description: 'End of the import', example: '2026-11-21T06:00:04.000Z' }),
};

/** An import with its result. */
export const productImportView = z.strictObject(importFields).meta({ id: 'ProductImport' });

/** An import with its invalid rows. */
export const productImportReportView = z
  .strictObject({
    ...importFields,
    badRowList: z
      .array(
        z.strictObject({
          line: count('Line in the file, from 1', 812),
          sku: text('ID of the product in the shop. Null if the row has none.', 'sku-4711'),
          code: z.string().meta({ description: 'Error code', example: 'price_invalid' }),
        }),
      )
      .meta({ description: 'First 1,000 invalid rows', example: [] }),
  })
  .meta({ id: 'ProductImportReport' });
/** An object of `productImportReportView`. */
export type ProductImportReport = z.output<typeof productImportReportView>;

/** Page of `GET /product-imports`, newest first. */
export const productImportsQuery = z.strictObject({
  ...pageQuery(),
  mediaPartnerId: idText('media partner').optional(),
});
/** A valid `productImportsQuery`. */
export type ProductImportsQuery = z.output<typeof productImportsQuery>;
