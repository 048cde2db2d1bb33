import { z } from 'zod';

const version = (description: string) => z.number().meta({ description, example: 4 });

/**
 * Differences between an object and its last approved version, for reviewers. Source:
 * docs/decisions/0133-changes-under-review.md.
 */
export const reviewView = z
  .strictObject({
    version: version('Version of the object that waits for review'),
    approved: z
      .strictObject({
        version: version('Version that was approved last'),
        until: z.string().nullable().meta({
          description:
            'Time until which the approved version was in force, RFC 3339, UTC. Null if it remains in force until the decision.',
          example: '2026-11-21T09:00:00.000Z',
        }),
      })
      .nullable()
      .meta({ description: 'Last approved version. Null if the object was never approved.' }),
    changes: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'Field of the object', example: 'priority' }),
          before: z.unknown().meta({ description: 'Approved value', example: 5 }),
          after: z.unknown().meta({ description: 'Value that waits for review', example: 3 }),
        }),
      )
      .meta({ description: 'Changed fields, in the order of the object' }),
  })
  .meta({ id: 'Review' });
/** An object of `reviewView`. */
export type ReviewView = z.output<typeof reviewView>;
