import { z } from 'zod';
import { idText, pageQuery, severalOf } from '../common/common.ts';
import { calendarDay } from './report-table-fields.ts';

/** Days that are compared by default. */
export const missedPlaysDays = 7;
/** Most rows of a page and of a file. */
export const maxMissedPlaysRows = 10_000;

const dimensions = ['day', 'position', 'booking'] as const;
/** A dimension of the report of missed plays. */
export type MissedPlaysDimension = (typeof dimensions)[number];

/** Query of `GET /api/v1/missed-plays`. Source: docs/decisions/0236-missed-plays.md. */
export const missedPlaysQuery = z.strictObject({
  ...pageQuery(maxMissedPlaysRows),
  from: calendarDay.optional().meta({
    description: `First local day (inclusive). Default: ${missedPlaysDays} days before \`to\`.`,
    example: '2026-11-01',
  }),
  to: calendarDay.optional().meta({
    description: 'End of the period as a local day (exclusive). Default: today in UTC.',
    example: '2026-12-01',
  }),
  publicationId: idText('publication').optional(),
  positionId: idText('position').optional(),
  campaignId: idText('campaign').optional(),
  bookingId: idText('booking').optional(),
  groupBy: severalOf(z.enum(dimensions), 'Dimension of the rows. Default: position and booking', 'booking'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .meta({ description: 'Format of the response. Default: that of `Accept`, otherwise `json`.', example: 'csv' }),
});
/** A valid `missedPlaysQuery`. */
export type MissedPlaysQuery = z.output<typeof missedPlaysQuery>;

const count = (description: string, example: number) => z.number().meta({ description, example });
const missedPercent = z.number().nullable().meta({
  description: '`missed` divided by `planned`, in percent. Null if nothing was planned.',
  example: 4.1667,
});
const sums = {
  planned: count('Planned plays', 1_440),
  played: count('Plays that were reported and counted', 1_380),
  missed: count(
    'Planned plays that were not played, summed over screens, days and bookings. Additional plays of one row do not reduce those of another.',
    60,
  ),
  missedPercent,
};

const rowView = z.strictObject({
  day: z
    .string()
    .nullable()
    .meta({ description: 'Local day of the publication. Null: all days of the period.', example: '2026-11-20' }),
  positionId: z.number().nullable().meta({ description: 'Position. Null: all positions.', example: 12 }),
  slotName: z
    .string()
    .nullable()
    .meta({ description: 'Slot name of the position. Null: all positions.', example: 'hall_-portrait' }),
  bookingId: z.number().nullable().meta({ description: 'Booking. Null: all bookings.', example: 14 }),
  bookingName: z
    .string()
    .nullable()
    .meta({ description: 'Name of the booking. Null: all bookings.', example: 'Winter sale' }),
  ...sums,
  screens: count('Number of screens of the position that were seen within the last two weeks', 2),
  offlineScreens: count(
    'Number of these screens that were not seen since the last of these days ended. Their plays may still be reported, for up to 30 days.',
    1,
  ),
  offlineSince: z.string().nullable().meta({
    description: 'Last contact of the screen that has been offline for the longest time. Null if none is offline.',
    example: null,
  }),
});

/** Planned plays of screens, compared with counted plays. */
export const missedPlaysView = z
  .strictObject({
    from: z.string().meta({ description: 'First local day (inclusive)', example: '2026-11-01' }),
    to: z.string().meta({ description: 'End of the period as a local day (exclusive)', example: '2026-12-01' }),
    totals: z.strictObject(sums).meta({ description: 'Sums of all rows' }),
    rowCount: count('Number of rows on all pages', 12),
    rows: z.array(rowView).meta({ description: 'Rows with the most missed plays first' }),
  })
  .meta({ id: 'MissedPlays', description: 'Planned plays of screens, compared with counted plays' });
/** An object of `missedPlaysView`. */
export type MissedPlays = z.output<typeof missedPlaysView>;
