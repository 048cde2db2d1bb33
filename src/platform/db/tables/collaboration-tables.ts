import type { Generated } from 'kysely';
import type { CommentedKind } from '../../../contract/collaboration/comment.ts';
import type { FavoriteKind } from '../../../contract/collaboration/favorite.ts';
import type { NotificationKind } from '../../../contract/collaboration/notification-kinds.ts';
import type { WithDefault } from '../columns.ts';

/** Tables of comments with their attachments, notifications, favorites and recent objects. */
export type CollaborationTables = {
  readonly objectComment: ObjectCommentTable;
  readonly commentAttachment: CommentAttachmentTable;
  readonly notification: NotificationTable;
  readonly favorite: FavoriteTable;
  readonly recentObject: RecentObjectTable;
  readonly notificationPreference: NotificationPreferenceTable;
};

type ObjectCommentTable = {
  id: Generated<number>;
  kind: CommentedKind;
  objectId: number;
  /** In the form of the audit log: `user:3`. */
  author: string;
  text: string;
  mentionIds: number[];
  createdAt: WithDefault<Date>;
  editedAt: Date | null;
  deletedAt: Date | null;
};

type CommentAttachmentTable = {
  id: Generated<number>;
  commentId: number;
  /** File name for the download, without a folder. */
  name: string;
  mime: string;
  bytes: number;
  /** Hash of the content, in hex. Its files are `attachments/<sha256>/…` in the file store. */
  sha256: string;
  /** Size of the thumbnail in pixels. Both null: none. */
  thumbnailWidth: number | null;
  thumbnailHeight: number | null;
};

type NotificationTable = {
  id: Generated<number>;
  userId: number;
  kind: NotificationKind;
  objectKind: CommentedKind;
  objectId: number;
  commentId: number | null;
  /** Who caused it, in the form of the audit log. null: the system. */
  actor: string | null;
  onceKey: string | null;
  createdAt: WithDefault<Date>;
  readAt: Date | null;
  /** Whether the list of the user contains it. */
  inApp: WithDefault<boolean>;
  /** State of its e-mail. null: none is sent. */
  mailState: WithDefault<MailState | null>;
  /** Failed attempts to send the e-mail. */
  mailAttempts: WithDefault<number>;
  /** Time of the next attempt. While `sending`: the time after which the process counts as ended. */
  mailDueAt: WithDefault<Date | null>;
};

/**
 * `pending`: to be sent. `sending`: a process is sending it. `sent`: the mail server accepted it. `uncertain`: the result
 * of the attempt is unknown, so it is not repeated. `failed`: refused, or out of attempts. `skipped`: not sent, because
 * e-mail is not configured or the user may not read the object.
 */
export type MailState = 'pending' | 'sending' | 'sent' | 'uncertain' | 'failed' | 'skipped';

/** Channels of one kind for one user. No row: the defaults. */
type NotificationPreferenceTable = {
  userId: number;
  kind: NotificationKind;
  inApp: boolean;
  byEmail: boolean;
};

type FavoriteTable = {
  id: Generated<number>;
  /** Who added it, in the form of the audit log: `user:3`. */
  owner: string;
  kind: FavoriteKind;
  objectId: number;
  createdAt: WithDefault<Date>;
};

type RecentObjectTable = {
  /** Who opened it, in the form of the audit log: `user:3`. */
  owner: string;
  kind: FavoriteKind;
  objectId: number;
  openedAt: WithDefault<Date>;
};
