import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import { maxPreviewLinkSeconds } from '../../core/vocabulary/limits/creative-limits.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** A creative at the time when a preview link was created, in any review state. */
export type Preview = {
  readonly creative: CreativeRow;
  readonly format: FormatRow;
  /** Its faults, as text; omitted: none known. */
  readonly checks?: readonly string[];
};

/**
 * Content of preview links, written by management. Needed because delivery only knows approved creatives and has no
 * database. Files are named by their content, so links to the same content share a file.
 */
export type PreviewFolder = {
  /** Stores a preview and returns its name. */
  keep(preview: Preview): Promise<string>;
  /** null: no preview with this name. */
  read(name: string): Promise<Preview | null>;
};

const fileName = /^[0-9a-f]{64}$/;
/** Maximum number of files checked for expiry when a preview is stored, in rotation. */
const maxLookedAt = 1_000;

export function openPreviewFolder(dataFolder: string, nowMs: () => number = Date.now): PreviewFolder {
  const folder = join(dataFolder, 'previews');
  /** Name up to which files were checked. */
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
      // The file time is the time of the last link.
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
