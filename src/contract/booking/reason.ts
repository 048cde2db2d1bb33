import { z } from 'zod';
import { fieldMessage } from '../common/field-message.ts';

/** Most characters of a reason. */
const maxReasonLength = 1_000;

/** Reason of a decision in a few sentences. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, { error: fieldMessage('notEmpty') })
  .max(maxReasonLength, { error: fieldMessage('maxCharacters', { count: maxReasonLength }) })
  .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') })
  .meta({
    description: 'Reason, written for the author of the object',
    example: 'The price cannot be read on a phone.',
  });

/** Optional body of an action such as `reject`. */
export const reasonBody = z.strictObject({ reason: reasonSchema.nullish() }).meta({ id: 'Reason' });
/** A valid `reasonBody`. */
export type ReasonBody = z.output<typeof reasonBody>;
