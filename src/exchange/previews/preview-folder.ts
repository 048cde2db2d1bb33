import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import { maxPreviewLinkSeconds } from '../../core/words/limits.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** A creative as it was when somebody made a link to it, in whatever state of review. */
export type Preview = {
  readonly creative: CreativeRow;
  readonly format: FormatRow;
  /** What was wrong with it, for people; left out: nothing that is known. */
  readonly checks?: readonly string[];
};

/**
 * Where management leaves what a preview link shows, because delivery knows only what is approved, and no database.
 * A file is named by its content, so two links to the same content share it.
 */
export type PreviewFolder = {
  /** Answers its name. */
  keep(preview: Preview): Promise<string>;
  /** Null: there is none of this name. */
  read(name: string): Promise<Preview | null>;
};

const fileName = /^[0-9a-f]{64}$/;
/** Files that no link can open any more are looked for when a new one is kept, so many at a time, in turn. */
const maxLookedAt = 1_000;

export function openPreviewFolder(dataFolder: string, nowMs: () => number = Date.now): PreviewFolder {
  const folder = join(dataFolder, 'previews');
  /** Up to this name all were looked at. */
  let lastLookedAt = '';

  async function removeExpired(): Promise<void> {
    const before = nowMs() - maxPreviewLinkSeconds * 1000;
    const names = (await readdir(folder)).filter((name) => name > lastLookedAt).toSorted();
    const looked = names.slice(0, maxLookedAt);
    lastLookedAt = names.length > maxLookedAt ? (looked.at(-1) ?? '') : '';
    for (const name of looked) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < before) await rm(path, { force: true });
    }
  }

  return {
    async keep(preview) {
      const text = JSON.stringify(preview);
      const name = createHash('sha256').update(text).digest('hex');
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${name}.json`);
      const now = new Date(nowMs());
      // Its time says when the last link to it was made.
      await utimes(path, now, now).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await replaceFile(path, text);
        await utimes(path, now, now);
      });
      await removeExpired();
      return name;
    },
    async read(name) {
      if (!fileName.test(name)) return null;
      try {
        return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Preview;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
