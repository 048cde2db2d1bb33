import { z } from 'zod';
import { storeZones } from '../../core/vocabulary/codes/store-zones.ts';
import { venueTypeOf } from '../../core/vocabulary/codes/venue-types.ts';
import { dayPartSchema } from '../booking/day-part.ts';
import { nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Orientations of a screen. */
export const orientations = ['landscape', 'portrait'] as const;

const maxPixels = 16_384;
const maxOpeningHours = 50;
const maxVenueTypes = 10;
const maxLoopSeconds = 3_600;
/** Largest diagonal in inches: a wall of screens of 50 meters. */
const maxInches = 2_000;
const hoursOfDay = 24;
/** Largest audience multiplier in thousandths: 10,000 viewers of one screen, as in a stadium. */
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

/** Properties of a screen in addition to its positions. Source: product decisions 3. */
export const screenSchema = z
  .strictObject({
    width: pixels.meta({ description: 'Width of the display in pixels', example: 1920 }),
    height: pixels.meta({ description: 'Height of the display in pixels', example: 1080 }),
    orientation: z
      .enum(orientations)
      .nullish()
      .meta({ description: 'Orientation of the screen', example: 'landscape' }),
    openingHours: z
      .array(dayPartSchema)
      .max(maxOpeningHours, { error: fieldMessage('maxEntries', { count: maxOpeningHours }) })
      .default([])
      .meta({
        description:
          'Opening hours in the time zone of the publication, during which the screen can be seen. Empty: always.',
        example: [{ days: ['mon', 'tue'], fromMinute: 540, toMinute: 1_080 }],
      }),
    loopSeconds: seconds('Duration of a loop in seconds', 120),
    slotSeconds: seconds('Duration of one ad of the loop in seconds', 10),
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
          'Audience multipliers: number of people who see a play, in thousandths, for each hour of the day in the time zone of the publication, starting with hour 0. Null: one person in every hour.',
        example: Array.from({ length: hoursOfDay }, (_, hour) => (hour < 7 ? 0 : 2_500)),
      }),
    venueTypes: z
      .array(
        z.string().superRefine((value, context) => {
          const type = venueTypeOf(value);
          const isCode = type !== null && value !== String(type.id);
          const example = type?.code ?? 'retail.grocery';
          if (!isCode) context.addIssue({ code: 'custom', message: fieldMessage('venueType', { example, value }) });
        }),
      )
      .max(maxVenueTypes, { error: fieldMessage('maxEntries', { count: maxVenueTypes }) })
      .default([])
      .meta({ description: 'Codes of venue types of the OpenOOH taxonomy 1.2', example: ['retail.grocery'] }),
    chain: nameSchema.nullish().meta({ description: 'Name of the retail chain or network', example: 'FreshMart' }),
    store: nameSchema.nullish().meta({
      description: 'Name or number of the store, the same for all its screens',
      example: 'FreshMart Gent-Zuid',
    }),
    zone: z
      .enum(storeZones)
      .nullish()
      .meta({ description: 'Zone of the store (IAB in-store retail media standards)', example: 'checkout' }),
    diagonalInches: z
      .number()
      .positive({ error: fieldMessage('positive') })
      .max(maxInches, { error: fieldMessage('max', { max: maxInches }) })
      .nullish()
      .meta({ description: 'Diagonal of the display in inches', example: 55 }),
    hasAudio: z.boolean().nullish().meta({ description: 'Whether the screen plays sound', example: false }),
    geo: z
      .strictObject({ latitude: degrees(90), longitude: degrees(180) })
      .nullish()
      .meta({
        description: 'Coordinates of the screen in degrees (WGS 84)',
        example: { latitude: 50.85, longitude: 4.35 },
      }),
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
/** A stored screen, with its defaults. */
export type Screen = z.output<typeof screenSchema>;
