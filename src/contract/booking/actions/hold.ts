import { z } from 'zod';
import { instantSchema, lineOfText } from '../../common/common.ts';

const maxNoteLength = 500;

const describeNote = 'Note about the hold, for example who asked for it';
const noteExample = 'Option of Aurora until the budget is confirmed';

/** Terms of a hold. The end must be in the future and at most `maxHoldMs` away. */
const holdTerms = {
  heldUntil: instantSchema.meta({
    description: 'End of the hold (exclusive), at most one year from now. The inventory is then released.',
    example: '2026-12-15T17:00:00Z',
  }),
  note: lineOfText(maxNoteLength).nullish().meta({ description: describeNote, example: noteExample }),
} as const;

/** Body of the action `hold` of a booking or campaign. Source: docs/decisions/0218-holds.md. */
export const holdBody = z.strictObject(holdTerms).meta({ id: 'Hold' });
/** A valid `holdBody`. */
export type HoldBody = z.output<typeof holdBody>;

/** Fields of a bulk entry with the action `hold`. */
export const bulkHoldFields = {
  heldUntil: holdTerms.heldUntil.optional(),
  note: holdTerms.note,
} as const;

/** Fields of the hold in views of bookings and campaigns. */
export const holdView = {
  heldUntil: z.string().nullable().meta({
    description: 'End of the hold (exclusive), or the time at which it was released. Null if there is no hold.',
    example: null,
  }),
  holdNote: z.string().nullable().meta({ description: describeNote, example: null }),
} as const;
