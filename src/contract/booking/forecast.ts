import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';
import { idSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { refusedView } from '../insight/funnel.ts';
import { maxPreviewedPositions } from './share-preview.ts';
import { draftBookingBody, recordView, simulationAssumptions } from './share-simulation.ts';

/** Forecast period in days of a booking without an end. */
export const openEndDays = 30;

/** The booking to forecast: a saved booking or a draft. */
export const forecastBody = z
  .strictObject({
    bookingId: idSchema('saved booking').nullish(),
    draft: draftBookingBody.nullish().meta({ description: 'Draft booking, instead of `bookingId`' }),
  })
  .refine(({ bookingId, draft }) => !bookingId !== !draft, {
    path: ['bookingId'],
    error: fieldMessage('bookingOrDraft'),
  })
  .meta({ id: 'ForecastBody' });
/** A valid `forecastBody`. */
export type ForecastBody = z.output<typeof forecastBody>;

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T00:00:00.000Z' });
const count = (description: string) => z.number().meta({ description, example: 124_000 });
const range = (what: string) => ({
  expected: count(`${what}: expected number`),
  low: count('Lower bound of the 95 % interval. Null if too little is recorded.').nullable(),
  high: count('Upper bound of the 95 % interval. Null if too little is recorded.').nullable(),
});

const pastError = z
  .strictObject({
    days: z.number().meta({ description: 'Number of recorded days', example: 35 }),
    backTests: z.number().meta({
      description: 'Number of recorded days that were also forecast, each from the days before it only',
      example: 28,
    }),
    meanErrorPercent: z.number().nullable().meta({
      description: 'Mean absolute error of these forecasts in percent. Null if there are none.',
      example: 6.4,
    }),
    heldPercent: z.number().nullable().meta({
      description:
        'Percentage of these days within the 95 % interval of their forecast. Null if no forecast had an interval.',
      example: 95.8,
    }),
  })
  .meta({ id: 'ForecastError', description: 'Accuracy of past forecasts of daily requests of the position' });

/** Expected delivery of a booking. Source: docs/decisions/0096-forecasts.md. */
export const forecastView = z
  .strictObject({
    bookingId: z.number().nullable().meta({ description: 'Saved booking. Null for a new booking.', example: 12 }),
    from: instant('Start of the forecast period: now, or the start of the booking'),
    to: instant(
      `End of the forecast period (exclusive): the end of the booking, or ${openEndDays} days after the start of the period`,
    ),
    counter: z
      .enum(counters)
      .meta({ description: 'Forecast event: the event that the goal counts', example: 'impressions' }),
    delivered: count('Events before the forecast period'),
    ...range('Events in the forecast period'),
    goal: count('Goal in events. Null if the booking has no goal.').nullable(),
    requests: z.strictObject(range('Ad requests of the booked positions in the forecast period')),
    sharePercent: z.number().meta({
      description: 'Percentage of these requests that the booking wins until its goal is reached',
      example: 23.5,
    }),
    wonPercent: z.number().meta({
      description:
        'Percentage of these requests that the booking wins in the whole forecast period. Lower than `sharePercent` if its goal is reached before the end.',
      example: 18.2,
    }),
    replayed: z
      .strictObject({
        slots: count('Recorded slots. 0: no requests are recorded.'),
        eligible: count('Slots that the booking is eligible for'),
        refused: refusedView.meta({
          description: 'Slots that the booking is not eligible for, by the first rule that rejects it',
          example: { TARGETING_NOT_MET: 4_712 },
        }),
      })
      .meta({
        description:
          'Recorded slots of the booked positions, on the days and in the dayparts of the booking, judged by its rules before other bookings are considered',
      }),
    horizonDays: z.number().meta({
      description:
        'Length in days of the past forecasts whose errors define the interval, for all positions of the booking together',
      example: 7,
    }),
    backTests: z.number().meta({ description: 'Number of these past forecasts', example: 22 }),
    record: recordView,
    assumed: z.array(z.enum(simulationAssumptions)).meta({
      description: 'Assumptions, as in `/shares/simulate`',
      example: ['APPROVED'],
    }),
    notRecorded: z.array(z.string()).meta({ description: 'As in `/shares/simulate`', example: [] }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
          requests: count(
            'Expected ad requests in the forecast period, on the days and in the dayparts of the booking',
          ),
          sharePercent: z
            .number()
            .meta({ description: 'Percentage of these requests that the booking wins', example: 23.5 }),
          error: pastError,
        }),
      )
      .meta({ description: `Positions with the most requests first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'Forecast' });
/** An object of `forecastView`. */
export type Forecast = z.output<typeof forecastView>;
