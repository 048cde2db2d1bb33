/*
 * Schemas of what the API reports: reports, decisions, funnels, changes, revisions, hosts, search.
 *
 * Each file has the query and the view of one resource. `report-schedule.ts` is a resource that people edit.
 */

import { z } from 'zod';
import { billableKinds } from '../../core/pricing/billable-events.ts';
import { priceModelCodes, priceModels } from '../../core/pricing/price-model.ts';
import { filterReasons } from '../../core/words/reasons.ts';
import { locales } from '../../messages/locales.ts';
import { countsShape } from '../booking/progress.ts';
import { idText, moneySchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** What a report can be grouped by. Source: product decisions 11. */
export const reportDimensions = [
  'campaign',
  'booking',
  'creative',
  'position',
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

/** Dimensions that are objects: rows have their id and name, and a report can be for some of them only. */
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

/** What a report can be written as. */
export const reportFormats = ['json', 'csv', 'xlsx'] as const;
/** One of `reportFormats`. */
export type ReportFormat = (typeof reportFormats)[number];
/** Media types of the files, for `Accept`. */
export const reportFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Ids of one kind in one request. */
const maxIds = 100;

const calendarDay = z.iso
  .date({ error: fieldMessage('date', { example: '2026-11-21' }) })
  .refine((day) => !day.startsWith('0000'), { error: fieldMessage('date', { example: '2026-11-21' }) });

function idsOf(what: string) {
  return z
    .preprocess(listFromQuery, z.array(idText(what)).min(1).max(maxIds))
    .optional()
    .meta({ description: `Only this ${what}; repeat it, or separate by commas, for any of several`, example: ['12'] });
}

/** The query of `GET /api/v1/reports`. Source: product decisions 11. */
export const reportQuerySchema = z
  .strictObject({
    from: calendarDay
      .optional()
      .meta({ description: 'First local day of the publication that is included', example: '2026-11-01' }),
    to: calendarDay
      .optional()
      .meta({ description: 'Local day before which the report ends: this day is not included', example: '2026-12-01' }),
    groupBy: z
      .preprocess(listFromQuery, z.array(z.enum(reportDimensions)).min(1).max(reportDimensions.length))
      .default(['booking', 'day'])
      .meta({
        description: `Dimensions of the rows, separated by commas: ${reportDimensions.join(', ')}. An hour is one of UTC; a media partner is the advertiser`,
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
    mediaPartnerId: idsOf('media partner that advertises'),
    format: z.enum(reportFormats).optional().meta({
      description: 'Format of the response. Default: the first supported one of `Accept`, else `json`',
      example: 'json',
    }),
    language: z.enum(locales).optional().meta({
      description: 'Language of the column headings of a file. Default: the names of the fields, such as `ctrPercent`',
      example: 'nl',
    }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: fieldMessage('afterFrom'),
  });
/** A valid query, with its defaults. */
export type ReportQuery = z.output<typeof reportQuerySchema>;

const count = (description: string) => z.number().meta({ description, example: 1200 });
const rate = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}, in percent to four decimals; null: nothing to divide by`, example: 0.4167 });

const counts = {
  ...countsShape,
  plays: count('Impressions that were played on screens; they are among the impressions'),
  audience: count(
    'People who saw it: impressions, of which each play of a screen counts as often as its multiplier of that hour says today; to three decimals',
  ),
  video: z
    .object({
      starts: count('Films that started'),
      firstQuartiles: count('Films that came to a quarter'),
      midpoints: count('Films that came to the half'),
      thirdQuartiles: count('Films that came to three quarters'),
      completes: count('Films that came to their end'),
    })
    .meta({ description: 'How far films were played; the same is in `events`' }),
  spend: z.array(moneySchema).meta({
    description:
      `Spend at today's prices, one amount for each currency. ${priceModelCodes.map((code) => `\`${code}\`: ${priceModels[code].description}`).join('; ')}. ` +
      'A row that covers a part of a day has the part of its price that it has of its impressions',
    example: [{ amount: '3000.00', currency: 'EUR' }],
  }),
  conversions: count(
    'Lines of orders that are credited to these ads of sponsored products, at the time of the order; they may change for twenty days',
  ),
  units: count('Units of those lines'),
  revenue: z.array(moneySchema).meta({
    description: 'What those lines come to, one amount for each currency',
    example: [{ amount: '412.50', currency: 'EUR' }],
  }),
  ctrPercent: rate('Clicks of impressions'),
  viewabilityPercent: rate('Viewables of impressions'),
  completionPercent: rate('Films that came to their end of those that started'),
  events: z.record(z.string(), z.number()).meta({
    description:
      'Every other event by its name, at most one of each per ad shown: those of a video as VAST 4.2 names them, and custom ' +
      'ones. What did not happen is left out',
    example: { start: 1100, complete: 640 },
  }),
  filtered: z.record(z.string(), z.record(z.string(), z.number())).meta({
    description:
      `Events that are in none of the counts, by their reason (${filterReasons.join(', ')}) and then by their name: ` +
      `${billableKinds.map((kind) => `\`${kind}\``).join(', ')}, that of a video event, or \`custom\`. What did not happen is left out`,
    example: { bot: { impression: 31, click: 4 }, prefetch: { impression: 2 } },
  }),
};

