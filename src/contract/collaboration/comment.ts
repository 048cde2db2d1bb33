import { z } from 'zod';
import { maxAttachmentBytes, maxCommentAttachments } from '../../core/vocabulary/limits/attachment-limits.ts';
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
  .max(maxCommentLength, { error: fieldMessage('maxCharacters', { count: maxCommentLength }) })
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, { error: fieldMessage('noControl') })
  .meta({
    description: `Plain text with line breaks, at most ${maxCommentLength} characters. It is never interpreted as HTML. Only a comment with attachments may have an empty text.`,
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

const uploadIds = z
  .array(z.uuid({ error: fieldMessage('uploadId') }))
  .max(maxCommentAttachments, { error: fieldMessage('maxEntries', { count: maxCommentAttachments }) })
  .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessage('noDuplicates') })
  .meta({
    description: `Complete uploads of \`/uploads\` that become attachments, at most ${maxCommentAttachments} of at most ${maxAttachmentBytes} bytes each`,
    example: ['0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4'],
  });

const attachmentIds = z
  .array(idSchema('attachment'))
  .max(maxCommentAttachments, { error: fieldMessage('maxEntries', { count: maxCommentAttachments }) })
  .meta({ description: 'IDs of the attachments that remain. The others are deleted.', example: [12] });

/** Creates a comment. Source: docs/decisions/0184-comments-and-notifications.md. */
export const commentBody = z
  .strictObject({
    kind: commentedKindSchema,
    objectId: idSchema('object'),
    text,
    mentionIds: mentionIds.default([]).meta(mentionDescription),
    uploadIds: uploadIds.default([]),
  })
  .refine((body) => body.text !== '' || body.uploadIds.length > 0, { path: ['text'], error: fieldMessage('notEmpty') })
  .meta({ id: 'CommentBody' });
/** A valid `commentBody`. */
export type CommentBody = z.output<typeof commentBody>;

/** Changes one's own comment. */
export const commentPatch = z
  .strictObject({
    text: text.optional(),
    mentionIds: mentionIds.optional().meta(mentionDescription),
    attachmentIds: attachmentIds.optional(),
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

/** A file attached to a comment. */
export const commentAttachmentView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    name: z.string().meta({ description: 'File name', example: 'Media plan.pdf' }),
    type: z.string().meta({ description: 'Media type of the download', example: 'application/pdf' }),
    bytes: z.number().meta({ description: 'Size in bytes', example: 48_211 }),
    thumbnail: z
      .strictObject({
        width: z.number().meta({ description: 'Width in pixels', example: 480 }),
        height: z.number().meta({ description: 'Height in pixels', example: 270 }),
      })
      .nullable()
      .meta({ description: 'Size of the thumbnail. Null: the file has none.' }),
  })
  .meta({ id: 'CommentAttachment' });
/** A valid `commentAttachmentView`. */
export type CommentAttachmentView = z.output<typeof commentAttachmentView>;

/** A comment. */
export const commentView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    kind: commentedKindSchema,
    objectId: z.number().meta({ description: 'ID of the object', example: 12 }),
    text,
    mentions: z.array(mentionableUserView).meta({ description: 'Mentioned users' }),
    attachments: z.array(commentAttachmentView).meta({ description: 'Attached files' }),
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

/** Path of an attachment. */
export const commentAttachmentPath = z.strictObject({ id: idText('comment'), attachmentId: idText('attachment') });
/** A valid `commentAttachmentPath`. */
export type CommentAttachmentPath = z.output<typeof commentAttachmentPath>;

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
