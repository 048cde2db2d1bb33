import { z } from 'zod';
import { countsByGoal } from '../../core/pricing/billable-events.ts';
import { eventModelsText } from '../../core/pricing/price-model.ts';
import { limitingReasons } from '../../core/vocabulary/reasons.ts';
import { moneySchema } from '../common/common.ts';
import { deliveryMethods, goalSchema } from './delivery.ts';
import { countsShape, limitingReasonsInWords } from './progress.ts';

/** Delivered events and current claim of a booking. Source: product decisions 5.3. */
export const bookingPacingView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    method: z.enum(deliveryMethods).meta({ description: 'Delivery method', example: 'even' }),
    goal: goalSchema.nullable(),
    delivered: z
      .strictObject({
        ...countsByGoal((counter) => countsShape[counter]),
        spend: moneySchema.nullable().meta({
          description: `Spend at the rate of \`pricing\`, for the price models ${eventModelsText}. Null if the booking has no such price.`,
          example: null,
        }),
      })
      .meta({ description: 'Totals, at most one second old' }),
    claimedPercent: z.number().nullable().meta({
      description:
        'Percentage of the eligible requests that the booking claims now, for `even`, `asap` and `share_of_voice`. Null for other methods, or if no pacing plan contains the booking yet.',
      example: 12.5,
    }),
    limitingReasons: z
      .array(z.enum(limitingReasons))
      .meta({ description: limitingReasonsInWords, example: ['OVERBOOKED_POSITION'] }),
    plannedAt: z.string().nullable().meta({
      description:
        'Time of the pacing plan with this claim. Null if there is no plan or it does not contain the booking.',
      example: '2026-11-21T09:00:00.000Z',
    }),
  })
  .meta({ id: 'BookingPacing' });
/** An object of `bookingPacingView`. */
export type BookingPacingView = z.output<typeof bookingPacingView>;
