/*
 * Schemas of campaigns and bookings, and of queries about them.
 *
 * - `campaign.ts`, `booking.ts`: bodies and views. `targeting.ts`, `delivery.ts`, `loop.ts`, `sponsored.ts`,
 *   `day-part.ts`: parts of them.
 * - `share-preview.ts`, `share-simulation.ts`, `forecast.ts`, `availability.ts`, `booking-timeline.ts`,
 *   `booking-diagnosis.ts`, `booking-pacing.ts`: queries.
 * - `review.ts`, `reason.ts`, `progress.ts`, `targeting-issues.ts`: parts of views.
 */

import { z } from 'zod';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import { maxHoldoutPercent, roadblockModes, rotationMethods } from '../../core/vocabulary/booking-modes.ts';
import {
  defaultPriority,
  lowestPriority,
  maxCreativesPerBooking,
  maxCreativeWeight,
  maxDayParts,
  maxInventoryNodesPerBooking,
} from '../../core/vocabulary/limits/booking-limits.ts';
import { bookingTypes, creativeStates, weekdays } from '../../core/vocabulary/statuses.ts';
import { commonView, externalIdSchema, idSchema, instantSchema, moneySchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { bookingTrackersSchema } from '../creative/video-creative.ts';
import { idList, statusView } from './campaign.ts';
import { dayPartSchema, daysSchema } from './day-part.ts';
import { capsSchema, deliveryBody, deliveryView, noteDeliveryIssues } from './delivery.ts';
import { exclusionLabelsSchema } from './label.ts';
import { bookingLoopSchema, bookingLoopView } from './loop.ts';
import { bookingDeliveredView, progressView } from './progress.ts';
import { bookingSponsoredSchema, bookingSponsoredView } from './sponsored.ts';
import { targetingSchema, targetingView } from './targeting.ts';

const describeLabels = 'Exclusion labels. Bookings with a common label never win slots of the same request.';
const describeLoop = 'Guaranteed part of the loop of a screen. Null if the booking shares the remaining plays.';
const describeSponsored =
  'Beta. Products and searches of a booking of type `sponsored_products`. Null if there are none.';

const describeRotation =
  'How the creatives rotate. `weighted`: by their weights. `optimized_for_clicks`, `optimized_for_views`: the weights are computed every minute from the clicks or viewable impressions per impression, and the weights of the creatives are not used. `ab_test`: by their weights, and each identified viewer always sees the same creative.';
const describeHoldout = `Part of the identified viewers that see no ad of the booking, in percent, an integer from 0 to ${maxHoldoutPercent}. Their conversions are compared with those of viewers who see it: \`GET /bookings/{id}/experiment\`. Only for type \`display\`, and not with a roadblock.`;
const describeTrackers =
  'URLs of third parties that measure the booking, by event. They are called in addition to the trackers of its creatives. Equal URLs are called once.';
const exampleTrackers = { impression: ['https://count.example/i?c=[CACHEBUSTING]'] };
const describeRoadblock =
  'Whether the booking takes several slots of one ad request together. `none`: no. `as_many_as_possible`: when it wins a slot, it also gets its later slots that are available. `all`: it wins only if all its slots in the request are available, including every position of `positionIds` in the same location. Only for type `display`, and not with the delivery method `fill`.';
const describeDuplicates = 'Whether the booking may win several slots of one request';

/** A creative of a booking in a request body. */
export const bookingCreativeBody = z
  .strictObject({
    creativeId: idSchema('creative. Its brand must be a brand of the campaign'),
    weight: z
      .int()
      .min(1)
      .max(maxCreativeWeight)
      .default(1)
      .meta({ description: 'Rotation weight: relative frequency of the creative within the booking', example: 1 }),
    startDate: instantSchema
      .nullish()
      .meta({ description: 'Start (inclusive). Null: the start of the booking.', example: null }),
    endDate: instantSchema
      .nullish()
      .meta({ description: 'End (exclusive). Null: the end of the booking.', example: null }),
  })
  .refine(isAfterStart, { path: ['endDate'], error: fieldMessage('afterStartDate') });

/** Creates or replaces a booking. Source: product decisions 3. */
export const bookingBody = z
  .strictObject({
    campaignId: idSchema('campaign'),
    name: nameSchema.meta({ example: 'Aurora winter, leaderboards' }),
    externalId: externalIdSchema,
    type: z.enum(bookingTypes).meta({ description: 'Type', example: 'display' }),
    startDate: instantSchema.meta({ description: 'Start of delivery (inclusive)' }),
    endDate: instantSchema.nullish().meta({
      description: 'End of delivery (exclusive). Null if the booking has no end.',
      example: '2027-01-01T00:00:00Z',
    }),
    activeDays: daysSchema.default([]),
    dayParts: z
      .array(dayPartSchema)
      .max(maxDayParts, { error: fieldMessage('maxEntries', { count: maxDayParts }) })
      .default([])
      .meta({ description: 'Parts of the day in which the booking delivers. Empty: all day.', example: [] }),
    positionIds: idList('positions', maxInventoryNodesPerBooking).default([]),
    locationIds: idList('locations. A location stands for all its positions', maxInventoryNodesPerBooking).default([]),
    publicationIds: idList(
      'publications. A publication stands for all its positions',
      maxInventoryNodesPerBooking,
    ).default([]),
    publisherIds: idList('publishers. A publisher stands for all its positions', maxInventoryNodesPerBooking).default(
      [],
    ),
    priority: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 9 }) })
      .min(0)
      .max(lowestPriority)
      .default(defaultPriority)
      .meta({
        description:
          'Priority from 0 (highest) to 9. Each step of priority multiplies the weight of the booking by 4. The weight also rises toward the end date. A higher priority does not exclude lower ones.',
        example: defaultPriority,
      }),
    targeting: targetingSchema
      .nullish()
      .meta({ description: 'Targeting. Null: all requests match. A patch is merged into the existing tree.' }),
    exclusionLabels: exclusionLabelsSchema.default([]).meta({ description: describeLabels, example: ['cars'] }),
    duplicatesAllowed: z.boolean().default(false).meta({ description: describeDuplicates, example: false }),
    roadblock: z.enum(roadblockModes).default('none').meta({ description: describeRoadblock, example: 'none' }),
    rotation: z.enum(rotationMethods).default('weighted').meta({ description: describeRotation, example: 'weighted' }),
    holdoutPercent: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: maxHoldoutPercent }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: maxHoldoutPercent }) })
      .max(maxHoldoutPercent, { error: fieldMessage('integerRange', { min: 0, max: maxHoldoutPercent }) })
      .default(0)
      .meta({ description: describeHoldout, example: 0 }),
    trackers: bookingTrackersSchema.default({}).meta({ description: describeTrackers, example: exampleTrackers }),
    delivery: deliveryBody
      .default({ method: 'share', frontLoading: 0 })
      .meta({ description: 'Delivery method and goal', example: { method: 'share' } }),
    caps: capsSchema.default([]),
    loop: bookingLoopSchema.nullish().meta({ description: describeLoop, example: null }),
    sponsored: bookingSponsoredSchema.nullish().meta({ description: describeSponsored, example: null }),
    pricing: z
      .strictObject({
        model: z
          .enum(priceModelCodes)
          .meta({ description: 'Price model: the event that the rate pays for', example: 'cpm' }),
        rate: moneySchema,
      })
      .nullish()
      .meta({ description: 'Price. Null if the booking has no price.' }),
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

