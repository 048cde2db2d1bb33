import { z } from 'zod';

/** A reason that somebody reads and acts upon. */
const maxReasonLength = 1_000;

/** Why somebody decided as they did, in a few sentences. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(maxReasonLength, { error: `must have at most ${maxReasonLength} characters` })
  .regex(/^[^\0\p{Cs}]*$/u, { error: 'must not hold NUL characters' })
  .meta({ description: 'Why, for whoever made it', example: 'The price cannot be read on a phone.' });

/** What may be said with an action such as `reject`. */
export const reasonBody = z.strictObject({ reason: reasonSchema.nullish() }).meta({ id: 'Reason' });
/** A valid `reasonBody`. */
export type ReasonBody = z.output<typeof reasonBody>;
