import { z } from 'zod';
import { reportComparisons } from '../../core/reporting/comparison.ts';
import { idSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Most IDs of one type in a report. */
const maxIds = 100;

/** Dimensions by which a report can be grouped. Source: product decisions 11. */
export const reportDimensions = [
  'campaign',
  'booking',
  'creative',
  'position',
  'month',
  'day',
  'hour',
  'location',
  'publication',
  'publisher',
  'brand',
  'mediaPartner',
] as const;
/** One of `reportDimensions`. */
export type ReportDimension = (typeof reportDimensions)[number];

/** A day such as `2026-11-21`. */
export const calendarDay = z.iso
  .date({ error: fieldMessage('date', { example: '2026-11-21' }) })
  .refine((day) => !day.startsWith('0000'), { error: fieldMessage('date', { example: '2026-11-21' }) });

/** How a report is shown as a table. */
export const tableFields = {
  compare: z.enum(reportComparisons).optional().meta({
    description:
      'Adds the values of the comparison period and the changes. `previous_period`: the same number of days before. `previous_year`: the same days of the previous year.',
    example: 'previous_period',
  }),
  pivot: z.enum(reportDimensions).optional().meta({
    description:
      'Dimension of `groupBy` whose values are the columns of one metric, at most 50. Further values are combined.',
    example: 'month',
  }),
  pivotMetric: z
    .string()
    .regex(/^[A-Za-z]{1,30}(?::[A-Z]{3})?$/, { error: fieldMessage('pivotMetric') })
    .optional()
    .meta({
      description: 'Metric of a pivot, of an amount with its currency: `spend:EUR`. Default: the first metric',
      example: 'impressions',
    }),
  sort: z
    .string()
    .regex(/^-?[\w:=.-]{1,60}$/, { error: fieldMessage('reportSort') })
    .optional()
    .meta({
      description:
        'Dimension or metric that orders the rows, of an amount with its currency, or a column of a pivot (`=` with its ID or time, `total`, `other`). Prefix `-` for descending order. Unknown columns are ignored.',
      example: '-impressions',
    }),
};

/** Whether the dimension of the columns is one of those of the report. */
export function isPivotGrouped({
  pivot,
  groupBy,
}: {
  readonly pivot?: ReportDimension | undefined;
  readonly groupBy: readonly ReportDimension[];
}): boolean {
  return pivot === undefined || groupBy.includes(pivot);
}

/** Filters of a stored report. */
export const storedFilters = {
  campaignId: idsOf('campaigns'),
  bookingId: idsOf('bookings'),
  creativeId: idsOf('creatives'),
  positionId: idsOf('positions'),
  locationId: idsOf('locations'),
  publicationId: idsOf('publications'),
  publisherId: idsOf('publishers of the publication'),
  brandId: idsOf('brands of the creative'),
  mediaPartnerId: idsOf('advertisers'),
};

function idsOf(what: string) {
  return z
    .array(idSchema(what))
    .min(1)
    .max(maxIds)
    .optional()
    .meta({ description: `Filter: IDs of ${what}`, example: [12] });
}
