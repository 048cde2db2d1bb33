import { z } from 'zod';
import { reportComparisons } from '../../core/reporting/comparison.ts';
import { type RequestDimension, requestDimensions } from '../../core/reporting/value-dimensions.ts';
import { maxReportTop } from '../../core/vocabulary/limits/report-limits.ts';
import { idSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Most IDs of one type in a report. */
const maxIds = 100;
/** Longest key and value, as in recorded facts of requests. */
const maxValueLength = 200;

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
  'hourOfWeek',
  ...requestDimensions,
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
    .regex(/^-?(?:[\w:.-]{1,60}|=.{1,600})$/, { error: fieldMessage('reportSort') })
    .optional()
    .meta({
      description:
        'Dimension or metric that orders the rows, of an amount with its currency, or a column of a pivot (`=` with its ID or time, `total`, `other`). Prefix `-` for descending order. Unknown columns are ignored.',
      example: '-impressions',
    }),
};

/** A value of a dimension of requests. */
export const requestValue = z
  .string()
  .min(1)
  .max(maxValueLength)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: fieldMessage('noControl') });

/** What else a report with dimensions of requests is counted by. */
export const requestFields = {
  key: requestValue.optional().meta({
    description: 'Key of the dimension `keyValue`: the rows are the values of this key in the requests',
    example: 'section',
  }),
};

/** The number of rows of a report. @param number schema of the number */
export function topField<Schema extends z.ZodType>(number: Schema) {
  return number.meta({
    description: `Number of rows with the most impressions, at most ${maxReportTop}. The others are combined in \`other\`.`,
    example: 20,
  });
}

/** The number of `topField`. */
export const topNumber = z.int().min(1).max(maxReportTop);

/** Whether a report by key-values has a key. */
export function hasKey({
  groupBy,
  keyValue,
  key,
}: {
  readonly groupBy: readonly ReportDimension[];
  readonly keyValue?: readonly string[] | undefined;
  readonly key?: string | undefined;
}): boolean {
  return key !== undefined || (keyValue === undefined && !groupBy.includes('keyValue'));
}

/** Describes the filter by a dimension of requests. */
export function requestFilterMeta(dimension: RequestDimension) {
  const rule = dimension === 'keyValue' ? 'values of `key`' : `values of \`${dimension}\``;
  return {
    description: `Filter by ${rule}. Repeat the parameter to match any of several.`,
    example: [exampleValues[dimension]],
  };
}

const exampleValues: Readonly<Record<RequestDimension, string>> = {
  country: 'BE',
  region: 'BE-VOV',
  device: 'phone',
  os: 'Android',
  browser: 'Chrome',
  viewerLanguage: 'nl',
  page: 'https://news.example/sports',
  keyword: 'running shoes',
  category: 'shoes',
  product: '4711',
  segment: 'sports-fans',
  keyValue: 'sports',
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
  ...(Object.fromEntries(
    requestDimensions.map((dimension) => [
      dimension,
      z.array(requestValue).min(1).max(maxIds).optional().meta(requestFilterMeta(dimension)),
    ]),
  ) as Record<RequestDimension, z.ZodOptional<z.ZodArray<typeof requestValue>>>),
};

function idsOf(what: string) {
  return z
    .array(idSchema(what))
    .min(1)
    .max(maxIds)
    .optional()
    .meta({ description: `Filter: IDs of ${what}`, example: [12] });
}
