import type { Generated } from 'kysely';
import type { CommentedKind } from '../../../contract/collaboration/comment.ts';
import type { NotificationKind } from '../../../contract/collaboration/notification-kinds.ts';
import type { WithDefault } from '../columns.ts';

/** Tables of comments and notifications. */
export type CollaborationTables = {
  readonly objectComment: ObjectCommentTable;
  readonly notification: NotificationTable;
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
};
