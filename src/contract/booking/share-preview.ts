import { z } from 'zod';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import { roadblockModes } from '../../core/vocabulary/booking-modes.ts';
import {
  defaultPriority,
  lowestPriority,
  maxInventoryNodesPerBooking,
} from '../../core/vocabulary/limits/booking-limits.ts';
import { idSchema, instantSchema, moneySchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { idList } from './campaign.ts';
import { deliveryBody, noteDeliveryIssues } from './delivery.ts';
import { targetingSchema } from './targeting.ts';

/** Most positions that are listed, those with the most requests first. */
export const maxPreviewedPositions = 50;
/** Most positions in the total. Positions with fewer requests do not affect it noticeably. */
export const maxPositionsInTotal = 500;
/** Most competitors that are listed per position, those with the largest share first. */
export const maxNamedCompetitors = 20;

const ids = (what: string) => idList(what, maxInventoryNodesPerBooking).default([]);

/** Draft booking: the fields that determine its share. Source: docs/decisions/0072-share-previews.md. */
export const sharePreviewBody = z
  .strictObject({
    bookingId: idSchema('saved booking that the draft replaces')
      .nullish()
      .meta({ description: 'Saved booking that the draft replaces. Null for a new booking.' }),
    positionIds: ids('positions'),
    locationIds: ids('locations. A location stands for all its positions'),
    publicationIds: ids('publications. A publication stands for all its positions'),
    publisherIds: ids('publishers. A publisher stands for all its positions'),
    targeting: targetingSchema.nullish().meta({
      description:
        'Targeting. Conditions on the screen exclude positions, other conditions are ignored. Null: all positions.',
      example: null,
    }),
    priority: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 9 }) })
      .min(0)
      .max(lowestPriority)
      .default(defaultPriority)
      .meta({ description: 'Priority from 0 (highest) to 9', example: defaultPriority }),
    startDate: instantSchema.meta({ description: 'Start of delivery (inclusive)' }),
    endDate: instantSchema.nullish().meta({
      description: 'End of delivery (exclusive). Null if the booking has no end.',
      example: '2027-01-01T00:00:00Z',
    }),
    delivery: deliveryBody
      .default({ method: 'share', frontLoading: 0 })
      .meta({ description: 'Delivery method and goal', example: { method: 'share' } }),
    roadblock: z.enum(roadblockModes).default('none').meta({
      description:
        'Whether the booking takes several slots of a request together. The preview assumes that a page requests the covered positions of a location together, in the order of their IDs.',
      example: 'none',
    }),
    pricing: z
      .strictObject({ model: z.enum(priceModelCodes), rate: moneySchema })
      .nullish()
      .meta({ description: 'Price. Required for a spend goal.' }),
    at: instantSchema.nullish().meta({
      description: 'Evaluated time. Null: now, or the start of the booking if it is later.',
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
  sharePercent: percent('Current share of the requests at the evaluated time, in percent'),
  sharePercentWith: percent('Share of the requests at the evaluated time with the draft, in percent'),
} as const;

const competitor = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    name: z.string().meta({ description: 'Name', example: 'Aurora winter, leaderboards' }),
    campaignId: z.number().meta({ description: 'Campaign', example: 12 }),
    campaignName: z.string().meta({ description: 'Name of the campaign', example: 'Aurora winter' }),
    priority: z.number().meta({ description: 'Priority from 0 (highest) to 9', example: 5 }),
    startDate: z.string().meta({ description: 'Start of delivery (inclusive)', example: '2026-12-01T00:00:00.000Z' }),
    endDate: z
      .string()
      .nullable()
      .meta({ description: 'End of delivery (exclusive). Null if the booking has no end.', example: null }),
    held: z.boolean().meta({
      description: 'Whether the booking is on hold. Its shares are then what it reserves. It does not deliver.',
      example: false,
    }),
    runsThen: z.boolean().meta({
      description:
        'Whether the booking delivers or is reserved at the evaluated time. If false, it overlaps with the period of the draft but its shares are 0.',
      example: true,
    }),
    ...shares,
  })
  .meta({ id: 'ShareCompetitor' });

/** Shares of one position, or the total of all positions. */
export const positionSharesView = {
  sharePercent: z.number().nullable().meta({
    description:
      'Share of the requests that the draft would get, in percent. Null for a goal if the number of requests is unknown.',
    example: 23.5,
  }),
  sharePercentBefore: z.number().nullable().meta({
    description: 'Current share of the saved booking in percent. Null for a new booking.',
    example: null,
  }),
  competitors: z.array(competitor).meta({
    description: `Bookings in the period of the draft, the largest share first, at most ${maxNamedCompetitors}`,
  }),
  others: z.strictObject(shares).nullable().meta({
    description: 'Sum of all other bookings, including those that the caller may not see. Null if there are none.',
  }),
} as const;

/** Share that a draft booking would get, with its competitors. */
export const sharePreviewView = z
  .strictObject({
    at: z.string().meta({ description: 'Evaluated time', example: '2026-12-01T00:00:00.000Z' }),
    positionCount: z.number().meta({ description: 'Number of positions that the draft would cover', example: 3 }),
    total: z.strictObject(positionSharesView).meta({
      description: `Total over the positions. Shares are weighted by requests (equally if no requests are known). Includes at most the ${maxPositionsInTotal} positions with the most requests.`,
    }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
          requestsPerDay: z.number().nullable().meta({
            description: 'Average ad requests per day. Null if no ad requests have been received yet.',
            example: 12_400,
          }),
          ...positionSharesView,
        }),
      )
      .meta({ description: `Positions with the most requests first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'SharePreview' });
/** An object of `sharePreviewView`. */
export type SharePreview = z.output<typeof sharePreviewView>;
