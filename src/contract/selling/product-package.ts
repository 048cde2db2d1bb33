/*
 * Schemas of selling through agents: product packages and buyer agents.
 *
 * - `product-package.ts`: what is for sale. `buyer-agent.ts`: who buys, with limits. `purchase.ts`: what was bought.
 *   `agent-request.ts`: briefs.
 * - `authorization-files.ts`: files in which publishers authorize this seller, and their checks.
 *
 * See docs/decisions/0239-selling-to-agents.md.
 */

import { z } from 'zod';
import { type PriceModel, priceModelCodes } from '../../core/pricing/price-model.ts';
import { type AllowedTargeting, allowedTargetings, deliveryTypes } from '../../core/vocabulary/codes/selling-codes.ts';
import { maxPackageDescription, maxPricingOptions } from '../../core/vocabulary/limits/selling-limits.ts';
import { commonView, externalIdSchema, idSchema, lineOfText, moneySchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Price models that agents can buy: those of one price per event, day or flight. A conversion has no forecast. */
const soldModels = priceModelCodes.filter((model) => model !== 'cpa') as [PriceModel, ...PriceModel[]];

const describeTemplate =
  'Shared booking template with the inventory, targeting, priority, caps and creatives rules of the bookings that are sold. Its delivery method, price and creatives are not used. It must be of type `display` or `in_store`.';
const describeDescription = 'Description for buyers: audience, environment and use, as free text';
const describeDeliveryType =
  '`guaranteed`: a booking of it delivers a goal that is computed from the budget and the price. `non_guaranteed`: it shares the remaining delivery until the budget is spent.';
const describePricing = 'Prices of which a buyer selects one';
const describeMinimum = 'Smallest budget of one purchase. Its currency must be that of a pricing option. Null: none.';
const describeTargeting =
  'Targeting that a buyer may add to that of the template. Other targeting of a purchase is refused.';
const describeActive = 'Whether buyers see it and can buy it';

const pricingOption = z
  .strictObject({
    code: lineOfText(100).meta({ description: 'Code of the option, unique in the package', example: 'cpm-eur' }),
    model: z.enum(soldModels).meta({ description: 'Price model: the event that the rate pays for', example: 'cpm' }),
    rate: moneySchema,
  })
  .meta({ id: 'PackagePricingOption' });

/** Creates or replaces a product package. */
export const productPackageBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Sports pages, leaderboards' }),
    externalId: externalIdSchema,
    description: z
      .string()
      .trim()
      .min(1, { error: fieldMessage('notEmpty') })
      .max(maxPackageDescription, { error: fieldMessage('maxCharacters', { count: maxPackageDescription }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noControl') })
      .meta({ description: describeDescription, example: 'Leaderboards on all sports pages of The Courier' }),
    bookingTemplateId: idSchema('booking template').meta({ description: describeTemplate, example: 12 }),
    deliveryType: z.enum(deliveryTypes).meta({ description: describeDeliveryType, example: 'guaranteed' }),
    pricingOptions: z
      .array(pricingOption)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxPricingOptions, { error: fieldMessage('maxEntries', { count: maxPricingOptions }) })
      .refine((options) => new Set(options.map(({ code }) => code)).size === options.length, {
        error: fieldMessage('noDuplicates'),
      })
      .meta({ description: describePricing }),
    minimumBudget: moneySchema.nullish().meta({ description: describeMinimum, example: null }),
    allowedTargeting: z
      .array(z.enum(allowedTargetings))
      .refine((kinds) => new Set(kinds).size === kinds.length, { error: fieldMessage('noDuplicates') })
      .default([])
      .meta({ description: describeTargeting, example: ['country', 'device'] satisfies AllowedTargeting[] }),
    active: z.boolean().default(true).meta({ description: describeActive, example: true }),
  })
  .refine(
    ({ minimumBudget, pricingOptions }) =>
      !minimumBudget || pricingOptions.some(({ rate }) => rate.currency === minimumBudget.currency),
    { path: ['minimumBudget', 'currency'], error: fieldMessage('currencyOfPrices') },
  )
  .meta({ id: 'ProductPackageBody' });
/** A valid `productPackageBody`. */
export type ProductPackageBody = z.output<typeof productPackageBody>;

/** A product package as returned by the API. */
export const productPackageView = z
  .strictObject({
    ...commonView,
    description: z.string().meta({ description: describeDescription, example: 'Leaderboards on all sports pages' }),
    bookingTemplateId: z.number().meta({ description: describeTemplate, example: 12 }),
    deliveryType: z.enum(deliveryTypes).meta({ description: describeDeliveryType, example: 'guaranteed' }),
    pricingOptions: z.array(pricingOption).meta({ description: describePricing }),
    minimumBudget: moneySchema.nullable().meta({ description: describeMinimum, example: null }),
    allowedTargeting: z
      .array(z.enum(allowedTargetings))
      .meta({ description: describeTargeting, example: ['country', 'device'] }),
    active: z.boolean().meta({ description: describeActive, example: true }),
  })
  .meta({ id: 'ProductPackage' });
