import { z } from 'zod';
import { maxCommentLength, maxCommentMentions } from '../../core/vocabulary/limits/collaboration-limits.ts';
import { idSchema, idText, lineOfText, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Kinds of objects that can have comments. */
export const commentedKinds = ['campaigns', 'bookings', 'creatives'] as const;
/** One of `commentedKinds`. */
export type CommentedKind = (typeof commentedKinds)[number];

/** Kind of the object that comments, notifications and favorites refer to. */
export const commentedKindSchema = z
  .enum(commentedKinds)
  .meta({ description: 'Kind of the object, as in the API path below /api/v1', example: 'bookings' });

const text = z
  .string()
  .overwrite((given) => given.replaceAll(/\r\n?/g, '\n').trim())
  .min(1, { error: fieldMessage('notEmpty') })
  .max(maxCommentLength, { error: fieldMessage('maxCharacters', { count: maxCommentLength }) })
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, { error: fieldMessage('noControl') })
  .meta({
    description: `Plain text with line breaks, at most ${maxCommentLength} characters. It is never interpreted as HTML.`,
    example: 'The creative of the second week is missing.',
  });

const mentionIds = z
  .array(idSchema('mentioned user'))
  .max(maxCommentMentions, { error: fieldMessage('maxEntries', { count: maxCommentMentions }) })
  .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessage('noDuplicates') });

const mentionDescription = {
  description: `IDs of the mentioned users, at most ${maxCommentMentions}. Each must be able to read the object.`,
  example: [12],
};

/** Creates a comment. Source: docs/decisions/0184-comments-and-notifications.md. */
export const commentBody = z
  .strictObject({
    kind: commentedKindSchema,
    objectId: idSchema('object'),
    text,
    mentionIds: mentionIds.default([]).meta(mentionDescription),
  })
  .meta({ id: 'CommentBody' });
/** A valid `commentBody`. */
export type CommentBody = z.output<typeof commentBody>;

/** Changes one's own comment. */
export const commentPatch = z
  .strictObject({
    text: text.optional(),
    mentionIds: mentionIds.optional().meta(mentionDescription),
    deleted: z.literal(false).optional().meta({ description: 'Restores a deleted comment', example: false }),
  })
  .meta({ id: 'CommentPatch' });
/** A valid `commentPatch`. */
export type CommentPatch = z.output<typeof commentPatch>;

/** A user who can be mentioned. */
export const mentionableUserView = z
  .strictObject({
    id: z.number().meta({ description: 'ID of the user', example: 12 }),
    name: z.string().meta({ description: 'Display name', example: 'Maya Peeters' }),
  })
  .meta({ id: 'MentionableUser' });
/** A valid `mentionableUserView`. */
export type MentionableUser = z.output<typeof mentionableUserView>;

/** A comment. */
export const commentView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    kind: commentedKindSchema,
    objectId: z.number().meta({ description: 'ID of the object', example: 12 }),
    text,
    mentions: z.array(mentionableUserView).meta({ description: 'Mentioned users' }),
    author: z.string().meta({ description: 'Author, as in the audit log', example: 'user:12' }),
    authorName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the author. Null if it no longer exists.', example: 'Maya Peeters' }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    editedAt: z
      .string()
      .nullable()
      .meta({ description: 'Time of the last change of the text, RFC 3339, UTC. Null if unchanged.', example: null }),
    deletedAt: z
      .string()
      .nullable()
      .meta({ description: 'Time of deletion, RFC 3339, UTC. Null if not deleted.', example: null }),
    editable: z.boolean().meta({ description: 'Whether the caller may change and delete it', example: true }),
  })
  .meta({ id: 'Comment' });
/** A valid `commentView`. */
export type CommentView = z.output<typeof commentView>;

const ofObject = { kind: commentedKindSchema, objectId: idText('object') };

/** Query of `GET /comments`. */
export const commentsQuery = z.strictObject({ ...ofObject, ...pageQuery() });
/** A valid `commentsQuery`. */
export type CommentsQuery = z.output<typeof commentsQuery>;

/** Query of `GET /comments/mentionable-users`. */
export const mentionableUsersQuery = z.strictObject({
  ...ofObject,
  search: lineOfText(255).optional().meta({ description: 'Part of the name, case-insensitive', example: 'maya' }),
});
/** A valid `mentionableUsersQuery`. */
export type MentionableUsersQuery = z.output<typeof mentionableUsersQuery>;
