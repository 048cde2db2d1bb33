import { z } from 'zod';
import { attributionMatches, candidateOutcomes, touchKinds } from '../../core/vocabulary/attribution-rule.ts';
import {
  maxConversionLines,
  maxConversions,
  maxOrderIdLength,
  maxUnitsPerLine,
} from '../../core/vocabulary/limits/conversion-limits.ts';
import { idSchema, idText, instantSchema, lineOfText, moneySchema, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { skuSchema } from './product.ts';

const maxUserIdLength = 256;
const describeQuantity = 'Number of purchased units';
const describeUnitPrice = 'Paid price of one unit';

/** ID of an order. */
export const orderIdSchema = lineOfText(maxOrderIdLength).meta({
  description:
    'ID of the order in the shop, unique for the media partner. An order that is reported again counts once.',
  example: 'order-20261121-4711',
});

/** ID of the user who converted. */
export const shopperIdSchema = lineOfText(maxUserIdLength).nullish().meta({
  description:
    'ID of the shopper, as in `ui` of ad requests. It is not stored. Omit it if the shopper is unknown or has not given consent. The order is then not attributed.',
  example: 'user-4711',
});

const lineBody = z
  .strictObject({
    sku: skuSchema.meta({ description: 'ID of the product in the shop', example: 'sku-4711' }),
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
      description: 'Time of the order, RFC 3339 with an offset, at most 14 days ago',
      example: '2026-11-21T09:00:00Z',
    }),
    userId: shopperIdSchema,
    lines: z
      .array(lineBody)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxConversionLines, { error: fieldMessage('maxEntries', { count: maxConversionLines }) })
      .meta({ description: 'Purchased products of the catalog of the media partner' }),
  })
  .meta({ id: 'ConversionBody' });

/** Orders of one shop. Beta. Source: docs/decisions/0131-attribution.md. */
export const conversionsBody = z
  .strictObject({
    mediaPartnerId: idSchema('media partner whose catalog contains the products'),
    conversions: z
      .array(conversionBody)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxConversions, { error: fieldMessage('maxEntries', { count: maxConversions }) }),
  })
  .meta({ id: 'ConversionsBody' });
/** A valid `conversionsBody`. */
export type ConversionsBody = z.output<typeof conversionsBody>;

/** Reasons for rejecting an order. */
export const conversionRefusals = ['in_the_future', 'too_old', 'too_much', 'other_content'] as const;
/** One of `conversionRefusals`. */
export type ConversionRefusal = (typeof conversionRefusals)[number];

const count = (description: string, example: number) => z.number().meta({ description, example });

/** Results of the orders, one by one. */
export const conversionsResult = z
  .strictObject({
    accepted: count('Number of new orders', 2),
    duplicates: count('Number of orders that were already reported with the same content', 1),
    refused: count('Number of rejected orders', 0),
    results: z
      .array(
        z.strictObject({
          orderId: z.string().meta({ description: 'ID of the order in the shop', example: 'order-20261121-4711' }),
          status: z
            .enum(['accepted', 'duplicate', 'refused'])
            .meta({ description: 'Result for the order', example: 'accepted' }),
          id: z
            .number()
            .nullable()
            .meta({ description: 'ID of the conversion. Null if the order is rejected.', example: 12 }),
          code: z.enum(conversionRefusals).nullable().meta({
            description:
              'Reason of the rejection: more than 5 minutes in the future, more than 14 days ago, a line of more than 1,000,000, or already reported with other content',
            example: null,
          }),
        }),
      )
      .meta({ description: 'Results in the order of the request' }),
  })
  .meta({ id: 'ConversionsResult' });
/** An object of `conversionsResult`. */
export type ConversionsResult = z.output<typeof conversionsResult>;

const kind = z.enum(touchKinds).meta({ description: 'Type of interaction with the ad', example: 'click' });
const match = z.enum(attributionMatches).meta({
  description: 'Whether the ad showed the purchased product, or is another ad of its brand',
  example: 'product',
});
const at = z
  .string()
  .meta({ description: 'Time of the interaction, RFC 3339, UTC', example: '2026-11-20T18:12:44.120Z' });