function dimensionOf(what: string) {
  return {
    id: z
      .number()
      .nullable()
      .optional()
      .meta({ description: `Id of the ${what}, when grouped by it; null: not known`, example: 12 }),
    name: z
      .string()
      .nullable()
      .optional()
      .meta({ description: `Name of the ${what}, when grouped by it; null: there is none`, example: 'Aurora winter' }),
  };
}

const [campaign, booking, creative] = [dimensionOf('campaign'), dimensionOf('booking'), dimensionOf('creative')];
const [position, location] = [dimensionOf('position'), dimensionOf('location')];
const [publication, publisher] = [dimensionOf('publication'), dimensionOf('publisher')];
const [brand, mediaPartner] = [dimensionOf('brand'), dimensionOf('media partner that advertises')];

/** One row: the dimensions that were asked for, and its counts. */
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
    day: z
      .string()
      .optional()
      .meta({ description: 'Local day of the publication, when grouped by it', example: '2026-11-21' }),
    hour: z
      .string()
      .optional()
      .meta({ description: 'Beginning of the hour, when grouped by it', example: '2026-11-21T09:00:00.000Z' }),
    ...counts,
  })
  .meta({ id: 'ReportRow' });
/** An object of `reportRowSchema`. */
export type ReportRow = z.infer<typeof reportRowSchema>;

/** A report. Source: product decisions 11. */
export const reportSchema = z
  .object({
    rows: z.array(reportRowSchema).meta({ description: 'Ordered by their dimensions as they were asked for' }),
    totals: z.object(counts).meta({ description: 'Sums of the rows, and the rates of those' }),
    timeZones: z.array(z.string()).meta({
      description: 'Of the publications that are asked for: by their clocks days are',
      example: ['Europe/Amsterdam'],
    }),
    asOf: z.string().nullable().meta({
      description: 'Every event up to this time is in the counts; null: nothing was counted yet',
      example: '2026-11-21T09:00:00.000Z',
    }),
    final: z.boolean().meta({
      description:
        'True when no later event can change these counts: the range and its late window are over. Orders may still come',
    }),
  })
  .meta({ id: 'Report' });
/** An object of `reportSchema`. */
export type Report = z.infer<typeof reportSchema>;

/** `a,b` and `?x=a&x=b` are the same list. */
function listFromQuery(given: unknown): unknown {
  if (given === undefined) return undefined;
  return [given].flat().flatMap((text: unknown) => (typeof text === 'string' ? text.split(',') : [text]));
}
