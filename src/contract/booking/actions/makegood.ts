import { z } from 'zod';
import { counters } from '../../../core/pricing/billable-events.ts';
import { maxInventoryNodesPerBooking } from '../../../core/vocabulary/limits/booking-limits.ts';
import { instantSchema } from '../../common/common.ts';
import { fieldMessage } from '../../common/field-message.ts';
import { idList } from '../campaign.ts';
import { simulationAssumptions } from '../share-simulation.ts';

/** Ways to deliver the shortfall of a booking. Source: docs/decisions/0219-makegoods.md. */
export const makegoodMethods = ['extend', 'makegood'] as const;

/** Terms of a proposal: an extension or makegood of a booking that misses its goal. */
export const makegoodBody = z
  .strictObject({
    method: z.enum(makegoodMethods).meta({
      description:
        '`extend`: moves the end of the booking. `makegood`: creates a linked booking with the same terms and the shortfall as its goal, starting now.',
      example: 'extend',
    }),
    endDate: instantSchema.nullish().meta({
      description: 'New end, or end of the linked booking (exclusive). Null: the day on which the goal is reached.',
      example: null,
    }),
    goal: z
      .int({ error: fieldMessage('minInteger', { min: 1 }) })
      .min(1, { error: fieldMessage('minInteger', { min: 1 }) })
      .nullish()
      .meta({ description: 'Goal of the linked booking in events. Null: the shortfall.', example: null }),
    price: z.enum(['free', 'same']).default('free').meta({
      description: 'Price of the linked booking: none, or that of the booking',
      example: 'free',
    }),
    positionIds: idList('positions', maxInventoryNodesPerBooking)
      .nullish()
      .meta({
        description: 'Positions of the linked booking. Null: the inventory of the booking.',
        example: [12],
      }),
  })
  .meta({ id: 'MakegoodBody' });
/** A valid `makegoodBody`, with its defaults. */
export type MakegoodBody = z.output<typeof makegoodBody>;

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T00:00:00.000Z' });
const count = (description: string) => z.number().meta({ description, example: 12_400 });
const sharePercents = {
  sharePercent: z.number().meta({ description: 'Share of the requests without the proposal, in percent', example: 50 }),
  sharePercentWith: z
    .number()
    .meta({ description: 'Share of the requests with the proposal, in percent', example: 42 }),
  lostEvents: count('Impressions that are lost until `endDate`'),
} as const;

/** Proposal for an extension or makegood, with the bookings that lose delivery. Nothing is stored. */
export const makegoodProposalView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    method: z.enum(makegoodMethods).meta({ description: 'Method, as in the request', example: 'extend' }),
    basis: z.enum(['goal', 'missed_plays']).meta({
      description:
        '`goal`: the events that the booking misses of its goal. `missed_plays`: the booking has no goal, and its screens missed planned plays. `goal` is then the number of planned plays, and `delivered` the number of planned plays that were played.',
      example: 'goal',
    }),
    counter: z.enum(counters).meta({ description: 'Event that the goal counts', example: 'impressions' }),
    goal: count('Goal of the booking in events'),
    delivered: count('Events delivered so far'),
    expected: count('Events that are expected until the current end of the booking'),
    shortfall: count('Events that are missing at the current end of the booking'),
    startDate: instant('Start of the added delivery: the current end of the booking, or now'),
    endDate: instant('Proposed end (exclusive)'),
    reached: z.boolean().meta({
      description: 'Whether the missing events are expected until `endDate`. False: at most half a year is searched.',
      example: true,
    }),
    added: count('Events that are expected between `startDate` and `endDate`'),
    low: count('Lower bound of the 95 % interval of `added`. Null if too little is recorded.').nullable(),
    high: count('Upper bound of the 95 % interval of `added`. Null if too little is recorded.').nullable(),
    displaced: z
      .array(
        z
          .strictObject({
            bookingId: z.number().meta({ description: 'Booking that loses delivery', example: 14 }),
            name: z.string().meta({ description: 'Name', example: 'Aurora winter, leaderboards' }),
            campaignId: z.number().meta({ description: 'Campaign', example: 12 }),
            campaignName: z.string().meta({ description: 'Name of the campaign', example: 'Aurora winter' }),
            held: z.boolean().meta({ description: 'Whether the booking is on hold', example: false }),
            ...sharePercents,
          })
          .meta({ id: 'DisplacedBooking' }),
      )
      .meta({ description: 'Bookings that lose delivery, the largest loss first' }),
    others: z.strictObject(sharePercents).nullable().meta({
      description: 'Sum of the losses of all other bookings. Null if there are none.',
    }),
    assumed: z.array(z.enum(simulationAssumptions)).meta({
      description: 'Assumptions, as in `/shares/simulate`',
      example: [],
    }),
  })
  .meta({ id: 'MakegoodProposal' });
/** An object of `makegoodProposalView`. */
export type MakegoodProposal = z.output<typeof makegoodProposalView>;

/** Creates the linked booking of a proposal. */
export const linkedBookingBody = makegoodBody
  .pick({ price: true, positionIds: true })
  .extend({
    endDate: instantSchema.meta({
      description: 'End of the linked booking (exclusive)',
      example: '2026-12-20T00:00:00Z',
    }),
    goal: z
      .int({ error: fieldMessage('minInteger', { min: 1 }) })
      .min(1, { error: fieldMessage('minInteger', { min: 1 }) })
      .meta({ description: 'Goal of the linked booking in events', example: 12_400 }),
  })
  .meta({ id: 'LinkedBookingBody' });
/** A valid `linkedBookingBody`, with its defaults. */
export type LinkedBookingBody = z.output<typeof linkedBookingBody>;
