import { z } from 'zod';
import { attributionRule, conversionCategories, conversionCountings } from '../../core/vocabulary/attribution-rule.ts';
import { maxAttributionDays, maxConversions } from '../../core/vocabulary/limits/conversion-limits.ts';
import {
  commonView,
  externalIdSchema,
  idSchema,
  instantSchema,
  lineOfText,
  moneySchema,
  nameSchema,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { orderIdSchema, shopperIdSchema } from './conversion.ts';

const maxClickIdLength = 100;
const describeBrand =
  'ID of the brand whose ads can be credited. Null: the ads of all brands of the media partner. Cannot be changed.';
const describePartner = 'ID of the media partner whose ads can be credited. Cannot be changed.';
const describeCategory = 'What the visitor did';
const describeCounting =
  'Conversions that count. `every`: each one. `once`: the first conversion of each visitor, recognized by the user ID or the click.';
const describeClickDays = 'Days after a click in which a conversion is credited to it';
const describeViewDays =
  'Days after an impression without a click in which a conversion is credited to it. 0: not credited.';
const describeDefaultValue = 'Value of a conversion that states none. Null: it has no value.';

const days = (min: number) =>
  z
    .int({ error: fieldMessage('integerRange', { min, max: maxAttributionDays }) })
    .min(min, { error: fieldMessage('integerRange', { min, max: maxAttributionDays }) })
    .max(maxAttributionDays, { error: fieldMessage('integerRange', { min, max: maxAttributionDays }) });

/** Creates or replaces a conversion action. Source: docs/decisions/0223-conversion-actions.md. */
export const conversionActionBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Newsletter sign-up' }),
    externalId: externalIdSchema,
    mediaPartnerId: idSchema('media partner').meta({ description: describePartner, example: 12 }),
    brandId: idSchema('brand').nullish().meta({ description: describeBrand, example: 12 }),
    category: z.enum(conversionCategories).meta({ description: describeCategory, example: 'sign_up' }),
    counting: z.enum(conversionCountings).default('every').meta({ description: describeCounting, example: 'once' }),
    clickDays: days(1)
      .default(attributionRule.clickDays)
      .meta({ description: describeClickDays, example: attributionRule.clickDays }),
    viewDays: days(0)
      .default(attributionRule.viewDays)
      .meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultValue: moneySchema.nullish().meta({ description: describeDefaultValue }),
  })
  .meta({ id: 'ConversionActionBody' });
/** A valid `conversionActionBody`. */
export type ConversionActionBody = z.output<typeof conversionActionBody>;

/** A conversion action as returned by the API. */
export const conversionActionView = z
  .strictObject({
    ...commonView,
    name: z.string().meta({ description: 'Display name', example: 'Newsletter sign-up' }),
    mediaPartnerId: z.number().meta({ description: describePartner, example: 12 }),
    brandId: z.number().nullable().meta({ description: describeBrand, example: 12 }),
    category: z.enum(conversionCategories).meta({ description: describeCategory, example: 'sign_up' }),
    counting: z.enum(conversionCountings).meta({ description: describeCounting, example: 'once' }),
    clickDays: z.number().meta({ description: describeClickDays, example: attributionRule.clickDays }),
    viewDays: z.number().meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultValue: moneySchema.nullable().meta({ description: describeDefaultValue }),
    pixelUrl: z.string().meta({
      description:
        'URL of the pixel, without parameters. `GET` and `POST` count a conversion. See the guide for the parameters.',
      example: 'https://ads.example/conversion/MTI.Zb3xkY0hV1m5oR2wqLJ7cA',
    }),
    scriptUrl: z.string().meta({
      description: 'URL of the script that reports conversions from a page',
      example: 'https://ads.example/conversion.js',
    }),
  })
  .meta({ id: 'ConversionAction' });

const actionConversionBody = z
  .strictObject({
    orderId: orderIdSchema.nullish().meta({
      description:
        'ID of the order or visit, unique for the action. A conversion that is reported again by pixel, script or server call counts once. Placard assigns one if it is omitted.',
      example: 'order-20261121-4711',
    }),
    occurredAt: instantSchema.nullish().meta({
      description: 'Time of the conversion, RFC 3339 with an offset, at most 14 days ago. Default: now.',
      example: '2026-11-21T09:00:00Z',
    }),
    userId: shopperIdSchema,
    clickId: lineOfText(maxClickIdLength).nullish().meta({
      description:
        'Value of the parameter `placard_click` of the landing page. Omit it if the visitor has not given consent.',
      example: '5f0c9a3e1b7d4c8f9a2e6b1d3c5f7a90.0',
    }),
    value: moneySchema.nullish().meta({ description: 'Value of the conversion. Default: that of the action.' }),
  })
  .meta({ id: 'ActionConversionBody' });

/** Conversions of one action, reported by a server. */
export const actionConversionsBody = z
  .strictObject({
    conversions: z
      .array(actionConversionBody)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxConversions, { error: fieldMessage('maxEntries', { count: maxConversions }) }),
  })
  .meta({ id: 'ActionConversionsBody' });
/** A valid `actionConversionsBody`. */
export type ActionConversionsBody = z.output<typeof actionConversionsBody>;
