import { z } from 'zod';
import { dayPartSchema } from '../booking/day-part.ts';
import { fieldMessage } from '../common/field-message.ts';

/** How a screen hangs. */
export const orientations = ['landscape', 'portrait'] as const;

const maxPixels = 16_384;
const maxOpeningHours = 50;
const maxVenueTypes = 10;
const maxLoopSeconds = 3_600;
const hoursOfDay = 24;
/** Ten thousand people at one screen: a stadium. */
const maxMultiplierThousandths = 10_000_000;

const pixels = z
  .int({ error: fieldMessage('integerRange', { min: 1, max: maxPixels }) })
  .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxPixels }) })
  .max(maxPixels, { error: fieldMessage('integerRange', { min: 1, max: maxPixels }) })
  .nullish();
const seconds = (what: string, example: number) =>
  z
    .int({ error: fieldMessage('integer') })
    .min(1, { error: fieldMessage('min', { min: 1 }) })
    .max(maxLoopSeconds, { error: fieldMessage('max', { max: maxLoopSeconds }) })
    .nullish()
    .meta({ description: what, example });
const degrees = (most: number) =>
  z
    .number({ error: fieldMessage('degrees') })
    .min(-most)
    .max(most, { error: fieldMessage('numberRange', { min: -most, max: most }) });

/** What is known of a screen besides its positions. Source: product decisions 3. */
export const screenSchema = z
  .strictObject({
    width: pixels.meta({ description: 'Width of the picture in pixels', example: 1920 }),
    height: pixels.meta({ description: 'Height of the picture in pixels', example: 1080 }),
    orientation: z.enum(orientations).nullish().meta({ description: 'How it hangs', example: 'landscape' }),
    openingHours: z
      .array(dayPartSchema)
      .max(maxOpeningHours, { error: fieldMessage('maxEntries', { count: maxOpeningHours }) })
      .default([])
      .meta({
        description: 'When somebody can see it, by the clock of the publication; empty: always',
        example: [{ days: ['mon', 'tue'], fromMinute: 540, toMinute: 1_080 }],
      }),
    loopSeconds: seconds('How long its loop takes, in seconds', 120),
    slotSeconds: seconds('How long one ad of the loop takes, in seconds', 10),
    multiplierThousandths: z
      .array(
        z
          .int({ error: fieldMessage('integerRange', { min: 0, max: maxMultiplierThousandths }) })
          .min(0, { error: fieldMessage('integerRange', { min: 0, max: maxMultiplierThousandths }) })
          .max(maxMultiplierThousandths, {
            error: fieldMessage('integerRange', { min: 0, max: maxMultiplierThousandths }),
          }),
      )
      .length(hoursOfDay, { error: fieldMessage('hours24') })
      .nullish()
      .meta({
        description:
          'How many people see one play, in thousandths, by the hour of the clock of the publication, from 0 o’clock; null: one in each',
        example: Array.from({ length: hoursOfDay }, (_, hour) => (hour < 7 ? 0 : 2_500)),
      }),
    venueTypes: z
      .array(
        z.string().regex(/^[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}$/, {
          error: fieldMessage('code', { example: 'retail.grocery' }),
        }),
      )
      .max(maxVenueTypes, { error: fieldMessage('maxEntries', { count: maxVenueTypes }) })
      .default([])
      .meta({ description: 'Kinds of place, as the OpenOOH taxonomy names them', example: ['retail.grocery'] }),
    geo: z
      .strictObject({ latitude: degrees(90), longitude: degrees(180) })
      .nullish()
      .meta({ description: 'Where it hangs, degrees of WGS 84', example: { latitude: 50.85, longitude: 4.35 } }),
  })
  .refine(({ loopSeconds, slotSeconds }) => (slotSeconds ?? 0) <= (loopSeconds ?? maxLoopSeconds), {
    path: ['slotSeconds'],
    error: fieldMessage('withinLoop'),
  })
  .refine(({ loopSeconds, slotSeconds }) => !loopSeconds || !slotSeconds || loopSeconds % slotSeconds === 0, {
    path: ['loopSeconds'],
    error: fieldMessage('multipleOfSlot'),
  })
  .meta({ id: 'Screen' });
/** A screen as it is kept: with its defaults. */
export type Screen = z.output<typeof screenSchema>;
