import { z } from 'zod';

const version = (description: string) => z.number().meta({ description, example: 4 });

/** What a reviewer is asked about: how an object differs from what was approved. Source: docs/decisions/0133-changes-under-review.md. */
export const reviewView = z
  .strictObject({
    version: version('Version of the object as it waits'),
    approved: z
      .strictObject({
        version: version('Version that was approved last'),
        until: z.string().nullable().meta({
          description: 'When it was changed, RFC 3339, UTC; null: it is in force until the decision',
          example: '2026-11-21T09:00:00.000Z',
        }),
      })
      .nullable()
      .meta({ description: 'null: nothing of it was ever approved' }),
    changes: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'Field of the object', example: 'priority' }),
          before: z.unknown().meta({ description: 'As it was approved', example: 5 }),
          after: z.unknown().meta({ description: 'As it waits', example: 3 }),
        }),
      )
      .meta({ description: 'Fields that differ, in the order in which the object has them' }),
  })
  .meta({ id: 'Review' });
/** An object of `reviewView`. */
export type ReviewView = z.output<typeof reviewView>;