const orNull = (description: string) => z.number().nullable().meta({ description, example: 12 });
const adFields = {
  bookingId: orNull('ID of the booking. Null if the caller may not see it.'),
  creativeId: orNull('ID of the creative. Null if the caller may not see it.'),
  positionId: orNull('ID of the position. Null if the caller may not see it.'),
};

const lineFields = {
  sku: z
    .string()
    .nullable()
    .meta({ description: 'ID of the product in the shop. Null for a conversion of an action.', example: 'sku-4711' }),
  productId: orNull(
    'ID of the product. Null if the catalog did not contain it when the order was reported, and for a conversion of an action.',
  ),
  brandId: orNull(
    'ID of the brand of the product or action. Null if the catalog did not contain the product when the order was reported, and for an action of all brands.',
  ),
  quantity: count(describeQuantity, 2),
  unitPrice: moneySchema
    .nullable()
    .meta({ description: `${describeUnitPrice}. Null for a conversion without a value.` }),
  revenue: moneySchema
    .nullable()
    .meta({ description: 'Price of all units, or the value of the conversion. Null if it has no value.' }),
  credited: z
    .strictObject({
      kind,
      match,
      at: at
        .nullable()
        .meta({ description: 'Time of the interaction, RFC 3339, UTC. Null if the shopper was erased.' }),
      ...adFields,
    })
    .nullable()
    .meta({ description: 'Ad to which the line is attributed. Null if there is none.' }),
};

/** Statuses of conversions. */
const conversionStatuses = ['waiting', 'attributed', 'unattributed', 'repeated'] as const;

const commonFields = {
  id: count('ID', 12),
  mediaPartnerId: count('ID of the media partner', 12),
  conversionActionId: orNull('ID of the conversion action. Null for an order of a shop.'),
  orderId: z.string().meta({ description: 'ID of the order in the shop', example: 'order-20261121-4711' }),
  occurredAt: at.meta({ description: 'Time of the order, RFC 3339, UTC' }),
  receivedAt: at.meta({ description: 'Time at which the order was reported, RFC 3339, UTC' }),
  status: z.enum(conversionStatuses).meta({
    description:
      '`waiting`: events before the order are still being counted. `attributed`: at least one line is attributed to an ad. `repeated`: the action counts once, and the visitor had an earlier conversion.',
    example: 'attributed',
  }),
  rule: z
    .strictObject({
      clickDays: count('Number of days after a click in which an order is attributed to it', 14),
      viewDays: count('Number of days after a view without a click in which an order is attributed to it', 1),
    })
    .meta({ description: 'Attribution rule of the order' }),
};

/** An order with the attribution of each line. */
export const conversionView = z
  .strictObject({ ...commonFields, lines: z.array(z.strictObject(lineFields)) })
  .meta({ id: 'Conversion' });

/** An order with all attribution candidates. */
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
                  'Result of the candidate: too long before the order, another product of the brand, viewed while another ad was clicked, followed by a later interaction, or `credited`',
                example: 'not_last',
              }),
              ...adFields,
              productId: orNull('ID of the advertised product. Null for an ad of another kind.'),
            }),
          )
          .meta({
            description: 'Views and clicks of the shopper before the order, latest first, at most 20 of each type',
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
  bookingId: idText('booking to which a line is attributed').optional(),
  orderId: orderIdSchema
    .optional()
    .meta({ description: 'ID of the order in the shop', example: 'order-20261121-4711' }),
  conversionActionId: idText('conversion action').optional(),
  status: z
    .enum(conversionStatuses)
    .optional()
    .meta({ description: 'Whether the order is attributed to an ad', example: 'attributed' }),
});
/** A valid `conversionsQuery`. */
export type ConversionsQuery = z.output<typeof conversionsQuery>;
