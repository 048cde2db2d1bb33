import { z } from 'zod';
import { filterReasons } from '../core/words/reasons.ts';
import { idText } from './common.ts';

/** What a report can be grouped by. Source: product decisions 11. */
export const reportDimensions = ['campaign', 'booking', 'creative', 'position', 'day'] as const;
/** One of `reportDimensions`. */
export type ReportDimension = (typeof reportDimensions)[number];

/** Ids of one kind in one request. */
const maxIds = 100;

const calendarDay = z.iso
  .date({ error: 'must be a calendar day such as 2026-11-21' })
  .refine((day) => !day.startsWith('0000'), { error: 'must be a calendar day such as 2026-11-21' });

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
        description: `Dimensions of the rows, separated by commas: ${reportDimensions.join(', ')}`,
        example: 'booking,day',
      }),
    campaignId: idsOf('campaign'),
    bookingId: idsOf('booking'),
    creativeId: idsOf('creative'),
    positionId: idsOf('position'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'must be after `from`: the report ends before this day',
  });
/** A valid query, with its defaults. */
export type ReportQuery = z.output<typeof reportQuerySchema>;

const count = (description: string) => z.number().meta({ description, example: 1200 });

const counts = {
  impressions: count('Ads that were shown'),
  viewables: count('Ads that were seen: in view for the time that the client measures'),
  clicks: count('Clicks on the way to the advertiser, at most one per ad shown'),
  events: z.record(z.string(), z.number()).meta({
    description:
      'Every other event by its name, at most one of each per ad shown: those of a video as VAST 4.2 names them, and custom ' +
      'ones. What did not happen is left out',
    example: { start: 1100, complete: 640 },
  }),
  filtered: z.record(z.string(), z.record(z.string(), z.number())).meta({
    description:
      `Events that are in none of the counts, by their reason (${filterReasons.join(', ')}) and then by their name: ` +
      '`impression`, `viewable`, `click`, that of a video event, or `custom`. What did not happen is left out',
    example: { bot: { impression: 31, click: 4 }, prefetch: { impression: 2 } },
  }),
};

const dimensionId = (what: string) =>
  z
    .number()
    .nullable()
    .optional()
    .meta({ description: `Id of the ${what}, when grouped by it`, example: 12 });

/** One row: the dimensions that were asked for, and its counts. */
export const reportRowSchema = z
  .object({
    campaignId: dimensionId('campaign'),
    bookingId: dimensionId('booking'),
    creativeId: dimensionId('creative'),
    positionId: dimensionId('position'),
    day: z
      .string()
      .optional()
      .meta({ description: 'Local day of the publication, when grouped by it', example: '2026-11-21' }),
    ...counts,
  })
  .meta({ id: 'ReportRow' });
/** An object of `reportRowSchema`. */
export type ReportRow = z.infer<typeof reportRowSchema>;

/** A report. Source: product decisions 11. */
export const reportSchema = z
  .object({
    rows: z.array(reportRowSchema).meta({ description: 'Ordered by their dimensions as they were asked for' }),
    totals: z.object(counts).meta({ description: 'Sums of the rows' }),
    asOf: z.string().nullable().meta({
      description: 'Every event up to this time is in the counts; null: nothing was counted yet',
      example: '2026-11-21T09:00:00.000Z',
    }),
    final: z.boolean().meta({
      description: 'True when no later event can change these counts: the range and its late window are over',
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
