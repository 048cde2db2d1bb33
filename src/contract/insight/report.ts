/*
 * Schemas of reports, decisions, funnels, changes, revisions, hosts and search.
 *
 * Each file contains the query and the view of one resource. `report-schedule.ts` and `saved-report.ts` are resources that
 * users edit. `report-table-fields.ts`: what they share with `report.ts`. `report-counts.ts`: the metrics of its rows.
 */

import { z } from 'zod';
import { defaultReportMetrics, optionalReportMetrics, reportMetrics } from '../../core/reporting/report-metrics.ts';
import { type RequestDimension, requestDimensions } from '../../core/reporting/value-dimensions.ts';
import { locales } from '../../messages/locales.ts';
import { booleanText, idText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { reportCounts } from './report-counts.ts';
import {
  calendarDay,
  hasKey,
  isPivotGrouped,
  type ReportDimension,
  reportDimensions,
  requestFields,
  requestFilterMeta,
  requestValue,
  tableFields,
  topField,
  topNumber,
} from './report-table-fields.ts';

/** Dimensions that are objects. Rows contain their ID and name, and a report can be filtered by them. */
export const objectDimensions = [
  'campaign',
  'booking',
  'creative',
  'position',
  'location',
  'publication',
  'publisher',
  'brand',
  'mediaPartner',
] as const satisfies readonly ReportDimension[];
/** One of `objectDimensions`. */
export type ObjectDimension = (typeof objectDimensions)[number];

/** Formats of a report. */
export const reportFormats = ['json', 'csv', 'xlsx', 'pdf'] as const;
/** One of `reportFormats`. */
export type ReportFormat = (typeof reportFormats)[number];
/** Media types of the files, for `Accept`. */
export const reportFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** Most IDs of one type in a request. */
const maxIds = 100;

function idsOf(what: string) {
  return z
    .preprocess(listFromQuery, z.array(idText(what)).min(1).max(maxIds))
    .optional()
    .meta({
      description: `Filter by ID of the ${what}. Repeat the parameter, or separate IDs with commas, to match any of several.`,
      example: ['12'],
    });
}

/** Query of `GET /api/v1/reports`. Source: product decisions 11. */
/** Identifies a running report. */
export const requestIdText = z.string().regex(/^[\w-]{1,64}$/);

const requestFilters = Object.fromEntries(
  requestDimensions.map((dimension) => [
    dimension,
    z
      .preprocess(
        (given) => (given === undefined ? undefined : [given].flat()),
        z.array(requestValue).min(1).max(maxIds),
      )
      .optional()
      .meta(requestFilterMeta(dimension)),
  ]),
) as Record<RequestDimension, z.ZodOptional<z.ZodPipe<z.ZodTransform, z.ZodArray<typeof requestValue>>>>;

export const reportQuerySchema = z
  .strictObject({
    from: calendarDay
      .optional()
      .meta({ description: 'First local day of the publication (inclusive)', example: '2026-11-01' }),
    to: calendarDay
      .optional()
      .meta({ description: 'End of the report as a local day of the publication (exclusive)', example: '2026-12-01' }),
    groupBy: z
      .preprocess(listFromQuery, z.array(z.enum(reportDimensions)).min(1).max(reportDimensions.length))
      .default(['booking', 'day'])
      .meta({
        description: `Dimensions of the rows, separated by commas: ${reportDimensions.join(', ')}. Hours are in UTC. The media partner is the advertiser. Dimensions from \`country\` on are facts of ad requests, which are counted from raw events.`,
        example: 'booking,day',
      }),
    campaignId: idsOf('campaign'),
    bookingId: idsOf('booking'),
    creativeId: idsOf('creative'),
    positionId: idsOf('position'),
    locationId: idsOf('location'),
    publicationId: idsOf('publication'),
    publisherId: idsOf('publisher of the publication'),
    brandId: idsOf('brand of the creative'),
    mediaPartnerId: idsOf('advertiser'),
    ...requestFilters,
    ...requestFields,
    top: topField(z.coerce.number().pipe(topNumber).optional()),
    requestId: requestIdText.optional().meta({
      description:
        'Random text that you choose, with which `GET /report-progress/{requestId}` returns the progress of this report',
      example: '5f0c1a3e-8d5b-4a52-9c0e-1a2b3c4d5e6f',
    }),
    format: z.enum(reportFormats).optional().meta({
      description:
        'Format of the response. Default: the first supported one of `Accept`, else `json`. JSON contains all metrics of `rows`, without a pivot, and the comparison period as `compared`.',
      example: 'json',
    }),
    metrics: z
      .preprocess(listFromQuery, z.array(z.enum(reportMetrics)).min(1).max(reportMetrics.length))
      .optional()
      .meta({
        description: `Metrics of a file, separated by commas: ${reportMetrics.join(', ')}. Default: all as CSV or workbook; ${defaultReportMetrics.join(', ')} as PDF or with another parameter of the table. ${optionalReportMetrics.join(', ')}: computed only if listed, also as JSON.`,
        example: 'impressions,clicks',
      }),
    ...tableFields,
    chart: booleanText
      .optional()
      .meta({ description: 'Whether a PDF has a chart of the first metric', example: 'true' }),
    title: nameSchema.optional().meta({ description: 'Title of a PDF', example: 'Weekly figures' }),
    language: z.enum(locales).optional().meta({
      description: 'Language of the column headings of a file. Default: the names of the fields, such as `ctrPercent`',
      example: 'nl',
    }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: fieldMessage('afterFrom'),
  })
  .refine(isPivotGrouped, { path: ['pivot'], error: fieldMessage('pivotInGroupBy') })
  .refine(hasKey, { path: ['key'], error: fieldMessage('keyOfKeyValue') })
  .refine(({ compare, from, to }) => compare === undefined || (from !== undefined && to !== undefined), {
    path: ['compare'],
    error: fieldMessage('compareNeedsDays'),
  });
/** A valid `reportQuerySchema`, with its defaults. */
export type ReportQuery = z.output<typeof reportQuerySchema>;

function dimensionOf(what: string) {
  return {
    id: z
      .number()
      .nullable()
      .optional()
      .meta({ description: `ID of the ${what}, when grouped by it. Null if unknown.`, example: 12 }),
    name: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: `Name of the ${what}, when grouped by it. Null if there is none.`,
        example: 'Aurora winter',
      }),
  };
}

