import type { Kysely } from 'kysely';
import { deletedAttachmentTtlMs } from '../../../../core/vocabulary/limits/attachment-limits.ts';
import { maxUnusedFiles } from '../../../../core/vocabulary/limits/upload-limits.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { type FileStore, type StoreArea, storeAreas } from '../../../../platform/files/file-store.ts';
import { attachmentArea, forgetAttachments } from '../../comment/attachment/attachment-use.ts';
import { type FileSetKey, foldersInUse, lockSet } from './file-use.ts';

export type Sweep = {
  readonly database: Kysely<Database>;
  readonly fileStore: FileStore;
  /** Retention of unused files of creatives, in milliseconds. Attachments have their own. */
  readonly ttlMs: number;
  readonly nowMs: () => number;
  /** Stops the removal of further files. */
  readonly signal?: AbortSignal;
};

/** Files removed per transaction. Operations that store the same files wait for it. */
const removedAtOnce = 50;

/**
 * Removes stored files that have been unused for the retention time: those of a process that died between storing and
 * committing, replaced ones, and attachments of deleted comments. Returns the number of removed sets. Source:
 * docs/decisions/0069-unused-files.md, docs/decisions/0193-comment-attachments.md.
 */
export async function sweepFiles(sweep: Sweep): Promise<number> {
  await noteUnused(sweep, await foldersInUse(sweep.database));
  let removed = 0;
  for (let due = await findDue(sweep); due.length > 0; due = await findDue(sweep)) {
    if (sweep.signal?.aborted === true) break;
    removed += await removeUnused(sweep, due);
  }
  return removed;
}

/** Deletes the recorded time of files that are used again, so that it restarts. */
async function noteUnused({ database, fileStore, nowMs }: Sweep, used: ReadonlySet<string>): Promise<void> {
  const noted = await database.selectFrom('unusedFile').select(['unusedFile.area', 'unusedFile.under']).execute();
  for (const { area, under } of noted) {
    if (used.has(`${area}/${under}`)) await forget(database, { area, under });
  }
  let left = maxUnusedFiles - noted.length;
  const known = new Set(noted.map(({ area, under }) => `${area}/${under}`));
  for (const area of storeAreas) {
    for await (const under of fileStore.hashes(area)) {
      if (left <= 0) return;
      if (used.has(`${area}/${under}`) || known.has(`${area}/${under}`)) continue;
      const since = new Date(nowMs());
      await database
        .insertInto('unusedFile')
        .values({ area, under, since })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      left -= 1;
    }
  }
}

async function findDue({ database, ttlMs, nowMs }: Sweep): Promise<readonly FileSetKey[]> {
  const rows = await database
    .selectFrom('unusedFile')
    .select(['unusedFile.area', 'unusedFile.under'])
    .where((eb) => {
      const isAttachment = eb('unusedFile.area', '=', attachmentArea);
      const unusedFor = (ms: number) => eb('unusedFile.since', '<=', new Date(nowMs() - ms));
      return eb.or([isAttachment.and(unusedFor(deletedAttachmentTtlMs)), eb.not(isAttachment).and(unusedFor(ttlMs))]);
    })
    // In a common order, so that transactions do not deadlock.
    .orderBy('unusedFile.under')
    .limit(removedAtOnce)
    .execute();
  return rows.map(({ area, under }) => ({ area: area as StoreArea, under }));
}

/** Checks again under the lock, because a new creative may refer to a file. */
async function removeUnused({ database, fileStore }: Sweep, due: readonly FileSetKey[]): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    for (const fileSet of due) await lockSet(transaction, fileSet);
    const used = await foldersInUse(transaction);
    const unused = due.filter(({ area, under }) => !used.has(`${area}/${under}`));
    for (const fileSet of unused) await fileStore.removeAll(fileSet);
    const attached = unused.filter(({ area }) => area === attachmentArea).map(({ under }) => under);
    await forgetAttachments(transaction, attached);
    for (const fileSet of due) await forget(transaction, fileSet);
    return unused.length;
  });
}

async function forget(database: Kysely<Database>, { area, under }: { readonly area: string; readonly under: string }) {
  await database
    .deleteFrom('unusedFile')
    .where('unusedFile.area', '=', area)
    .where('unusedFile.under', '=', under)
    .execute();
}
