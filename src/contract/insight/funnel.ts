import { z } from 'zod';
import { refusalReasons } from '../../core/vocabulary/reasons.ts';
import { instantSchema } from '../common/common.ts';

/** Most days of one funnel. Decisions are retained for a shorter time by default. */
export const maxFunnelDays = 31;

/** Query of `GET /bookings/{id}/funnel`. */
export const funnelQuery = z.strictObject({
  from: instantSchema
    .optional()
    .meta({ description: 'Start of the period (inclusive), rounded down to the hour. Default: one day before `to`.' }),
  to: instantSchema
    .optional()
    .meta({ description: 'End of the period (exclusive), rounded up to the hour. Default: now.' }),
});
/** Valid `funnelQuery`. */
export type FunnelQuery = z.output<typeof funnelQuery>;

const count = (description: string) => z.number().meta({ description, example: 120 });

/** Counts by the first rule that rejected a booking. Omitted counts are 0. */
export const refusedView = z
  .strictObject(Object.fromEntries(refusalReasons.map((reason) => [reason, count(`By ${reason}`)])))
  .partial()
  .meta({ id: 'Refusals', description: 'Counts by the first rule that rejected a booking. Omitted counts are 0.' });

const counts = {
  matched: count(
    'Requested slots of positions that the booking covers. Equals the sum of all following counts except `counted`.',
  ),
  refused: refusedView.meta({
    description: 'Counts by the first rule that rejected the booking. Omitted counts are 0.',
    example: { TARGETING_NOT_MET: 40 },
  }),
  lostByShare: count('Slots for which the booking was eligible and another booking won'),
  won: count('Slots that the booking won'),
  counted: count('Counted impressions, by the time of the impression'),
} as const;

/** Outcomes of a booking in the ad requests for its positions. Source: docs/decisions/0086-funnels.md. */
export const funnelView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    from: z.string().meta({ description: 'Start of the period (inclusive)', example: '2026-11-21T09:00:00.000Z' }),
    to: z.string().meta({ description: 'End of the period (exclusive)', example: '2026-11-22T09:00:00.000Z' }),
    timeZone: z
      .string()
      .meta({ description: 'Time zone of the publication, used for `localHour`', example: 'Europe/Brussels' }),
    complete: z.boolean().meta({
      description: 'Whether all requests of the period, and the configurations they were decided with, are stored',
      example: true,
    }),
    completeFrom: z.string().nullable().meta({
      description: 'Start of the time since which all requests are stored. Null if no requests are stored.',
      example: '2026-11-15T09:00:00.000Z',
    }),
    totals: z.strictObject(counts).meta({ description: 'Totals of the period' }),
    hours: z
      .array(
        z
          .strictObject({
            hourAt: z.string().meta({ description: 'Start of the hour', example: '2026-11-22T08:00:00.000Z' }),
            localHour: z.string().meta({
              description: 'Start of the hour in the time zone of the publication',
              example: '2026-11-22T09:00',
            }),
            ...counts,
          })
          .meta({ id: 'FunnelHour' }),
      )
      .meta({ description: 'Hours with requests or impressions, in chronological order' }),
  })
  .meta({ id: 'BookingFunnel' });
/** An object of `funnelView`. */
export type FunnelView = z.output<typeof funnelView>;
