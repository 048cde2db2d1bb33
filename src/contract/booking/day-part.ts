import { z } from 'zod';
import { weekdays } from '../../core/vocabulary/statuses.ts';
import { fieldMessage } from '../common/field-message.ts';

const minutesOfDay = 24 * 60;

/** Schema of a list of distinct days of the week. Empty: every day. */
export const daysSchema = z
  .array(z.enum(weekdays))
  .refine((days) => new Set(days).size === days.length, { error: fieldMessage('noDuplicates') })
  .meta({
    description: 'Days of the week in the time zone of the publication. Empty: every day.',
    example: ['mon', 'fri'],
  });

/** A part of the local day in minutes from midnight. The end is exclusive. Source: product decisions 3. */
export const dayPartSchema = z
  .strictObject({
    days: daysSchema.default([]),
    fromMinute: z
      .int()
      .min(0)
      .max(minutesOfDay - 1)
      .meta({ description: 'Start in minutes from local midnight (inclusive)', example: 420 }),
    toMinute: z
      .int()
      .min(1)
      .max(minutesOfDay)
      .meta({ description: 'End in minutes from local midnight (exclusive). 1440 is midnight.', example: 600 }),
  })
  .refine((part) => part.toMinute > part.fromMinute, { path: ['toMinute'], error: fieldMessage('afterFromMinute') });
