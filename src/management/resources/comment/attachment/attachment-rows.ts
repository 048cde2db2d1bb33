import type { Kysely, Selectable } from 'kysely';
import type { CommentAttachmentView } from '../../../../contract/collaboration/comment.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { lockSet } from '../../creative/files/file-use.ts';
import { attachmentArea } from './attachment-use.ts';
import type { PreparedAttachment } from './prepare-attachments.ts';

export type StoredAttachment = Selectable<Database['commentAttachment']>;

/** Adds the attachments of a comment, in their order. */
export async function addAttachments(
  transaction: Kysely<Database>,
  commentId: number,
  attachments: readonly PreparedAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const rows = attachments.map(({ name, mime, bytes, thumbnail, set }) => ({
    commentId,
    name,
    mime,
    bytes,
    sha256: set.under,
    thumbnailWidth: thumbnail?.width ?? null,
    thumbnailHeight: thumbnail?.height ?? null,
  }));
  await transaction.insertInto('commentAttachment').values(rows).execute();
}

/** Returns the attachments of comments, in their order, by comment. */
export async function readAttachments(
  database: Kysely<Database>,
  commentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredAttachment[]>> {
  if (commentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('commentAttachment')
    .selectAll('commentAttachment')
    .where('commentAttachment.commentId', 'in', [...commentIds])
    .orderBy('commentAttachment.id')
    .execute();
  return Map.groupBy(rows, ({ commentId }) => commentId);
}

/** Removes attachments of a comment. Their files are removed by the next sweeps. */
export async function removeAttachments(transaction: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom('commentAttachment')
    .where('commentAttachment.id', 'in', [...ids])
    .execute();
}

/** Locks the files of a comment that is restored, so that they are not removed meanwhile. */
export async function lockAttachments(transaction: Kysely<Database>, commentId: number): Promise<void> {
  const attachments = (await readAttachments(transaction, [commentId])).get(commentId) ?? [];
  // In a common order, so that transactions do not deadlock.
  const hashes = [...new Set(attachments.map(({ sha256 }) => sha256))].toSorted();
  for (const under of hashes) await lockSet(transaction, { area: attachmentArea, under });
}

export function presentAttachment(row: StoredAttachment): CommentAttachmentView {
  const { id, name, mime, bytes, thumbnailWidth: width, thumbnailHeight: height } = row;
  return { id, name, type: mime, bytes, thumbnail: width === null || height === null ? null : { width, height } };
}