const [campaign, booking, creative] = [dimensionOf('campaign'), dimensionOf('booking'), dimensionOf('creative')];
const [position, location] = [dimensionOf('position'), dimensionOf('location')];
const [publication, publisher] = [dimensionOf('publication'), dimensionOf('publisher')];
const [brand, mediaPartner] = [dimensionOf('brand'), dimensionOf('advertiser')];

const requestValues = Object.fromEntries(
  requestDimensions.map((dimension) => [
    dimension,
    z
      .string()
      .nullable()
      .optional()
      .meta({
        description: `Value of \`${dimension}\`, when grouped by it. Null if it is unknown or the request has none.`,
      }),
  ]),
) as Record<RequestDimension, z.ZodOptional<z.ZodNullable<z.ZodString>>>;

/** A row of a report: the requested dimensions and the counts. */
export const reportRowSchema = z
  .object({
    campaignId: campaign.id,
    campaignName: campaign.name,
    bookingId: booking.id,
    bookingName: booking.name,
    creativeId: creative.id,
    creativeName: creative.name,
    positionId: position.id,
    positionName: position.name,
    locationId: location.id,
    locationName: location.name,
    publicationId: publication.id,
    publicationName: publication.name,
    publisherId: publisher.id,
    publisherName: publisher.name,
    brandId: brand.id,
    brandName: brand.name,
    mediaPartnerId: mediaPartner.id,
    mediaPartnerName: mediaPartner.name,
    month: z
      .string()
      .optional()
      .meta({ description: 'Month of the local day of the publication, when grouped by it', example: '2026-11' }),
    day: z
      .string()
      .optional()
      .meta({ description: 'Local day of the publication, when grouped by it', example: '2026-11-21' }),
    hour: z
      .string()
      .optional()
      .meta({ description: 'Start of the hour, when grouped by it', example: '2026-11-21T09:00:00.000Z' }),
    hourOfWeek: z.number().optional().meta({
      description:
        'Hour of the week in the time zone of the publication, when grouped by it: 0 is Monday from 0:00 to 1:00, 167 is Sunday from 23:00.',
      example: 33,
    }),
    ...requestValues,
    ...reportCounts,
  })
  .meta({ id: 'ReportRow' });
/** An object of `reportRowSchema`. */
export type ReportRow = z.infer<typeof reportRowSchema>;

const period = {
  rows: z.array(reportRowSchema).meta({ description: 'Rows, ordered by the dimensions in the requested order' }),
  totals: z.object(reportCounts).meta({
    description:
      'Totals of the report, with the rates of these totals. The sums of the rows, except `reach` and `frequency`, and unless a request can have several values of a dimension (`keyword`, `category`, `product`, `segment`, `keyValue`): an event is in the row of each value, and once in the totals.',
  }),
  other: z
    .object(reportCounts)
    .nullable()
    .meta({ description: 'Counts of the rows beyond `top`. Null if there are none.' }),
  rawEvents: z
    .object({
      from: z.string().meta({ description: 'Start of the first hour', example: '2026-09-01T00:00:00.000Z' }),
      to: z.string().meta({ description: 'End of the last hour', example: '2026-11-21T08:00:00.000Z' }),
    })
    .nullable()
    .meta({
      description:
        'Time for which all raw events are available, of a report with facts of ad requests. Rows outside of it may be incomplete. Null for other reports, and if there are none yet.',
    }),
};

/** A report. Source: product decisions 11. */
export const reportSchema = z
  .object({
    ...period,
    compared: z.object(period).nullable().meta({
      description:
        'The comparison period (`compare`), with its own times. With `top`, it has the rows that correspond to those of the report. Null without a comparison.',
    }),
    timeZones: z.array(z.string()).meta({
      description: 'Time zones of the publications in the report. Days are in these time zones.',
      example: ['Europe/Amsterdam'],
    }),
    asOf: z.string().nullable().meta({
      description: 'Time up to which all events are included. Null if no events have been counted yet.',
      example: '2026-11-21T09:00:00.000Z',
    }),
    final: z.boolean().meta({
      description:
        'Whether no later event can change the counts: the period and its event window are over. Orders may still be added.',
    }),
  })
  .meta({ id: 'Report' });
/** An object of `reportSchema`. */
export type Report = z.infer<typeof reportSchema>;
/** The rows and totals of one period. */
export type ReportPeriodCounts = Pick<Report, keyof typeof period>;

/** Treats `a,b` and `?x=a&x=b` as the same list. */
function listFromQuery(given: unknown): unknown {
  if (given === undefined) return undefined;
  return [given].flat().flatMap((text: unknown) => (typeof text === 'string' ? text.split(',') : [text]));
}
