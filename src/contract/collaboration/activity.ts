import { z } from 'zod';
import { maxActivityEntries } from '../../core/vocabulary/limits/collaboration-limits.ts';
import { idText, instantSchema, integerText, lineOfText, severalOf } from '../common/common.ts';

/** Kinds of objects whose changes the activity lists. */
export const activityKinds = ['campaigns', 'bookings', 'creatives', 'media-partners', 'brands', 'products'] as const;
/** One of `activityKinds`. */
export type ActivityKind = (typeof activityKinds)[number];

/** Number of entries of a page without `limit`. */
const defaultEntries = 50;

const kindSchema = z
  .enum(activityKinds)
  .meta({ description: 'Kind of the object, as in the API path below /api/v1', example: 'bookings' });

/** Filters and page of `GET /activity`. Source: docs/decisions/0190-activity.md. */
export const activityQuery = z.strictObject({
  limit: integerText(1, maxActivityEntries)
    .default(defaultEntries)
    .meta({
      description: `Number of entries per page, at most ${maxActivityEntries}`,
      example: defaultEntries,
      integerText: true,
    }),
  before: idText('activity entry')
    .optional()
    .meta({ description: 'Only entries before this one. The next page starts at `next` of the previous page.' }),
  actor: severalOf(lineOfText(100), 'Author, as in the audit log', 'user:12'),
  kind: severalOf(kindSchema, 'Kind of the object', 'bookings'),
  objectId: severalOf(idText('object'), 'ID of the object', 12),
  campaignId: idText('campaign').optional().meta({ description: 'Only the campaign with this ID and its bookings' }),
  from: instantSchema.optional().meta({ description: 'Start of the period (inclusive)' }),
  to: instantSchema.optional().meta({ description: 'End of the period (exclusive)' }),
});
/** A valid `activityQuery`. */
export type ActivityQuery = z.output<typeof activityQuery>;

const entry = {
  id: z.number().meta({ description: 'Sequence number in the audit log', example: 42 }),
  at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  actor: z.string().meta({ description: 'Author, as in the audit log', example: 'user:12' }),
  actorName: z.string().nullable().meta({
    description: 'Name of the author. Null for the system and for deleted accounts.',
    example: 'Maya Peeters',
  }),
  action: z.string().meta({
    description: 'Operation, such as `update`, `approve` or `pause`. `comment`: a comment was added.',
    example: 'update',
  }),
  kind: kindSchema,
  objectId: z.number().meta({ description: 'ID of the object', example: 12 }),
  objectName: z.string().meta({ description: 'Current name of the object', example: 'Aurora winter, leaderboards' }),
  fields: z.array(z.string()).meta({
    description: 'Changed fields of the object. Empty for a new object, and for a comment.',
    example: ['endDate', 'priority'],
  }),
  excerpt: z
    .string()
    .nullable()
    .meta({ description: 'Beginning of the comment. Null if it is no comment.', example: null }),
};

const entryView = z.strictObject(entry).meta({ id: 'ActivityEntry' });
/** An object of `entryView`. */
export type ActivityEntryView = z.output<typeof entryView>;

/** A page of the activity. */
export const activityView = z
  .strictObject({
    entries: z.array(entryView).meta({ description: 'Entries, newest first' }),
    next: z.number().nullable().meta({
      description: 'Value of `before` for the next page. Null if there are no further entries.',
      example: null,
    }),
  })
  .meta({ id: 'Activity' });
/** An object of `activityView`. */
export type ActivityView = z.output<typeof activityView>;

const state = (description: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, example: { priority: 5 } });

/** An entry with the values of its changed fields. */
export const activityChangeView = z
  .strictObject({
    ...entry,
    before: state('Changed fields before the change. Null if the object is new or the entry is a comment.'),
    after: state('Changed fields after the change. Null if the entry is a comment.'),
  })
  .meta({ id: 'ActivityChange' });
/** An object of `activityChangeView`. */
export type ActivityChangeView = z.output<typeof activityChangeView>;
