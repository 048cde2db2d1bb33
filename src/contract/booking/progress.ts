import { z } from 'zod';
import { billableByCounter, eachCounter } from '../../core/pricing/billable-events.ts';
import { eventModelsText } from '../../core/pricing/price-model.ts';
import { limitingReasons } from '../../core/words/reasons.ts';
import { healths } from '../../core/words/statuses.ts';
import { moneySchema } from '../common/common.ts';

/** What every `limitingReasons[]` says of its codes. */
export const limitingReasonsInWords = [
  'Why what runs is given less than it asks for; empty: nothing limits it.',
  '`OVERBOOKED_POSITION`: its positions do not have what its goal or its part of voice needs, beside those that come first.',
  '`BEHIND_GOAL`: it has delivered less than 95 % of what its goal should have by now.',
  '`NO_DELIVERY`: it has not been shown for an hour of its scheduled time since it began, or for twelve since the last day on which it was.',
].join(' ');

/** How something is doing, in every read of a campaign or booking. Source: product decisions 4. */
export const healthView = {
  health: z.enum(healths).meta({
    description:
      'How it is doing: `critical` has delivered less than 75 % of what it should have by now, or nothing for a day, or ' +
      'should run and is not ready or approved; `at_risk` is limited, or starts within three days and is not ready or ' +
      'approved. What somebody stopped, or what is over, is `ok`',
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

/** What was delivered so far, in reads of a campaign. */
export const deliveredView = z
  .strictObject({
    ...countsShape,
    today: z
      .strictObject(countsShape)
      .meta({ description: 'The same, since midnight by the clock of the (first) publication of each booking' }),
  })
  .meta({ description: 'In all, not later than a second ago' });

/** The same in reads of a booking. */
export const bookingDeliveredView = deliveredView
  .extend({
    spend: moneySchema.nullable().meta({
      description: `What it comes to at the rate of \`pricing\` by ${eventModelsText}; null: it has no such price`,
      example: null,
    }),
  })
  .meta({ description: 'In all, not later than a second ago' });

/** How far a goal is. Source: docs/decisions/0071-health.md. */
export const progressView = z.strictObject({
  deliveredPercent: z
    .number()
    .meta({ description: 'Of the goal, to two decimals; may pass 100 by a little', example: 43.75 }),
  expectedPercent: z
    .number()
    .nullable()
    .meta({
      description:
        'What of the goal should be delivered by now: by the traffic that was learned, else by the time in which it may be ' +
        'shown; null: it has no end, or only fills',
      example: 45.1,
    }),
});
/** An object of `progressView`. */
export type ProgressView = z.output<typeof progressView>;
