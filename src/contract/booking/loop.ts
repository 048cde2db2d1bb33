import { z } from 'zod';
import { maxLoopGap, maxPlaysPerLoop } from '../../core/vocabulary/limits/screen-limits.ts';
import { fieldMessage } from '../common/field-message.ts';

const describePlays = 'Guaranteed plays per loop. Null if no number of plays is booked.';
const describePercent =
  'Guaranteed percentage of all plays of the day, with up to two decimals. Null if no percentage is booked.';
const describeWholeStore =
  'Plays at the same time on all booked screens of a store, in the same slots of each loop, or on none. Requires `playsPerLoop`.';
const describeGap = 'Least number of other plays between two plays of the booking';

/** Loop of a screen: guaranteed plays of a booking of type `in_store`. Source: docs/decisions/0115-loops.md. */
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
    wholeStore: z.boolean().default(false).meta({ description: describeWholeStore, example: false }),
  })
  .refine(({ playsPerLoop, wholeStore }) => !wholeStore || Boolean(playsPerLoop), {
    path: ['wholeStore'],
    error: fieldMessage('requiresPlays'),
  })
  .refine(({ playsPerLoop, percent }) => !playsPerLoop || !percent, {
    path: ['percent'],
    error: fieldMessage('notWithPlays'),
  })
  .meta({ id: 'BookingLoop' });
/** A valid `bookingLoopSchema`. */
export type BookingLoop = z.output<typeof bookingLoopSchema>;

/** The loop of a booking as returned by the API. */
export const bookingLoopView = z
  .strictObject({
    playsPerLoop: z.number().nullable().meta({ description: describePlays, example: 2 }),
    percent: z.number().nullable().meta({ description: describePercent, example: null }),
    minGap: z.number().meta({ description: describeGap, example: 1 }),
    wholeStore: z.boolean().meta({ description: describeWholeStore, example: false }),
  })
  .meta({ id: 'BookingLoopView' });

/** Query of `GET /inventory/position/{id}/loop`. */
export const screenLoopQuery = z.strictObject({
  date: z.iso
    .date({ error: fieldMessage('date', { example: '2026-12-01' }) })
    .optional()
    .meta({ description: 'Day in the time zone of the publication. Default: today.', example: '2026-12-01' }),
});
/** Valid `screenLoopQuery`. */
export type ScreenLoopQuery = z.output<typeof screenLoopQuery>;

const loopProblemKinds = [
  'overbooked',
  'gap',
  'separation',
  'no_offline_media',
  'caps_not_applied',
  'roadblock_no_store',
  'roadblock_loops_differ',
  'roadblock_screen_refuses',
  'roadblock_no_slot',
] as const;

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T08:00:00.000Z' });
const count = (description: string, example: number) => z.number().meta({ description, example });

/** The loops of a screen on one day. */
export const screenLoopView = z
  .strictObject({
    positionId: count('Position', 12),
    date: z.string().meta({ description: 'Day in the time zone of the publication', example: '2026-12-01' }),
    timeZone: z.string().meta({ description: 'Time zone of the publication', example: 'Europe/Amsterdam' }),
    revision: count('Revision of the configuration that the loop was planned with', 812),
    loopSeconds: count('Duration of a loop in seconds', 120),
    slotSeconds: count('Duration of a play in seconds', 10),
    unusedSeconds: count('Seconds at the end of each loop that no play fills', 0),
    bookings: z
      .array(
        z.strictObject({
          bookingId: count('Booking', 12),
          name: z
            .string()
            .nullable()
            .meta({ description: 'Name of the booking. Null if the booking no longer exists.', example: 'Hall' }),
          plays: count('Number of plays on that day', 720),
          share: count('Part of all plays of the day, from 0 to 1', 0.25),
        }),
      )
      .meta({ description: 'Bookings in the loop, the most plays first' }),
    emptyPlays: count('Plays without a booking', 0),
    problems: z
      .array(
        z.strictObject({
          kind: z.enum(loopProblemKinds).meta({
            description:
              '`overbooked`: the guaranteed plays do not fit. `gap`: plays of the booking follow each other sooner than `minGap` allows. `separation`: the play follows a play with a common exclusion label. `no_offline_media`: the booking is left out because none of its creatives plays without a network (such as markup that loads files of other hosts). `caps_not_applied`: frequency caps do not apply in a loop. `roadblock_no_store`, `roadblock_loops_differ`, `roadblock_screen_refuses`, `roadblock_no_slot`: no screen of the store plays the store roadblock, because the screen has no store; the loops, opening hours or time zones of its screens differ; a screen does not accept the booking or has no creative for it; or no slots are free on all screens.',
            example: 'gap',
          }),
          bookingId: count('Booking with the problem', 12),
          otherBookingId: z.number().nullable().meta({
            description: 'Booking of the preceding play. Null if the problem concerns only one booking.',
            example: null,
          }),
          missedPlays: z.number().nullable().meta({ description: 'Guaranteed plays that are missing', example: null }),
          loops: count('Number of affected loops', 3),
        }),
      )
      .meta({ description: 'Violated rules. Empty if all rules are met.' }),
    loops: z
      .array(
        z.strictObject({
          startAt: instant('Start of the loop'),
          bookingIds: z
            .array(z.number().nullable())
            .meta({ description: 'Booking of each slot, in order. Null for an empty slot.', example: [12, 13, null] }),
        }),
      )
      .meta({ description: 'Loops in chronological order, during the opening hours of the screen' }),
  })
  .meta({ id: 'ScreenLoop' });
/** An object of `screenLoopView`. */
export type ScreenLoopView = z.output<typeof screenLoopView>;
