import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** Area of attachments in the file store. Their folder is the hash of the content. */
export const attachmentArea = 'attachments';

/** Returns the folders of attachments of comments that are not deleted, as `attachments/<hash>`. */
export async function attachmentFolders(database: Kysely<Database>): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('commentAttachment')
    .innerJoin('objectComment', 'objectComment.id', 'commentAttachment.commentId')
    .select('commentAttachment.sha256')
    .distinct()
    .where('objectComment.deletedAt', 'is', null)
    .execute();
  return rows.map(({ sha256 }) => `${attachmentArea}/${sha256}`);
}

/** Returns whether an attachment has this content, also one of a deleted comment that can still be restored. */
export async function isAttached(database: Kysely<Database>, sha256: string): Promise<boolean> {
  const row = await database
    .selectFrom('commentAttachment')
    .select('commentAttachment.id')
    .where('commentAttachment.sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the attachments with these contents, whose files were removed. */
export async function forgetAttachments(database: Kysely<Database>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await database
    .deleteFrom('commentAttachment')
    .where('commentAttachment.sha256', 'in', [...hashes])
    .execute();
}
