import { z } from 'zod';
import { maxLoopGap, maxPlaysPerLoop } from '../../core/words/limits.ts';
import { fieldMessage } from '../common/field-message.ts';

const describePlays = 'So many plays of each loop; null: not bought by plays';
const describePercent = 'A part of all plays, to two decimals, exact over the day; null: not bought by percent';
const describeGap = 'At least so many plays of others between two of its own';

/** What a booking of type in_store has of the loop of a screen. Source: docs/decisions/0115-loops.md. */
export const bookingLoopSchema = z
  .strictObject({
    playsPerLoop: z
      .int({ error: fieldMessage('integerRange', { min: 1, max: maxPlaysPerLoop }) })
      .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxPlaysPerLoop }) })
      .max(maxPlaysPerLoop, { error: fieldMessage('integerRange', { min: 1, max: maxPlaysPerLoop }) })
      .nullish()
      .meta({ description: describePlays, example: 2 }),
    percent: z
      .number({ error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .min(0.01, { error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .max(100, { error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .multipleOf(0.01, { error: fieldMessage('twoDecimals') })
      .nullish()
      .meta({ description: describePercent, example: null }),
    minGap: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: maxLoopGap }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: maxLoopGap }) })
      .max(maxLoopGap, { error: fieldMessage('integerRange', { min: 0, max: maxLoopGap }) })
      .default(0)
      .meta({ description: describeGap, example: 1 }),
  })
  .refine(({ playsPerLoop, percent }) => !playsPerLoop || !percent, {
    path: ['percent'],
    error: fieldMessage('notWithPlays'),
  })
  .meta({ id: 'BookingLoop' });
/** A valid `bookingLoopSchema`. */
export type BookingLoop = z.output<typeof bookingLoopSchema>;

/** The loop of a booking as it is read. */
export const bookingLoopView = z
  .strictObject({
    playsPerLoop: z.number().nullable().meta({ description: describePlays, example: 2 }),
    percent: z.number().nullable().meta({ description: describePercent, example: null }),
    minGap: z.number().meta({ description: describeGap, example: 1 }),
  })
  .meta({ id: 'BookingLoopView' });

/** The query of `GET /inventory/position/{id}/loop`. */
export const screenLoopQuery = z.strictObject({
  date: z.iso
    .date({ error: fieldMessage('date', { example: '2026-12-01' }) })
    .optional()
    .meta({ description: 'A day by the clock of the publication; default: today', example: '2026-12-01' }),
});
/** Valid `screenLoopQuery`. */
export type ScreenLoopQuery = z.output<typeof screenLoopQuery>;

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T08:00:00.000Z' });
const count = (description: string, example: number) => z.number().meta({ description, example });

/** The loops of a screen on one day. */
export const screenLoopView = z
  .strictObject({
    positionId: count('Position', 12),
    date: z.string().meta({ description: 'Day by the clock of the publication', example: '2026-12-01' }),
    timeZone: z.string().meta({ description: 'Of the publication', example: 'Europe/Amsterdam' }),
    revision: count('Revision of the configuration that it was planned on', 812),
    loopSeconds: count('How long a loop takes', 120),
    slotSeconds: count('How long one play takes', 10),
    unusedSeconds: count('Seconds at the end of each loop that no play fills', 0),
    bookings: z
      .array(
        z.strictObject({
          bookingId: count('Booking', 12),
          name: z.string().nullable().meta({ description: 'Its name; null: it is gone', example: 'Hall' }),
          plays: count('Plays on that day', 720),
          share: count('Part of all plays of the day, 0 to 1', 0.25),
        }),
      )
      .meta({ description: 'Who plays, the most plays first' }),
    emptyPlays: count('Plays that nobody bought or shares', 0),
    problems: z
      .array(
        z.strictObject({
          kind: z.enum(['overbooked', 'gap', 'separation', 'no_offline_media', 'caps_not_applied']).meta({
            description:
              '`overbooked`: it bought more than fits; `gap`: its plays follow each other sooner than it asks; ' +
              '`separation`: it follows one with a common exclusion label; `no_offline_media`: it is left out, because none of its creatives ' +
              'plays without a network (such as HTML5); `caps_not_applied`: its frequency caps do not apply in a loop',
            example: 'gap',
          }),
          bookingId: count('Whose', 12),
          otherBookingId: z.number().nullable().meta({ description: 'Whom it follows', example: null }),
          missedPlays: z.number().nullable().meta({ description: 'What it bought and does not get', example: null }),
          loops: count('In so many loops', 3),
        }),
      )
      .meta({ description: 'Every rule that could not be kept; empty: all are' }),
    loops: z
      .array(
        z.strictObject({
          startAt: instant('When it begins'),
          bookingIds: z
            .array(z.number().nullable())
            .meta({ description: 'Who plays in each slot, in order; null: nobody', example: [12, 13, null] }),
        }),
      )
      .meta({ description: 'In the order of time, while the screen is open' }),
  })
  .meta({ id: 'ScreenLoop' });
/** An object of `screenLoopView`. */
export type ScreenLoopView = z.output<typeof screenLoopView>;
