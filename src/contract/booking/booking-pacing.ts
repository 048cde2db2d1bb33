import { z } from 'zod';
import { countsByGoal } from '../../core/pricing/billable-events.ts';
import { eventModelsText } from '../../core/pricing/price-model.ts';
import { limitingReasons } from '../../core/words/reasons.ts';
import { moneySchema } from '../common/common.ts';
import { deliveryMethods, goalSchema } from './delivery.ts';
import { countsShape, limitingReasonsInWords } from './progress.ts';

/** How far a booking is, and what it is given now. Source: product decisions 5.3. */
export const bookingPacingView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    method: z.enum(deliveryMethods).meta({ description: 'How it takes part', example: 'even' }),
    goal: goalSchema.nullable(),
    delivered: z
      .strictObject({
        ...countsByGoal((counter) => countsShape[counter]),
        spend: moneySchema.nullable().meta({
          description: `At the rate of \`pricing\` by ${eventModelsText}; null: it has no such price`,
          example: null,
        }),
      })
      .meta({ description: 'In all, not later than a second ago' }),
    claimedPercent: z.number().nullable().meta({
      description:
        'Part of the requests that it fits which it claims now, for `even`, `asap` and `share_of_voice`; null: it shares, or no plan knows it yet',
      example: 12.5,
    }),
    limitingReasons: z
      .array(z.enum(limitingReasons))
      .meta({ description: limitingReasonsInWords, example: ['OVERBOOKED_POSITION'] }),
    plannedAt: z.string().nullable().meta({
      description: 'When the plan was made that says so; null: there is none, or it does not know the booking',
      example: '2026-11-21T09:00:00.000Z',
    }),
  })
  .meta({ id: 'BookingPacing' });
/** An object of `bookingPacingView`. */
export type BookingPacingView = z.output<typeof bookingPacingView>;