const ids = (what: string) => z.array(z.number()).meta({ description: `IDs of ${what}`, example: [12] });

export const bookingView = z
  .strictObject({
    ...commonView,
    bookingId: z.number().meta({ description: 'Same as `id`', example: 12 }),
    campaignId: z.number().meta({ description: 'Campaign', example: 12 }),
    type: z.enum(bookingTypes).meta({ description: 'Type', example: 'display' }),
    startDate: z.string().meta({ description: 'Start of delivery (inclusive)', example: '2026-12-01T00:00:00.000Z' }),
    endDate: z
      .string()
      .nullable()
      .meta({ description: 'End of delivery (exclusive). Null if the booking has no end.', example: null }),
    activeDays: z
      .array(z.enum(weekdays))
      .meta({ description: 'Days of the week on which the booking delivers. Empty: every day.', example: [] }),
    dayParts: z
      .array(z.strictObject({ days: z.array(z.enum(weekdays)), fromMinute: z.number(), toMinute: z.number() }))
      .meta({ description: 'Parts of the day in which the booking delivers. Empty: all day.', example: [] }),
    positionIds: ids('positions'),
    locationIds: ids('locations'),
    publicationIds: ids('publications'),
    publisherIds: ids('publishers'),
    priority: z.number().meta({ description: 'Priority from 0 (highest) to 9', example: 5 }),
    targeting: targetingView.nullable().meta({ description: 'Targeting. Null: all requests match.' }),
    exclusionLabels: z.array(z.string()).meta({ description: describeLabels, example: ['cars'] }),
    duplicatesAllowed: z.boolean().meta({ description: describeDuplicates, example: false }),
    roadblock: z.enum(roadblockModes).meta({ description: describeRoadblock, example: 'none' }),
    rotation: z.enum(rotationMethods).meta({ description: describeRotation, example: 'weighted' }),
    holdoutPercent: z.number().meta({ description: describeHoldout, example: 0 }),
    trackers: bookingTrackersSchema.meta({ description: describeTrackers, example: exampleTrackers }),
    delivery: deliveryView.meta({ description: 'Delivery method and goal' }),
    caps: capsSchema,
    loop: bookingLoopView.nullable().meta({ description: describeLoop }),
    sponsored: bookingSponsoredView.nullable().meta({ description: describeSponsored }),
    pricing: z.strictObject({ model: z.enum(priceModelCodes), rate: moneySchema }).nullable(),
    creatives: z.array(
      z.strictObject({
        adId: z.number().meta({
          description: 'ID of the ad: this creative in this booking. Events are counted by this ID.',
          example: 12,
        }),
        creativeId: z.number().meta({ description: 'Creative', example: 12 }),
        productId: z.number().nullable().meta({
          description: 'Product of `sponsored.products` that the creative shows. Null if it shows none.',
          example: null,
        }),
        weight: z
          .number()
          .meta({ description: 'Rotation weight: relative frequency of the creative within the booking', example: 1 }),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        state: z.enum(creativeStates).meta({ description: 'State of the creative', example: 'approved' }),
      }),
    ),
    ...statusView,
    makegoodOfId: z.number().nullable().meta({
      description: 'Booking whose shortfall this booking delivers. Null if it is not a makegood.',
      example: null,
    }),
    rejectionReason: z.string().nullable().meta({
      description: 'Reason of the rejection. Null if the booking is not rejected or the reviewer gave no reason.',
      example: null,
    }),
    delivered: bookingDeliveredView,
    progress: progressView.nullable().meta({ description: 'Progress of the goal. Null if the booking has no goal.' }),
    timeZones: z.array(z.string()).meta({
      description:
        'Time zones of the publications of the booked positions. Days and parts of the day of the booking are in these time zones.',
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
