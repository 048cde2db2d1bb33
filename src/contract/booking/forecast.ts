import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';
import { idSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { maxPreviewedPositions } from './share-preview.ts';
import { draftBookingBody, recordView, simulationAssumptions } from './share-simulation.ts';

/** Without an end a booking is forecast over so many days. */
export const openEndDays = 30;

/** What is forecast: a saved booking as it is, or one that is thought of. */
export const forecastBody = z
  .strictObject({
    bookingId: idSchema('booking that is saved').nullish(),
    draft: draftBookingBody.nullish().meta({ description: 'One that is thought of, in place of `bookingId`' }),
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
  expected: count(`${what} that are to be expected`),
  low: count('With 95 % certainty not fewer; null: too little is recorded to say').nullable(),
  high: count('With 95 % certainty not more; null: too little is recorded to say').nullable(),
});

const pastError = z
  .strictObject({
    days: z.number().meta({ description: 'Days that are recorded', example: 35 }),
    backTests: z.number().meta({ description: 'Days that were forecast from those before them alone', example: 28 }),
    meanErrorPercent: z
      .number()
      .nullable()
      .meta({ description: 'How far these forecasts were off, on average; null: there were none', example: 6.4 }),
    heldPercent: z.number().nullable().meta({
      description: 'How many of these days lay within the 95 % interval that was given for them; null: none had one',
      example: 95.8,
    }),
  })
  .meta({ id: 'ForecastError', description: 'How good forecasts of the requests of a day were here' });

/** What a booking is to be expected to deliver. Source: docs/decisions/0096-forecasts.md. */
export const forecastView = z
  .strictObject({
    bookingId: z.number().nullable().meta({ description: 'Booking that is saved; null: a new one', example: 12 }),
    from: instant('Begin of the time: now, or its start'),
    to: instant(`End of the time, excluded: its end, or ${openEndDays} days later`),
    counter: z.enum(counters).meta({ description: 'What is forecast: what its goal counts', example: 'impressions' }),
    delivered: count('Events before that time'),
    ...range('Events in that time'),
    goal: count('Its goal in events; null: it has none').nullable(),
    requests: z.strictObject(range('Requests of its positions in that time')),
    sharePercent: z
      .number()
      .meta({ description: 'Part of these that it wins, as long as its goal lets it', example: 23.5 }),
    horizonDays: z.number().meta({
      description:
        'The interval goes by how far forecasts over so many days were off, here for all its positions together',
      example: 7,
    }),
    backTests: z.number().meta({ description: 'As many past forecasts it goes by', example: 22 }),
    record: recordView,
    assumed: z.array(z.enum(simulationAssumptions)).meta({
      description: 'What was taken to be so, as `/shares/simulate` says it',
      example: ['APPROVED'],
    }),
    notRecorded: z.array(z.string()).meta({ description: 'As of `/shares/simulate`', example: [] }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Its slot name', example: '_home_-leaderboard' }),
          requests: count('Requests that are to be expected in that time, in its days and parts of the day'),
          sharePercent: z.number().meta({ description: 'Part of these that it wins', example: 23.5 }),
          error: pastError,
        }),
      )
      .meta({ description: `The most visited first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'Forecast' });
/** An object of `forecastView`. */
export type Forecast = z.output<typeof forecastView>;
