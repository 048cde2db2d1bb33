/*
 * Schemas of campaigns and bookings, and of questions about them.
 *
 * - `campaign.ts`, `booking.ts`: bodies and views. `targeting.ts`, `delivery.ts`, `loop.ts`, `sponsored.ts`,
 *   `day-part.ts`: parts.
 * - `share-preview.ts`, `share-simulation.ts`, `forecast.ts`, `booking-diagnosis.ts`, `booking-pacing.ts`: questions.
 * - `review.ts`, `reason.ts`, `progress.ts`, `targeting-issues.ts`: parts of views.
 */

import { z } from 'zod';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import {
  defaultPriority,
  lowestPriority,
  maxCreativesPerBooking,
  maxCreativeWeight,
  maxDayParts,
  maxInventoryNodesPerBooking,
} from '../../core/words/limits.ts';
import { bookingTypes, creativeStates, weekdays } from '../../core/words/statuses.ts';
import { commonView, externalIdSchema, idSchema, instantSchema, moneySchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { idList, statusView } from './campaign.ts';
import { dayPartSchema, daysSchema } from './day-part.ts';
import { capsSchema, deliveryBody, deliveryView, noteDeliveryIssues } from './delivery.ts';
import { exclusionLabelsSchema } from './label.ts';
import { bookingLoopSchema, bookingLoopView } from './loop.ts';
import { bookingDeliveredView, progressView } from './progress.ts';
import { bookingSponsoredSchema, bookingSponsoredView } from './sponsored.ts';
import { targetingSchema, targetingView } from './targeting.ts';

const describeLabels = 'Bookings with a common label never win slots of one request';
const describeLoop = 'What it has of the loop of a screen; null: it shares what others leave';
const describeSponsored = 'Beta. Of type sponsored_products: what it shows, and for which searches; null: nothing';

const describeDuplicates = 'True: it may win several slots of one request';

/** One creative inside a booking, as it is given. */
export const bookingCreativeBody = z
  .strictObject({
    creativeId: idSchema('creative; its brand is one of the campaign'),
    weight: z
      .int()
      .min(1)
      .max(maxCreativeWeight)
      .default(1)
      .meta({ description: 'Share of the booking that it gets beside the others', example: 1 }),
    startDate: instantSchema.nullish().meta({ description: 'Not before; null: with the booking', example: null }),
    endDate: instantSchema.nullish().meta({ description: 'Not from here on; null: with the booking', example: null }),
  })
  .refine(isAfterStart, { path: ['endDate'], error: fieldMessage('afterStartDate') });

/** Creates or replaces a booking. Source: product decisions 3. */
export const bookingBody = z
  .strictObject({
    campaignId: idSchema('campaign'),
    name: nameSchema.meta({ example: 'Aurora winter, leaderboards' }),
    externalId: externalIdSchema,
    type: z.enum(bookingTypes).meta({ description: 'Type', example: 'display' }),
    startDate: instantSchema.meta({ description: 'From when it delivers, included' }),
    endDate: instantSchema
      .nullish()
      .meta({ description: 'Until when it delivers, excluded; null: open', example: '2027-01-01T00:00:00Z' }),
    activeDays: daysSchema.default([]),
    dayParts: z
      .array(dayPartSchema)
      .max(maxDayParts, { error: fieldMessage('maxEntries', { count: maxDayParts }) })
      .default([])
      .meta({ description: 'Parts of the day in which it delivers; empty: all day', example: [] }),
    positionIds: idList('positions', maxInventoryNodesPerBooking).default([]),
    locationIds: idList('locations, each for all its positions', maxInventoryNodesPerBooking).default([]),
    publicationIds: idList('publications, each for all its positions', maxInventoryNodesPerBooking).default([]),
    publisherIds: idList('publishers, each for all its positions', maxInventoryNodesPerBooking).default([]),
    priority: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 9 }) })
      .min(0)
      .max(lowestPriority)
      .default(defaultPriority)
      .meta({
        description:
          '0 is highest. No tiers: a booking gets four times the share of one that is a priority lower, and more the nearer its end is',
        example: defaultPriority,
      }),
    targeting: targetingSchema
      .nullish()
      .meta({ description: 'Whom it is for; null: everybody. A patch merges into the tree that is there' }),
    exclusionLabels: exclusionLabelsSchema.default([]).meta({ description: describeLabels, example: ['cars'] }),
    duplicatesAllowed: z.boolean().default(false).meta({ description: describeDuplicates, example: false }),
    delivery: deliveryBody
      .default({ method: 'share', frontLoading: 0 })
      .meta({ description: 'How it takes part', example: { method: 'share' } }),
    caps: capsSchema.default([]),
    loop: bookingLoopSchema.nullish().meta({ description: describeLoop, example: null }),
    sponsored: bookingSponsoredSchema.nullish().meta({ description: describeSponsored, example: null }),
    pricing: z
      .strictObject({
        model: z.enum(priceModelCodes).meta({ description: 'What the rate is paid for', example: 'cpm' }),
        rate: moneySchema,
      })
      .nullish()
      .meta({ description: 'How it is sold; null: without a price' }),
    creatives: z
      .array(bookingCreativeBody)
      .max(maxCreativesPerBooking, { error: fieldMessage('maxEntries', { count: maxCreativesPerBooking }) })
      .refine((creatives) => new Set(creatives.map(({ creativeId }) => creativeId)).size === creatives.length, {
        error: fieldMessage('noDuplicates'),
      })
      .default([]),
  })
  .refine(isAfterStart, { path: ['endDate'], error: fieldMessage('afterStartDate') })
  .refine(({ type, loop }) => !loop || type === 'in_store', {
    path: ['loop'],
    error: fieldMessage('onlyBookingType', { type: 'in_store' }),
  })
  .refine(({ type, sponsored }) => !sponsored || type === 'sponsored_products', {
    path: ['sponsored'],
    error: fieldMessage('onlyBookingType', { type: 'sponsored_products' }),
  })
  .superRefine(noteDeliveryIssues)
  .meta({ id: 'BookingBody' });
