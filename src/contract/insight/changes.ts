import { z } from 'zod';
import { maxPageSize } from '../../core/vocabulary/limits/api-limits.ts';
import { pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { changedKinds } from '../resource-types/all-resource-types.ts';

/** Query of `GET /changes`: start of the page and filters. Source: docs/decisions/0051-changes.md. */
export const changesQuery = z.strictObject({
  since: z
    .string()
    // At most 15 digits, so that every number is a safe integer.
    .regex(/^(?:0|[1-9]\d{0,14})(?:-[0-9a-z]{1,12})?$/, {
      error: fieldMessage('cursor'),
    })
    .optional()
    .meta({
      description:
        'Returns changes after this point: `cursor` of an earlier response, or the revision in `Placard-Revision`. `0`: all retained changes. If omitted, no changes are returned, only the current cursor.',
      example: '42-mh5k2p0w',
    }),
  limit: pageQuery(maxPageSize).limit.meta({
    description: `Number of changes per page, at most ${maxPageSize}. Changes of one revision are never split, so a page may contain more.`,
    example: 50,
    integerText: true,
  }),
  kind: z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(z.enum(changedKinds)).min(1).max(changedKinds.length).optional(),
    )
    .meta({
      description: 'Type of the objects. Repeat the parameter to match any of several values.',
      example: ['bookings'],
    }),
});
/** A valid `changesQuery`. */
export type ChangesQuery = z.output<typeof changesQuery>;

/** A page of changes in chronological order. */
export const changesView = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        revision: z.number().meta({ description: 'Revision of the change', example: 42 }),
        at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
        kind: z.enum(changedKinds).meta({ description: 'Type of the object, as in the API path below /api/v1' }),
        id: z.number().meta({ description: 'ID of the object', example: 12 }),
        link: z.string().meta({ description: 'URL of the object', example: 'https://ads.example/api/v1/bookings/12' }),
        members: z
          .array(z.string())
          .nullable()
          .meta({ description: 'Changed fields. Null if the object is new.', example: ['priority', 'updatedAt'] }),
      }),
    ),
    cursor: z.string().meta({
      description: 'Value of `since` for the next request. Store it after the changes are processed.',
      example: '42-mh5k2p0w',
    }),
    hasMore: z.boolean().meta({ description: 'Whether more changes are available now', example: false }),
  })
  .meta({ id: 'Changes' });
/** An object of `changesView`. */
export type ChangesView = z.output<typeof changesView>;
