import { z } from 'zod';
import { reportSchema } from '../../../contract/insight/report.ts';
import {
  bookingDetails,
  bookingSummary,
  campaignDetails,
  namedRecord,
  reportRow,
  reportTotals,
  summaryOfBooking,
} from './present-records.ts';
import { idInput, readApi, type TeamContext, type TeamTool, teamTool, withQuery } from './team-tool.ts';

/** Most bookings of a campaign, and most rows of a report. */
const maxBookings = 50;
const maxRows = 100;

const reportGroups = ['campaign', 'booking', 'creative', 'position', 'day', 'month'] as const;
const day = z.iso.date();

/** Tools that read records and reports. */
export const readTools: readonly TeamTool[] = [
  teamTool({
    name: 'get_campaign',
    title: 'Get campaign',
    description: `Returns a campaign with its status, health, delivery and at most ${maxBookings} of its bookings.`,
    right: 'assistant:read',
    input: { campaignId: idInput('campaign') },
    output: {
      campaign: campaignDetails,
      advertiser: namedRecord.describe('Media partner that advertises'),
      brands: z.array(namedRecord),
      bookings: z.array(bookingSummary).max(maxBookings),
    },
    run: ({ campaignId }, context) => readCampaign(campaignId, context),
  }),
  teamTool({
    name: 'get_booking',
    title: 'Get booking',
    description:
      'Returns a booking with its inventory, targeting, goal, price, creatives, status, health and delivered events.',
    right: 'assistant:read',
    input: { bookingId: idInput('booking') },
    output: { booking: bookingDetails, campaign: namedRecord },
    async run({ bookingId }, context) {
      const booking = bookingDetails.parse((await readApi(context, `/bookings/${bookingId}`)).body);
      const campaign = namedRecord.parse((await readApi(context, `/campaigns/${booking.campaignId}`)).body);
      return { booking, campaign };
    },
  }),
  teamTool({
    name: 'report',
    title: 'Report',
    description: `Returns the counts, rates and spend of campaigns or bookings in a period: the totals, and at most ${maxRows} rows. Days are local days of the publication.`,
    right: 'assistant:read',
    input: {
      campaignId: idInput('campaign').optional(),
      bookingId: idInput('booking').optional(),
      from: day.describe('First day (inclusive), such as 2026-11-01'),
      to: day.describe('End (exclusive), such as 2026-12-01'),
      groupBy: z.enum(reportGroups).default('booking').describe('Dimension of the rows'),
    },
    output: {
      totals: reportTotals,
      rows: z.array(reportRow).max(maxRows),
      omittedRows: z.int().describe('Number of rows beyond the limit. Their counts are in the totals.'),
      timeZones: z.array(z.string()),
      final: z.boolean().describe('Whether no later event can change the counts'),
    },
    run: (input, context) => readReportOf(input, context),
  }),
];

/** Reads a campaign with its bookings, and with the names of its advertiser and brands. */
export async function readCampaign(campaignId: number, context: TeamContext) {
  const campaign = campaignDetails.parse((await readApi(context, `/campaigns/${campaignId}`)).body);
  const bookings = await readApi(context, withQuery('/bookings', { campaignId, limit: maxBookings }));
  const brandIds = campaign.brandIds.map((id) => `id=${id}`).join('&');
  const brands = await readApi(context, `/brands?${brandIds}&includeArchived=true`);
  const advertiser = await readApi(context, `/media-partners/${campaign.advertiserCompanyId}`);
  return {
    campaign,
    advertiser: namedRecord.parse(advertiser.body),
    brands: z.array(namedRecord).parse(brands.body),
    bookings: z.array(z.unknown()).parse(bookings.body).map(summaryOfBooking),
  };
}

type ReportInput = {
  readonly campaignId?: number | undefined;
  readonly bookingId?: number | undefined;
  readonly from: string;
  readonly to: string;
  readonly groupBy: string;
};

/** Reads a report with a limited number of rows. */
export async function readReportOf({ campaignId, bookingId, from, to, groupBy }: ReportInput, context: TeamContext) {
  const path = withQuery('/reports', { campaignId, bookingId, from, to, groupBy });
  const { totals, rows, timeZones, final } = reportSchema.parse((await readApi(context, path)).body);
  const shown = rows.slice(0, maxRows).map((row) => reportRow.parse(row));
  return { totals: reportTotals.parse(totals), rows: shown, omittedRows: rows.length - shown.length, timeZones, final };
}
