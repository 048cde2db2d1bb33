import type { Generated } from 'kysely';
import type { CommentedKind } from '../../../contract/collaboration/comment.ts';
import type { FavoriteKind } from '../../../contract/collaboration/favorite.ts';
import type { NotificationKind } from '../../../contract/collaboration/notification-kinds.ts';
import type { WithDefault } from '../columns.ts';

/** Tables of comments, notifications, favorites and recent objects. */
export type CollaborationTables = {
  readonly objectComment: ObjectCommentTable;
  readonly notification: NotificationTable;
  readonly favorite: FavoriteTable;
  readonly recentObject: RecentObjectTable;
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
