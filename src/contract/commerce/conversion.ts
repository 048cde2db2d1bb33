import { z } from 'zod';
import { attributionMatches, candidateOutcomes, touchKinds } from '../../core/words/attribution-rule.ts';
import { maxConversionLines, maxConversions, maxUnitsPerLine } from '../../core/words/limits.ts';
import { idSchema, idText, instantSchema, lineOfText, moneySchema, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { skuSchema } from './product.ts';

const maxOrderIdLength = 100;
const maxUserIdLength = 256;
const describeQuantity = 'Units that were bought';
const describeUnitPrice = 'Price of one unit as it was paid';

const orderIdSchema = lineOfText(maxOrderIdLength).meta({
  description: 'Id of the order in the shop, unique for the media partner: told again, it counts once',
  example: 'order-20261121-4711',
});

const lineBody = z
  .strictObject({
    sku: skuSchema.meta({ description: 'Id of the product in the shop', example: 'sku-4711' }),
    quantity: z
      .int({ error: fieldMessage('integerRange', { min: 1, max: maxUnitsPerLine }) })
      .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxUnitsPerLine }) })
      .max(maxUnitsPerLine, { error: fieldMessage('integerRange', { min: 1, max: maxUnitsPerLine }) })
      .meta({ description: describeQuantity, example: 2 }),
    unitPrice: moneySchema.meta({ description: describeUnitPrice }),
  })
  .meta({ id: 'ConversionLineBody' });

const conversionBody = z
  .strictObject({
    orderId: orderIdSchema,
    occurredAt: instantSchema.meta({
      description: 'When it was ordered, RFC 3339 with an offset; at most 14 days ago',
      example: '2026-11-21T09:00:00Z',
    }),
    userId: lineOfText(maxUserIdLength).nullish().meta({
      description:
        'Who ordered, as ad requests have it in `ui`; kept nowhere. Left out: not known, or they did not agree, and nothing is credited',
      example: 'user-4711',
    }),
    lines: z
      .array(lineBody)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxConversionLines, { error: fieldMessage('maxEntries', { count: maxConversionLines }) })
      .meta({ description: 'What was bought of the catalogue of the media partner' }),
  })
  .meta({ id: 'ConversionBody' });

/** Orders of one shop that are told of. Beta. Source: docs/decisions/0131-attribution.md. */
export const conversionsBody = z
  .strictObject({
    mediaPartnerId: idSchema('media partner whose catalogue the products are in'),
    conversions: z
      .array(conversionBody)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxConversions, { error: fieldMessage('maxEntries', { count: maxConversions }) }),
  })
  .meta({ id: 'ConversionsBody' });
/** A valid `conversionsBody`. */
export type ConversionsBody = z.output<typeof conversionsBody>;

/** Why an order is not taken. */
export const conversionRefusals = ['in_the_future', 'too_old', 'too_much', 'other_content'] as const;
/** One of `conversionRefusals`. */
export type ConversionRefusal = (typeof conversionRefusals)[number];

const count = (description: string, example: number) => z.number().meta({ description, example });

/** What became of orders, one by one. */
export const conversionsResult = z
  .strictObject({
    accepted: count('Orders that are new', 2),
    duplicates: count('Orders that were told of before, with the same content', 1),
    refused: count('Orders that are not taken', 0),
    results: z
      .array(
        z.strictObject({
          orderId: z.string().meta({ description: 'Id of the order in the shop', example: 'order-20261121-4711' }),
          status: z
            .enum(['accepted', 'duplicate', 'refused'])
            .meta({ description: 'What became of it', example: 'accepted' }),
          id: z.number().nullable().meta({ description: 'Id of the conversion; null: it is not taken', example: 12 }),
          code: z.enum(conversionRefusals).nullable().meta({
            description:
              'Why it is not taken: more than five minutes ahead of our clock, more than 14 days ago, a line of more than a million, or told of before with another content',
            example: null,
          }),
        }),
      )
      .meta({ description: 'Each order in the order of the call' }),
  })
  .meta({ id: 'ConversionsResult' });
