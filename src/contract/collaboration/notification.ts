/*
 * Resources with which users work together.
 *
 * - `comment.ts`: comments on objects. `activity.ts`: changes of objects. `favorite.ts`: favorites and recent objects.
 * - `notification.ts`, `notification-kinds.ts`, `notification-preferences.ts`: notifications and how a user gets them.
 */

import { z } from 'zod';
import { idSchema, pageQuery } from '../common/common.ts';
import { commentedKindSchema } from './comment.ts';
import { notificationKinds } from './notification-kinds.ts';

/** A notification of the calling user. Source: docs/decisions/0184-comments-and-notifications.md. */
export const notificationView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    kind: z.enum(notificationKinds).meta({
      description:
        '`mention`: mentioned in a comment. `comment`: comment on an object that the user created. `approved`, `rejected`: decision about a booking or creative that the user submitted. `under_delivering`: the health of a booking became critical. `ended`: the end date of a booking has passed.',
      example: 'mention',
    }),
    objectKind: commentedKindSchema,
    objectId: z.number().meta({ description: 'ID of the object', example: 12 }),
    objectName: z.string().meta({ description: 'Name of the object', example: 'Aurora winter' }),
    commentId: z.number().nullable().meta({ description: 'ID of the comment. Null: none.', example: 12 }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'Start of the comment. Null without a comment.', example: 'The creative is missing.' }),
    actorName: z.string().nullable().meta({
      description: 'Name of the user or service account that caused it. Null: the system.',
      example: 'Maya Peeters',
    }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    readAt: z
      .string()
      .nullable()
      .meta({ description: 'Time at which it was marked as read, RFC 3339, UTC. Null: unread.', example: null }),
  })
  .meta({ id: 'Notification' });
/** A valid `notificationView`. */
export type NotificationView = z.output<typeof notificationView>;

/** Query of `GET /notifications`. */
export const notificationsQuery = z.strictObject({
  ...pageQuery(),
  unread: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only unread notifications', example: 'true' }),
});
/** A valid `notificationsQuery`. */
export type NotificationsQuery = z.output<typeof notificationsQuery>;

const read = z.boolean().meta({ description: 'Whether the notification is read', example: true });

/** Marks a notification as read or unread. */
export const notificationPatch = z.strictObject({ read: read.optional() }).meta({ id: 'NotificationPatch' });
/** A valid `notificationPatch`. */
export type NotificationPatch = z.output<typeof notificationPatch>;

/** Marks all notifications up to one as read. */
export const readNotificationsBody = z
  .strictObject({ newestId: idSchema('newest notification that the user has seen; later ones stay unread') })
  .meta({ id: 'ReadNotificationsBody' });
/** A valid `readNotificationsBody`. */
export type ReadNotificationsBody = z.output<typeof readNotificationsBody>;

/** Number of unread notifications. */
export const unreadView = z
  .strictObject({ unread: z.number().meta({ description: 'Number of unread notifications', example: 0 }) })
  .meta({ id: 'UnreadNotifications' });
/** A valid `unreadView`. */
export type UnreadView = z.output<typeof unreadView>;
