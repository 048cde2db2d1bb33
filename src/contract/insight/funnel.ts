import { z } from 'zod';
import { refusalReasons } from '../../core/words/reasons.ts';
import { instantSchema } from '../common/common.ts';

/** Days of one funnel: longer than decisions are kept by default. */
export const maxFunnelDays = 31;

/** The query of `GET /bookings/{id}/funnel`. */
export const funnelQuery = z.strictObject({
  from: instantSchema
    .optional()
    .meta({ description: 'From then on, rounded down to the hour; default: a day before `to`' }),
  to: instantSchema.optional().meta({ description: 'Before then, rounded up to the hour; default: now' }),
});
/** Valid `funnelQuery`. */
export type FunnelQuery = z.output<typeof funnelQuery>;

const count = (description: string) => z.number().meta({ description, example: 120 });

/** Counts by the first rule that refused a booking; what is left out is 0. */
export const refusedView = z
  .strictObject(Object.fromEntries(refusalReasons.map((reason) => [reason, count(`By ${reason}`)])))
  .partial();

const counts = {
  matched: count('Slots that were asked for at positions which it covers; the sum of all that follow but `counted`'),
  refused: refusedView.meta({
    description: 'By the first rule that refused it; what is left out is 0',
    example: { TARGETING_NOT_MET: 40 },
  }),
  lostByShare: count('No rule refused it, and another booking was chosen'),
  won: count('It was chosen'),
  counted: count('Impressions that counted, by when they happened'),
} as const;

/** What became of a booking in the requests for its positions. Source: docs/decisions/0086-funnels.md. */
export const funnelView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    from: z.string().meta({ description: 'From then on', example: '2026-11-21T09:00:00.000Z' }),
    to: z.string().meta({ description: 'Before then', example: '2026-11-22T09:00:00.000Z' }),
    timeZone: z
      .string()
      .meta({ description: 'Of the publication, in which `localHour` is', example: 'Europe/Brussels' }),
    complete: z.boolean().meta({
      description: 'False: not every request of this time was kept, or not the configuration that it was decided on',
      example: true,
    }),
    completeFrom: z.string().nullable().meta({
      description: 'From then on every request is kept, up to now; null: none is',
      example: '2026-11-15T09:00:00.000Z',
    }),
    totals: z.strictObject(counts).meta({ description: 'Over the whole time' }),
    hours: z
      .array(
        z
          .strictObject({
            hourAt: z.string().meta({ description: 'Begin of the hour', example: '2026-11-22T08:00:00.000Z' }),
            localHour: z.string().meta({ description: 'The same by the clock there', example: '2026-11-22T09:00' }),
            ...counts,
          })
          .meta({ id: 'FunnelHour' }),
      )
      .meta({ description: 'Hours in which it was asked about or seen, in their order' }),
  })
  .meta({ id: 'BookingFunnel' });
/** An object of `funnelView`. */
export type FunnelView = z.output<typeof funnelView>;