/** An object of `conversionsResult`. */
export type ConversionsResult = z.output<typeof conversionsResult>;

const kind = z.enum(touchKinds).meta({ description: 'What was done with the ad', example: 'click' });
const match = z
  .enum(attributionMatches)
  .meta({ description: 'Whether the ad was of the product itself, or of another of its brand', example: 'product' });
const at = z.string().meta({ description: 'When, RFC 3339, UTC', example: '2026-11-20T18:12:44.120Z' });
const orNull = (description: string) => z.number().nullable().meta({ description, example: 12 });
const adFields = {
  bookingId: orNull('Id of the booking; null: not yours to see'),
  creativeId: orNull('Id of the creative that shows the product'),
  positionId: orNull('Id of the position'),
};

const lineFields = {
  sku: z.string().meta({ description: 'Id of the product in the shop', example: 'sku-4711' }),
  productId: orNull('Id of the product; null: the catalogue had none when the order was told of'),
  brandId: orNull('Id of its brand'),
  quantity: count(describeQuantity, 2),
  unitPrice: moneySchema.meta({ description: describeUnitPrice }),
  revenue: moneySchema.meta({ description: 'Price of all units' }),
  credited: z
    .strictObject({
      kind,
      match,
      at: at.nullable().meta({ description: 'When, RFC 3339, UTC; null: whoever it was has been erased' }),
      ...adFields,
    })
    .nullable()
    .meta({ description: 'The ad that led to it by the rule; null: none' }),
};

const commonFields = {
  id: count('Id', 12),
  mediaPartnerId: count('Id of the media partner', 12),
  orderId: z.string().meta({ description: 'Id of the order in the shop', example: 'order-20261121-4711' }),
  occurredAt: at.meta({ description: 'When it was ordered, RFC 3339, UTC' }),
  receivedAt: at.meta({ description: 'When it was told of, RFC 3339, UTC' }),
  status: z.enum(['waiting', 'attributed', 'unattributed']).meta({
    description:
      '`waiting`: events until then are still being counted; `attributed`: at least one line is credited to an ad',
    example: 'attributed',
  }),
  rule: z
    .strictObject({
      clickDays: count('Days after a click in which an order is credited to it', 14),
      viewDays: count('Days after a view in which an order is credited to it, without a click', 1),
    })
    .meta({ description: 'The rule by which it is attributed' }),
};

/** An order and what each of its lines is credited to. */
export const conversionView = z
  .strictObject({ ...commonFields, lines: z.array(z.strictObject(lineFields)) })
  .meta({ id: 'Conversion' });

/** The same with all that could have been credited. */
export const conversionReportView = z
  .strictObject({
    ...commonFields,
    lines: z.array(
      z.strictObject({
        ...lineFields,
        candidates: z
          .array(
            z.strictObject({
              kind,
              match,
              at,
              outcome: z.enum(candidateOutcomes).meta({
                description:
                  'Why it is not credited: too long before the order, of another product of the brand, seen while another was clicked, or followed by another; or `credited`',
                example: 'not_last',
              }),
              ...adFields,
              productId: count('Id of the product that was advertised', 12),
            }),
          )
          .meta({
            description: 'Views and clicks of the shopper before it, the last first; of each sort the last twenty',
          }),
      }),
    ),
  })
  .meta({ id: 'ConversionReport' });
/** An object of `conversionReportView`. */
export type ConversionReport = z.output<typeof conversionReportView>;

/** Page of `GET /conversions`, newest first. */
export const conversionsQuery = z.strictObject({
  ...pageQuery(),
  mediaPartnerId: idText('media partner').optional(),
  bookingId: idText('booking that a line is credited to').optional(),
  orderId: orderIdSchema
    .optional()
    .meta({ description: 'Id of the order in the shop', example: 'order-20261121-4711' }),
  status: z
    .enum(['waiting', 'attributed', 'unattributed'])
    .optional()
    .meta({ description: 'Whether an ad is credited', example: 'attributed' }),
});
/** A valid `conversionsQuery`. */
export type ConversionsQuery = z.output<typeof conversionsQuery>;
