import { z } from 'zod';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import { defaultPriority, lowestPriority, maxInventoryNodesPerBooking } from '../../core/words/limits.ts';
import { idSchema, instantSchema, moneySchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { idList } from './campaign.ts';
import { deliveryBody, noteDeliveryIssues } from './delivery.ts';

/** Positions that are named one by one, those with the most requests first. */
export const maxPreviewedPositions = 50;
/** Positions that are looked at for the total: beyond the most visited ones nothing moves it. */
export const maxPositionsInTotal = 500;
/** Competitors that are named in each place, those with the largest share first. */
export const maxNamedCompetitors = 20;

const ids = (what: string) => idList(what, maxInventoryNodesPerBooking).default([]);

/** A booking that is thought of: what of it decides its share. Source: docs/decisions/0072-share-previews.md. */
export const sharePreviewBody = z
  .strictObject({
    bookingId: idSchema('booking that is edited: it takes the place of itself')
      .nullish()
      .meta({ description: 'Booking that is edited, whose place the one that is thought of takes; null: a new one' }),
    positionIds: ids('positions'),
    locationIds: ids('locations, each for all its positions'),
    publicationIds: ids('publications, each for all its positions'),
    publisherIds: ids('publishers, each for all its positions'),
    priority: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 9 }) })
      .min(0)
      .max(lowestPriority)
      .default(defaultPriority)
      .meta({ description: '0 is highest', example: defaultPriority }),
    startDate: instantSchema.meta({ description: 'From when it would deliver, included' }),
    endDate: instantSchema
      .nullish()
      .meta({ description: 'Until when it would deliver, excluded; null: open', example: '2027-01-01T00:00:00Z' }),
    delivery: deliveryBody
      .default({ method: 'share', frontLoading: 0 })
      .meta({ description: 'How it would take part', example: { method: 'share' } }),
    pricing: z
      .strictObject({ model: z.enum(priceModelCodes), rate: moneySchema })
      .nullish()
      .meta({ description: 'How it would be sold, for a goal of spend' }),
    at: instantSchema.nullish().meta({
      description: 'The moment that is looked at; null: now, or its start where that is later',
      example: null,
    }),
  })
  .refine(({ startDate, endDate }) => !endDate || Date.parse(endDate) > Date.parse(startDate), {
    path: ['endDate'],
    error: fieldMessage('afterStartDate'),
  })
  .superRefine(noteDeliveryIssues)
  .meta({ id: 'SharePreviewBody' });
/** A valid `sharePreviewBody`, with its defaults. */
export type SharePreviewBody = z.output<typeof sharePreviewBody>;

const percent = (description: string) => z.number().meta({ description, example: 23.5 });

const shares = {
  sharePercent: percent('Part of the requests that it has at that moment as things are'),
  sharePercentWith: percent('The same with the booking that is thought of'),
} as const;

const competitor = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    name: z.string().meta({ description: 'Name', example: 'Aurora winter, leaderboards' }),
    campaignId: z.number().meta({ description: 'Campaign', example: 12 }),
    campaignName: z.string().meta({ description: 'Name of the campaign', example: 'Aurora winter' }),
    priority: z.number().meta({ description: '0 is highest', example: 5 }),
    startDate: z.string().meta({ description: 'From when it delivers', example: '2026-12-01T00:00:00.000Z' }),
    endDate: z.string().nullable().meta({ description: 'Until when it delivers; null: open', example: null }),
    runsThen: z.boolean().meta({
      description: 'False: it runs in that time, but not at that moment, so its shares are 0',
      example: true,
    }),
    ...shares,
  })
  .meta({ id: 'ShareCompetitor' });

/** What is said of one place, or of all together. */
export const positionSharesView = {
  sharePercent: z.number().nullable().meta({
    description: 'Part of the requests that it would be given; null: a goal where nobody knows how many requests come',
    example: 23.5,
  }),
  sharePercentBefore: z.number().nullable().meta({
    description: 'What the edited booking has there now; null: a new one',
    example: null,
  }),
  competitors: z.array(competitor).meta({
    description: `Bookings in that time, those with the largest share first, at most ${maxNamedCompetitors}`,
  }),
  others: z
    .strictObject(shares)
    .nullable()
    .meta({ description: 'All others together, and those that the caller may not see; null: there are none' }),
} as const;

/** What a booking that is thought of would be given, beside its competitors. */
export const sharePreviewView = z
  .strictObject({
    at: z.string().meta({ description: 'The moment that was looked at', example: '2026-12-01T00:00:00.000Z' }),
    positionCount: z.number().meta({ description: 'Positions that it would cover', example: 3 }),
    total: z.strictObject(positionSharesView).meta({
      description: `Over its positions by their requests (alike where nobody asked yet), at most the ${maxPositionsInTotal} most visited ones`,
    }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Its slot name', example: '_home_-leaderboard' }),
          requestsPerDay: z
            .number()
            .nullable()
            .meta({ description: 'Requests of a usual day; null: nobody asked yet', example: 12_400 }),
          ...positionSharesView,
        }),
      )
      .meta({ description: `The most visited first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'SharePreview' });
/** An object of `sharePreviewView`. */
export type SharePreview = z.output<typeof sharePreviewView>;
