import { z } from 'zod';
import { idText, integerText, lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { calendarDay } from './report-table-fields.ts';

/** Most rows of one import. */
export const maxThirdPartyCounts = 10_000;
const maxSourceLength = 100;
/** Discrepancy above which both sides reconcile their counts, in the terms and conditions of IAB and 4A's. */
export const usualThreshold = 10;
const maxCount = 1_000_000_000_000;

const sourceSchema = lineOfText(maxSourceLength);

const optionalCount = (description: string, example: number) =>
  z
    .int({ error: fieldMessage('integerRange', { min: 0, max: maxCount }) })
    .min(0, { error: fieldMessage('integerRange', { min: 0, max: maxCount }) })
    .max(maxCount, { error: fieldMessage('integerRange', { min: 0, max: maxCount }) })
    .nullish()
    .meta({ description: `${description}. Null: not measured.`, example });

/** Counts of a third party, by booking and day. Source: docs/decisions/0231-discrepancies.md. */
export const thirdPartyCountsBody = z
  .strictObject({
    source: sourceSchema.meta({ description: 'Name of the third party', example: 'Verification Inc.' }),
    counts: z
      .array(
        z.strictObject({
          bookingId: z.int().positive().meta({ description: 'Booking', example: 12 }),
          day: calendarDay.meta({ description: 'Local day of the publication', example: '2026-11-20' }),
          impressions: optionalCount('Impressions', 98_200),
          viewables: optionalCount('Viewable impressions', 61_400),
          clicks: optionalCount('Clicks', 402),
        }),
      )
      .min(1, { error: fieldMessage('required') })
      .max(maxThirdPartyCounts, { error: fieldMessage('maxEntries', { count: maxThirdPartyCounts }) })
      .meta({
        description: `Up to ${maxThirdPartyCounts} counts. Each replaces that of the same source, booking and day.`,
      }),
  })
  .meta({ id: 'ThirdPartyCountsBody' });
export type ThirdPartyCountsBody = z.output<typeof thirdPartyCountsBody>;

/** Result of an import of counts. */
export const thirdPartyCountsResult = z
  .strictObject({ stored: z.number().meta({ description: 'Stored counts', example: 30 }) })
  .meta({ id: 'ThirdPartyCountsResult', description: 'Result of an import of counts of a third party' });

/** Query of `GET /api/v1/discrepancies`. */
export const discrepancyQuery = z.strictObject({
  from: calendarDay.optional().meta({ description: 'First local day (inclusive)', example: '2026-11-01' }),
  to: calendarDay
    .optional()
    .meta({ description: 'End of the period as a local day (exclusive)', example: '2026-12-01' }),
  bookingId: idText('booking').optional(),
  source: sourceSchema.optional().meta({ description: 'Name of the third party', example: 'Verification Inc.' }),
  thresholdPercent: integerText(0, 100).optional().meta({
    description:
      'Difference in percent, an integer, above which `exceeded` is true. Default: the setting `discrepancyThresholdPercent`.',
    example: usualThreshold,
    integerText: true,
  }),
});
export type DiscrepancyQuery = z.output<typeof discrepancyQuery>;

const compared = z
  .strictObject({
    counted: z
      .number()
      .meta({ description: 'Counted by Placard on the days with a count of the third party', example: 104_100 }),
    thirdParty: z.number().meta({ description: 'Counted by the third party', example: 98_200 }),
    difference: z.number().meta({ description: '`thirdParty` minus `counted`', example: -5_900 }),
    percent: z.number().nullable().meta({
      description: '`difference` divided by `counted`, in percent. Null if `counted` is 0.',
      example: -5.6676,
    }),
    exceeded: z.boolean().meta({
      description: 'Whether `percent` is above `thresholdPercent` in either direction, or only the third party counted',
      example: false,
    }),
  })
  .nullable();

/** Differences between the counts of third parties and those of Placard. */
export const discrepancyView = z
  .strictObject({
    thresholdPercent: z
      .number()
      .meta({ description: 'Difference in percent above which `exceeded` is true', example: usualThreshold }),
    rows: z.array(
      z.strictObject({
        bookingId: z.number().meta({ description: 'Booking', example: 12 }),
        bookingName: z.string().meta({ description: 'Name of the booking', example: 'Winter sale' }),
        source: z.string().meta({ description: 'Name of the third party', example: 'Verification Inc.' }),
        from: z.string().meta({ description: 'First day with a count', example: '2026-11-01' }),
        to: z.string().meta({ description: 'Last day with a count (inclusive)', example: '2026-11-20' }),
        days: z.number().meta({ description: 'Number of days with a count', example: 20 }),
        impressions: compared.meta({ description: 'Impressions. Null: not measured by the third party.' }),
        viewables: compared.meta({ description: 'Viewable impressions' }),
        clicks: compared.meta({ description: 'Clicks' }),
        exceeded: z
          .boolean()
          .meta({ description: 'Whether one of the differences exceeds the threshold', example: false }),
      }),
    ),
  })
  .meta({ id: 'Discrepancies', description: 'Differences between counts of third parties and those of Placard' });
export type Discrepancies = z.output<typeof discrepancyView>;
