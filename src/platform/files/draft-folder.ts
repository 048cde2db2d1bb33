import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../core/time/durations.ts';
import type { FileContent, FileDraft } from './file-store.ts';

/** Age after which an incoming file is considered left over from a crash. */
const abandonedMs = hourMs;

/** A complete, durable file that is not visible yet. */
export type WrittenDraft = { readonly path: string; readonly sha256: string; readonly bytes: number };

/** Folder in which files are written until they are complete. No URL leads to it. */
export type DraftFolder = {
  /** Writes content durably. Removes drafts of dead processes. */
  write(content: FileContent): Promise<WrittenDraft>;
  discard(draft: Pick<WrittenDraft, 'path'>): Promise<void>;
  abandoned(olderThanMs: number): Promise<readonly FileDraft[]>;
};

export function openDraftFolder(folder: string): DraftFolder {
  return {
    async write(content) {
      await mkdir(folder, { recursive: true });
      for (const { path } of await abandonedDrafts(folder, abandonedMs)) await rm(path, { force: true });
      const path = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}`);
      try {
        return { path, ...(await writeDurably(path, content)) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    discard: ({ path }) => rm(path, { force: true }),
    abandoned: (olderThanMs) => abandonedDrafts(folder, olderThanMs),
  };
}

async function writeDurably(path: string, content: FileContent): Promise<Omit<WrittenDraft, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of chunksOf(content)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

function chunksOf(content: FileContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return Buffer.isBuffer(content) ? [content] : content;
}

async function abandonedDrafts(folder: string, olderThanMs: number): Promise<readonly FileDraft[]> {
  const before = Date.now() - olderThanMs;
  const drafts: FileDraft[] = [];
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtimeMs >= before) continue;
    drafts.push({ path, bytes: found.size, changedAtMs: found.mtimeMs });
  }
  return drafts;
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
