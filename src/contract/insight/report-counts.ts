import { z } from 'zod';
import { billableKinds, eachGeneralCounter } from '../../core/pricing/billable-events.ts';
import { priceModelCodes, priceModels } from '../../core/pricing/price-model.ts';
import { minShownViewers } from '../../core/vocabulary/limits/report-limits.ts';
import { filterReasons } from '../../core/vocabulary/reasons.ts';
import { countsShape } from '../booking/progress.ts';
import { moneySchema } from '../common/common.ts';

const count = (description: string) => z.number().meta({ description, example: 1200 });
const rate = (description: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `${description}, in percent with up to 4 decimals. Null if the divisor is 0.`,
      example: 0.4167,
    });

const interval = (name: string) =>
  z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: `Limits of \`${name}\`. Null if the divisor is 0.`, example: { low: 0.3811, high: 0.4556 } });

/** The metrics of a row or of the totals of a report. */
export const reportCounts = {
  ...eachGeneralCounter((counter) => countsShape[counter]),
  plays: count('Impressions that were played on screens, included in `impressions`'),
  audience: count(
    'Number of people who saw the ads, with up to 3 decimals: impressions, where each play of a screen is multiplied by the current audience multiplier of its hour',
  ),
  video: z
    .object({
      starts: count('Started videos'),
      firstQuartiles: count('Videos played to the first quartile'),
      midpoints: count('Videos played to the midpoint'),
      thirdQuartiles: count('Videos played to the third quartile'),
      completes: count('Videos played to the end'),
    })
    .meta({ description: 'Progress of video playback. The same counts are in `events`.' }),
  spend: z.array(moneySchema).meta({
    description:
      `Spend at current prices, one amount for each currency. ${priceModelCodes.map((code) => `\`${code}\`: ${priceModels[code].description}`).join('; ')}.` +
      ' A row that covers a part of a day gets the part of the daily price that corresponds to its part of the impressions.',
    example: [{ amount: '3000.00', currency: 'EUR' }],
  }),
  conversions: count(
    'Order lines that are attributed to these ads of sponsored products, at the time of the order. They may change for 20 days.',
  ),
  units: count('Purchased units of these order lines'),
  revenue: z.array(moneySchema).meta({
    description: 'Revenue of these order lines, one amount for each currency',
    example: [{ amount: '412.50', currency: 'EUR' }],
  }),
  ctrPercent: rate('Clicks divided by impressions'),
  viewabilityPercent: rate('Viewable impressions divided by impressions'),
  completionPercent: rate('Completed videos divided by started videos'),
  intervals: z
    .object({
      ctrPercent: interval('ctrPercent'),
      viewabilityPercent: interval('viewabilityPercent'),
      completionPercent: interval('completionPercent'),
    })
    .meta({ description: 'Limits of the rates at a confidence of 95 % (Wilson score interval)' }),
  shareOfVoicePercent: rate('Impressions divided by `inventoryImpressions`. Only if `metrics` contains it').optional(),
  inventoryImpressions: z.number().optional().meta({
    description:
      'Impressions of all bookings in the inventory of the row, including bookings that the caller may not see. The inventory are the values of the row and the filters of all dimensions except `campaign`, `booking`, `creative`, `brand` and `mediaPartner`. Only if `metrics` contains `shareOfVoicePercent`.',
    example: 6400,
  }),
  reach: z
    .number()
    .nullable()
    .optional()
    .meta({
      description: `Exact number of different viewers with impressions. Only if \`metrics\` contains it, \`frequency\` or \`knownImpressions\`. Only viewers with consent; a viewer counts once per calendar month (UTC), and once in each row. Null: fewer than ${minShownViewers} viewers, in a report with facts of ad requests.`,
      example: 840,
    }),
  frequency: z.number().nullable().optional().meta({
    description:
      'Impressions of these viewers divided by `reach`, with up to 4 decimals. Null if `reach` is null or 0.',
    example: 3.2,
  }),
  knownImpressions: z.number().optional().meta({
    description: 'Impressions of viewers in `reach`. All others have no consent or no identifier.',
    example: 2688,
  }),
  events: z.record(z.string(), z.number()).meta({
    description:
      'All other events by name, at most one of each per impression: video events with their VAST 4.2 names, and custom events. Events without occurrences are omitted.',
    example: { start: 1100, complete: 640 },
  }),
  filtered: z.record(z.string(), z.record(z.string(), z.number())).meta({
    description:
      `Filtered events, which are in no other count, by reason (${filterReasons.join(', ')}) and then by name:` +
      ` ${billableKinds.map((kind) => `\`${kind}\``).join(', ')}, the name of a video event, or \`custom\`. Events without occurrences are omitted.`,
    example: { bot: { impression: 31, click: 4 }, prefetch: { impression: 2 } },
  }),
};
