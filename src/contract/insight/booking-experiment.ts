import { z } from 'zod';
import { rotationMethods } from '../../core/vocabulary/booking-modes.ts';

const count = (description: string, example: number) => z.number().int().meta({ description, example });
const percent = (description: string, example: number) => z.number().nullable().meta({ description, example });

const interval = z
  .strictObject({
    low: z.number().meta({ description: 'Lower limit', example: 1.8 }),
    high: z.number().meta({ description: 'Upper limit', example: 2.6 }),
  })
  .nullable();

const group = (viewers: string) =>
  z.strictObject({
    viewers: count(viewers, 42_000),
    converted: count('Viewers who converted after their first exposure', 903),
    conversionPercent: percent('`converted` divided by `viewers`, in percent. Null without viewers.', 2.15),
    interval: interval.meta({
      description:
        'Limits of `conversionPercent` at a confidence of 95 % (Wilson score interval). Null without viewers.',
    }),
  });

const comparison = z
  .strictObject({
    percent: z.number().meta({ description: 'Relative difference of the rates, in percent', example: 12.4 }),
    low: z.number().meta({ description: 'Lower limit at a confidence of 95 %, in percent', example: 3.1 }),
    high: z.number().meta({ description: 'Upper limit at a confidence of 95 %, in percent', example: 22.5 }),
    pValue: z.number().meta({
      description: 'Probability of such a difference if the rates are equal, 0 to 1 (two-sided z-test)',
      example: 0.008,
    }),
    significant: z.boolean().meta({ description: 'Whether `pValue` is below 0.05', example: true }),
  })
  .nullable();

/** Results of the experiment of a booking. Source: docs/decisions/0224-experiments.md. */
export const bookingExperimentView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    holdoutPercent: z.number().meta({ description: 'Current holdout, in percent of the viewers', example: 10 }),
    rotation: z.enum(rotationMethods).meta({ description: 'Current rotation', example: 'ab_test' }),
    since: z
      .string()
      .nullable()
      .meta({ description: 'First recorded viewer. Null: none.', example: '2026-11-20T08:00:00.000Z' }),
    exposed: group('Identified viewers to whom an ad of the booking was returned'),
    holdout: group('Identified viewers of the holdout to whom one would have been returned (ghost ads)'),
    lift: comparison.meta({
      description:
        'Conversion rate of `exposed` compared with `holdout`. Null: fewer than 5 converted viewers in one of the groups.',
    }),
    creatives: z
      .array(
        z.strictObject({
          creativeId: z.number().meta({ description: 'Creative', example: 31 }),
          name: z.string().meta({ description: 'Name of the creative', example: 'Winter sale, red' }),
          impressions: count('Impressions in the last 90 days', 120_000),
          clicks: count('Clicks in the last 90 days', 840),
          ctrPercent: percent('`clicks` divided by `impressions`, in percent. Null without impressions.', 0.7),
          interval: interval.meta({ description: 'Limits of `ctrPercent` at a confidence of 95 %' }),
          comparedToFirst: comparison.meta({
            description:
              'Click rate compared with the first creative of the same format. Null for the first one, and with fewer than 5 clicks.',
          }),
        }),
      )
      .meta({
        description: 'Creatives of the booking, in the order of their IDs. Empty unless `rotation` is `ab_test`.',
      }),
  })
  .meta({ id: 'BookingExperiment', description: 'Results of the experiment of a booking' });

export type BookingExperiment = z.output<typeof bookingExperimentView>;
