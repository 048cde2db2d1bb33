import { z } from 'zod';
import { maxUrlLength } from '../../core/words/limits.ts';
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

/** Whether a product can be had; `out_of_stock` is shown nowhere. Source: Google Merchant Center, product data specification. */
export const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const;
/** One of `availabilities`. */
export type Availability = (typeof availabilities)[number];

/** Characters of the id that a shop has for a product, and of a category with all above it. */
const maxSkuLength = 100;
const maxCategoryLength = 750;

/** The id that a shop has for a product; ad requests and conversions name it by that. */
export const skuSchema = lineOfText(maxSkuLength).meta({
  description: 'Id of the product in the shop, unique in the catalogue of the media partner; stays as it is',
  example: 'sku-4711',
});

/** A category with those above it, the widest first. */
export const productCategorySchema = lineOfText(maxCategoryLength).meta({
  description: 'Category with those above it, the widest first, ` > ` between them',
  example: 'Drinks > Coffee > Filter coffee',
});

const fields = {
  imageUrl: clickUrlSchema.meta({
    description: 'Address of its picture',
    example: 'https://shop.example/sku-4711.jpg',
  }),
  category: productCategorySchema.nullish(),
  price: moneySchema.nullish().meta({ description: 'Price; null: not said' }),
  salePrice: moneySchema.nullish().meta({ description: 'Price for now; null: the usual one' }),
};

/** Creates or replaces a product. Beta. Source: docs/decisions/0120-product-catalogues.md. */
export const productBody = z
  .strictObject({
    brandId: idSchema('brand; the product is in the catalogue of its media partner'),
    sku: skuSchema,
    externalId: externalIdSchema,
    name: nameSchema.meta({ description: 'Title', example: 'Aurora filter coffee 500 g' }),
    link: z
      .string({ error: fieldMessage('httpUrl') })
      .max(maxUrlLength)
      .pipe(clickUrlSchema.unwrap().unwrap())
      .meta({ description: 'Address of its page in the shop', example: 'https://shop.example/sku-4711' }),
    ...fields,
    availability: z
      .enum(availabilities)
      .default('in_stock')
      .meta({ description: '`out_of_stock`: it is shown nowhere', example: 'in_stock' }),
  })
  .meta({ id: 'ProductBody' });
/** A valid `productBody`. */
export type ProductBody = z.output<typeof productBody>;

const text = (description: string, example: string) => z.string().nullable().meta({ description, example });

/** A product as it is read. */
export const productView = z
  .strictObject({
    ...commonView,
    brandId: z.number().meta({ description: 'Id of the brand', example: 12 }),
    mediaPartnerId: z.number().meta({ description: 'Id of the media partner whose catalogue it is in', example: 12 }),
    sku: z.string().meta({ description: 'Id of the product in the shop', example: 'sku-4711' }),
    link: z.string().meta({ description: 'Address of its page in the shop', example: 'https://shop.example/sku-4711' }),
    imageUrl: text('Address of its picture', 'https://shop.example/sku-4711.jpg'),
    category: text('Category with those above it', 'Drinks > Coffee > Filter coffee'),
    price: moneySchema.nullable().meta({ description: 'Price; null: not said' }),
    salePrice: moneySchema.nullable().meta({ description: 'Price for now; null: the usual one' }),
    availability: z.enum(availabilities).meta({ description: 'Whether it can be had', example: 'in_stock' }),
  })
  .meta({ id: 'Product' });
/** An object of `productView`. */
export type ProductView = z.output<typeof productView>;

/** How the file of a feed is written. */
export const feedFormats = ['csv', 'tsv', 'jsonl', 'xml'] as const;
/** One of `feedFormats`. */
export type FeedFormat = (typeof feedFormats)[number];

/** Takes a feed into a catalogue. */
export const productImportBody = z
  .strictObject({
    mediaPartnerId: idSchema('media partner whose catalogue it is'),
    uploadId: z.uuid({ error: fieldMessage('uploadId') }).meta({
      description: 'A complete upload of `/uploads`: the file of the feed',
      example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    kind: z.enum(['full', 'delta']).meta({
      description:
        '`full`: all products of the catalogue, and what is not in it is archived; `delta`: some products, of which fields that are left out stay as they are',
      example: 'full',
    }),
    format: z
      .enum(feedFormats)
      .optional()
      .meta({ description: 'Default: by the name of the file, also with .gz behind it', example: 'xml' }),
    maxBadRowsPercent: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .max(100, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .default(5)
      .meta({ description: 'With more wrong rows in a hundred nothing of it is taken', example: 5 }),
  })
  .meta({ id: 'ProductImportBody' });
/** A valid `productImportBody`. */
export type ProductImportBody = z.output<typeof productImportBody>;

const count = (description: string, example: number) => z.number().meta({ description, example });
const importFields = {
  id: count('Id', 12),
  mediaPartnerId: count('Id of the media partner whose catalogue it is', 12),
  fileName: z.string().meta({ description: 'Name of the file', example: 'feed.xml' }),
  kind: z.enum(['full', 'delta']).meta({ description: 'Of all products, or of some', example: 'full' }),
  status: z.enum(['accepted', 'refused']).meta({
    description: '`refused`: nothing of it was taken, and the catalogue is as it was',
    example: 'accepted',
  }),
  problem: text('Why it was refused, as a code', 'too_many_bad_rows'),
  detail: text('The same in words', '900 of 1,000 rows are wrong'),
  rows: count('Rows that were read', 1_200),
  badRows: count('Of which were wrong, and not taken', 3),
  faults: z
    .record(z.string(), z.number())
    .meta({ description: 'Wrong rows by what is wrong', example: { price_invalid: 3 } }),
  added: count('Products that are new', 20),
  changed: count('Products that are different now', 310),
  unchanged: count('Products that are as they were', 867),
  archived: count('Products that are gone', 4),
  startedAt: instantSchema.meta({ description: 'When reading it began', example: '2026-11-21T06:00:00.000Z' }),
  finishedAt: instantSchema.meta({ description: 'When it was read', example: '2026-11-21T06:00:04.000Z' }),
};

/** What became of an import. */
export const productImportView = z.strictObject(importFields).meta({ id: 'ProductImport' });

/** The same with its wrong rows. */
export const productImportReportView = z
  .strictObject({
    ...importFields,
    badRowList: z
      .array(
        z.strictObject({
          line: count('Line of the file, from 1', 812),
          sku: text('Id of the product in the shop, where the row has one', 'sku-4711'),
          code: z.string().meta({ description: 'What is wrong with it', example: 'price_invalid' }),
        }),
      )
      .meta({ description: 'The first thousand wrong rows', example: [] }),
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
