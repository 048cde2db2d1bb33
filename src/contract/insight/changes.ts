import { z } from 'zod';
import { maxPageSize } from '../../core/words/limits.ts';
import { pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { changedKinds } from '../resource-types/all-resource-types.ts';

/** Where a reader is, and what of. Source: docs/decisions/0051-changes.md. */
export const changesQuery = z.strictObject({
  since: z
    .string()
    // Fifteen digits: more than there will be, and no number that is not exact.
    .regex(/^(?:0|[1-9]\d{0,14})(?:-[0-9a-z]{1,12})?$/, {
      error: fieldMessage('cursor'),
    })
    .optional()
    .meta({
      description:
        'Changes after that: `cursor` of an earlier answer, or the revision in `Placard-Revision`; `0`: all that are kept. Left out: none, only the cursor of now',
      example: '42-mh5k2p0w',
    }),
  limit: pageQuery(maxPageSize).limit.meta({
    description: `Changes of one page, at most ${maxPageSize}; those of one revision come together, and may be more`,
    example: 50,
    integerText: true,
  }),
  kind: z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(z.enum(changedKinds)).min(1).max(changedKinds.length).optional(),
    )
    .meta({ description: 'Kind of the objects; repeat it for any of several', example: ['bookings'] }),
});
/** A valid `changesQuery`. */
export type ChangesQuery = z.output<typeof changesQuery>;

/** One page of changes in their order. */
export const changesView = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        revision: z.number().meta({ description: 'Revision of the change', example: 42 }),
        at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
        kind: z.enum(changedKinds).meta({ description: 'Kind of the object, as in its path below /api/v1' }),
        id: z.number().meta({ description: 'Id of the object', example: 12 }),
        link: z
          .string()
          .meta({ description: 'Where it can be read', example: 'https://ads.example/api/v1/bookings/12' }),
        members: z
          .array(z.string())
          .nullable()
          .meta({ description: 'Members of it that changed; null: it is new', example: ['priority', 'updatedAt'] }),
      }),
    ),
    cursor: z
      .string()
      .meta({ description: 'The next `since`; keep it when the changes are dealt with', example: '42-mh5k2p0w' }),
    hasMore: z.boolean().meta({ description: 'Whether to ask again at once; false: later', example: false }),
  })
  .meta({ id: 'Changes' });
/** An object of `changesView`. */
export type ChangesView = z.output<typeof changesView>;
