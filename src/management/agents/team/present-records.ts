import { z } from 'zod';
import { bookingView } from '../../../contract/booking/booking.ts';
import { campaignView } from '../../../contract/booking/campaign.ts';
import { reportRowSchema } from '../../../contract/insight/report.ts';
import { reportCounts } from '../../../contract/insight/report-counts.ts';

/** Delivered events that tools return. The API has all of them. */
const countedEvents = { impressions: true, viewables: true, clicks: true, spend: true } as const;
/** Fields that only programs need. */
const programFields = { createdAt: true, version: true, archivedAt: true, availableActions: true } as const;
/** A part of a record whose members depend on its type. Its schema in the tool would be long. */
const part = z.record(z.string(), z.unknown()).nullable();

/** A booking in a list. */
export const bookingSummary = bookingView
  .pick({
    id: true,
    name: true,
    campaignId: true,
    status: true,
    health: true,
    blockingReasons: true,
    limitingReasons: true,
    startDate: true,
    endDate: true,
    progress: true,
  })
  .strip();

/** A booking with its terms and delivery. */
export const bookingDetails = bookingView
  .omit({ ...programFields, bookingId: true, trackers: true })
  .extend({
    targeting: part,
    loop: part,
    sponsored: part,
    delivered: bookingView.shape.delivered.pick(countedEvents).strip(),
  })
  .strip();

/** A campaign with the counts of its bookings. */
export const campaignDetails = campaignView
  .omit({ ...programFields, campaignId: true })
  .extend({
    bookingCounts: z.record(z.string(), z.number()),
    delivered: campaignView.shape.delivered.pick(countedEvents).strip(),
  })
  .strip();

/** A record that another one refers to. */
export const namedRecord = z.object({ id: z.number(), name: z.string() });

const metrics = {
  impressions: true,
  viewables: true,
  clicks: true,
  plays: true,
  conversions: true,
  spend: true,
  revenue: true,
  ctrPercent: true,
  viewabilityPercent: true,
} as const;

/** Totals of a report. */
export const reportTotals = z.object(reportCounts).pick(metrics).strip();

/** A row of a report. */
export const reportRow = reportRowSchema
  .pick({
    ...metrics,
    campaignId: true,
    campaignName: true,
    bookingId: true,
    bookingName: true,
    creativeId: true,
    creativeName: true,
    positionId: true,
    positionName: true,
    day: true,
    month: true,
  })
  .strip();

/** Returns the summary of a booking of the API. */
export function summaryOfBooking(booking: unknown): z.output<typeof bookingSummary> {
  return bookingSummary.parse(booking);
}
