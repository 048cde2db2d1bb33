import { type OfflineProblem, offlineProblemOf, ownFilesIn } from '../../../core/creative/offline-creative.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { progressiveFiles } from '../../../core/vast/progressive-files.ts';
import { type ArchiveListEntry, readArchiveList } from '../../../platform/files/archive-list.ts';
import { archiveAddress } from '../../../platform/files/archive-name.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { typeOfName } from '../../../platform/files/type-of-name.ts';
import { createRecentMap } from '../../recent-map.ts';
import { markupPageOf } from './markup-page.ts';

/** Most cached lists of HTML5 archives, of some kilobytes each. */
const keptLists = 500;

/** A file that a player fetches in advance. */
export type OfflineFile = {
  /** Path below the delivery URL, or the complete URL of a file elsewhere. */
  readonly path: string;
  readonly mime: string;
  /** null if unknown. */
  readonly bytes: number | null;
  /** SHA-256 of the content in hex. null if unknown. */
  readonly sha256: string | null;
  /** Path of the page that loads the file, for pages and their files. */
  readonly page?: string;
};

/**
 * What a player needs to show a creative without a network.
 * `files_unknown`: the archive was stored by a version that did not list its files; another upload lists them.
 */
export type OfflineContent =
  | { readonly files: readonly OfflineFile[]; readonly problem: null }
  | { readonly files: readonly []; readonly problem: OfflineProblem | 'files_unknown' };

export type OfflineFiles = {
  /** Rejects with `FileStoreAway` if the files of an HTML5 archive cannot be read. */
  contentOf(creative: CreativeRow): Promise<OfflineContent>;
};

/** @param options.creativeOrigin null if HTML5 creatives are not served */
export function createOfflineFiles(options: {
  readonly fileStore: Pick<FileStore, 'read'>;
  readonly creativeOrigin: string | null;
}): OfflineFiles {
  const { fileStore, creativeOrigin } = options;
  /** By folder. The files of a folder never change. */
  const lists = createRecentMap<string, readonly ArchiveListEntry[]>(keptLists);

  async function listOf(folder: string): Promise<readonly ArchiveListEntry[] | null> {
    const known = lists.get(folder);
    if (known !== undefined) return known;
    const list = await readArchiveList(fileStore, folder);
    if (list !== null) lists.set(folder, list);
    return list;
  }

  async function archiveOf(pagePath: string): Promise<OfflineContent> {
    const [, folder = ''] = /^(html5\/[0-9a-f]{64})\//.exec(pagePath) ?? [];
    if (creativeOrigin === null) return { files: [], problem: 'no_file' };
    const list = await listOf(folder);
    if (list === null) return { files: [], problem: 'files_unknown' };
    const urlOf = (path: string) => `${creativeOrigin}/${archiveAddress(path)}`;
    const page = urlOf(pagePath);
    const files = list.map(({ name, ...file }) => ({ ...file, path: urlOf(`${folder}/${name}`), page }));
    return { files, problem: null };
  }

  return {
    async contentOf(creative) {
      const problem = offlineProblemOf(creative);
      if (problem !== null) return { files: [], problem };
      const { kind, file, html, images, video } = creative;
      if (kind === 'html5' && file !== null) return archiveOf(file.path);
      const stored = file === null ? Object.values(images ?? {}) : [file];
      const markup = stored.length === 0 && html !== null ? markupFiles(creative, html) : [];
      return {
        files: [...stored.map(storedFile), ...markup, ...progressiveFiles(video).map(mediaFile)],
        problem: null,
      };
    },
  };
}

function storedFile({ path, mime, bytes, sha256 }: NonNullable<CreativeRow['file']>): OfflineFile {
  return { path, mime, bytes: bytes ?? null, sha256: sha256 ?? hashInPath(path) };
}

function mediaFile({ url, mime, bytes }: ReturnType<typeof progressiveFiles>[number]): OfflineFile {
  return { path: url, mime, bytes, sha256: hashInPath(url) };
}

/** Returns the page of the markup, and the files that it loads. */
function markupFiles({ id, clickUrl }: CreativeRow, html: string): readonly OfflineFile[] {
  const { path: page, content, sha256 } = markupPageOf({ id, clickUrl, html });
  const files = ownFilesIn(html).map((path) => {
    return { path, mime: typeOfName(path), bytes: null, sha256: null, page };
  });
  return [{ path: page, mime: 'text/html', bytes: Buffer.byteLength(content), sha256, page }, ...files];
}

/** Returns the hash of the content for a file that is alone in its hash folder. */
function hashInPath(path: string): string | null {
  return /^media\/([0-9a-f]{64})\//.exec(path)?.[1] ?? null;
}
