import { z } from 'zod';
import { fieldMessage } from '../common/field-message.ts';

/** A reason that somebody reads and acts upon. */
const maxReasonLength = 1_000;

/** Why somebody decided as they did, in a few sentences. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, { error: fieldMessage('notEmpty') })
  .max(maxReasonLength, { error: fieldMessage('maxCharacters', { count: maxReasonLength }) })
  .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') })
  .meta({ description: 'Why, for whoever made it', example: 'The price cannot be read on a phone.' });

/** What may be said with an action such as `reject`. */
export const reasonBody = z.strictObject({ reason: reasonSchema.nullish() }).meta({ id: 'Reason' });
/** A valid `reasonBody`. */
export type ReasonBody = z.output<typeof reasonBody>;
