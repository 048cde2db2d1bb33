import { z } from 'zod';
import { billableByCounter, eachCounter } from '../../core/pricing/billable-events.ts';
import { eventModelsText } from '../../core/pricing/price-model.ts';
import { limitingReasons } from '../../core/vocabulary/reasons.ts';
import { healths } from '../../core/vocabulary/statuses.ts';
import { moneySchema } from '../common/common.ts';

/** Description of the codes in every `limitingReasons[]`. */
export const limitingReasonsInWords = [
  'Reasons why the booking delivers less than required, or its counts are disputed. Empty if there are none.',
  '`OVERBOOKED_POSITION`: after bookings that come first, the positions do not have enough requests for the goal or share of voice.',
  '`BEHIND_GOAL`: less than 95 % of the expected part of the goal is delivered.',
  '`MISSED_PLAYS`: screens missed more than 10 % of the plays that their loops planned in the last 7 days, of at least 100.',
  '`NO_DELIVERY`: no delivery in 1 hour of scheduled time since the start, or in 12 hours of scheduled time since the last day with delivery.',
  '`DISCREPANCY`: the counts of a third party of the last 7 complete days differ by more than the setting `discrepancyThresholdPercent`.',
].join(' ');

/** Health fields of every campaign and booking view. Source: product decisions 4. */
export const healthView = {
  health: z.enum(healths).meta({
    description:
      'Delivery health. `critical`: less than 75 % of the expected part of the goal is delivered, nothing was delivered for a day, screens missed more than half of the planned plays, or the booking should run but is not ready or approved. `at_risk`: less than 95 % of the expected part is delivered, nothing was delivered for hours, a position is overbooked, screens missed more than 10 % of the planned plays, the counts of a third party differ, or the booking starts within 3 days and is not ready or approved. `ok`: all others, including stopped and finished bookings.',
    example: 'at_risk',
  }),
  limitingReasons: z
    .array(z.enum(limitingReasons))
    .meta({ description: limitingReasonsInWords, example: ['BEHIND_GOAL'] }),
} as const;

/** One number for each counter of billable events. */
export const countsShape = eachCounter((counter) =>
  z.number().meta({ description: billableByCounter[counter].description, example: 1_200 }),
);

/** Delivered events of campaigns and bookings. */
const deliveredView = z
  .strictObject({
    ...countsShape,
    today: z.strictObject(countsShape).meta({
      description: 'The same events since midnight in the time zone of the (first) publication of each booking',
    }),
  })
  .meta({ description: 'Totals, at most one second old' });

/** Delivered events in campaign views. */
export const campaignDeliveredView = deliveredView
  .extend({
    spend: z.array(moneySchema).meta({
      description: `Spend of the bookings, for the price models ${eventModelsText}. One amount for each currency.`,
      example: [{ amount: '51.20', currency: 'EUR' }],
    }),
  })
  .meta({ description: 'Totals, at most one second old' });

/** Delivered events in booking views. */
export const bookingDeliveredView = deliveredView
  .extend({
    spend: moneySchema.nullable().meta({
      description: `Spend at the rate of \`pricing\`, for the price models ${eventModelsText}. Null if the booking has no such price.`,
      example: null,
    }),
  })
  .meta({ description: 'Totals, at most one second old' });

/** Progress of a goal. Source: docs/decisions/0071-health.md. */
export const progressView = z.strictObject({
  deliveredPercent: z.number().meta({
    description: 'Delivered percentage of the goal, with up to two decimals. May slightly exceed 100.',
    example: 43.75,
  }),
  expectedPercent: z.number().nullable().meta({
    description:
      'Percentage of the goal that should be delivered by now, based on the learned traffic or, without it, on the elapsed scheduled time. Null if the booking has no end or only fills.',
    example: 45.1,
  }),
});
/** An object of `progressView`. */
export type ProgressView = z.output<typeof progressView>;