export type BookingBody = z.output<typeof bookingBody>;

const ids = (what: string) => z.array(z.number()).meta({ description: `Ids of ${what}`, example: [12] });

export const bookingView = z
  .strictObject({
    ...commonView,
    bookingId: z.number().meta({ description: 'The id again, under its specific name', example: 12 }),
    campaignId: z.number().meta({ description: 'Campaign', example: 12 }),
    type: z.enum(bookingTypes).meta({ description: 'Type', example: 'display' }),
    startDate: z.string().meta({ description: 'From when it delivers, included', example: '2026-12-01T00:00:00.000Z' }),
    endDate: z.string().nullable().meta({ description: 'Until when it delivers, excluded; null: open', example: null }),
    activeDays: z.array(z.enum(weekdays)).meta({ description: 'Days of the week; empty: every day', example: [] }),
    dayParts: z
      .array(z.strictObject({ days: z.array(z.enum(weekdays)), fromMinute: z.number(), toMinute: z.number() }))
      .meta({ description: 'Parts of the day; empty: all day', example: [] }),
    positionIds: ids('positions'),
    locationIds: ids('locations'),
    publicationIds: ids('publications'),
    publisherIds: ids('publishers'),
    priority: z.number().meta({ description: '0 is highest', example: 5 }),
    targeting: targetingView.nullable().meta({ description: 'Whom it is for; null: everybody' }),
    exclusionLabels: z.array(z.string()).meta({ description: describeLabels, example: ['cars'] }),
    duplicatesAllowed: z.boolean().meta({ description: describeDuplicates, example: false }),
    delivery: deliveryView.meta({ description: 'How it takes part' }),
    caps: capsSchema,
    loop: bookingLoopView.nullable().meta({ description: describeLoop }),
    sponsored: bookingSponsoredView.nullable().meta({ description: describeSponsored }),
    pricing: z.strictObject({ model: z.enum(priceModelCodes), rate: moneySchema }).nullable(),
    creatives: z.array(
      z.strictObject({
        adId: z.number().meta({ description: 'This creative in this booking: what tracking counts for', example: 12 }),
        creativeId: z.number().meta({ description: 'Creative', example: 12 }),
        productId: z.number().nullable().meta({
          description: 'The product that it shows, of `sponsored.products`; null: it shows none',
          example: null,
        }),
        weight: z.number().meta({ description: 'Share beside the others', example: 1 }),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        state: z.enum(creativeStates).meta({ description: 'State of the creative', example: 'approved' }),
      }),
    ),
    ...statusView,
    rejectionReason: z
      .string()
      .nullable()
      .meta({ description: 'Why a reviewer rejected it; null: nobody did, or nobody said', example: null }),
    delivered: bookingDeliveredView,
    progress: progressView.nullable().meta({ description: 'How far its goal is; null: it has none' }),
    timeZones: z.array(z.string()).meta({
      description: 'Of the publications of its positions: by their clocks its days and parts of the day are',
      example: ['Europe/Amsterdam'],
    }),
  })
  .meta({ id: 'Booking' });
export type BookingView = z.output<typeof bookingView>;

function isAfterStart(value: {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
}): boolean {
  if (!value.startDate || !value.endDate) return true;
  return Date.parse(value.endDate) > Date.parse(value.startDate);
}
