import { access, constants, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../durable/sync-folder.ts';
import { describeFile, moveFile, requireNames } from './describe-file.ts';
import { type DraftFolder, openDraftFolder } from './draft-folder.ts';
import { type FileAddress, isSha256, readFilePath } from './file-path.ts';
import type {
  ByteRange,
  FileContent,
  FileStore,
  StoreArea,
  StoredFile,
  StoredFileFacts,
  StoreOptions,
} from './file-store.ts';
import { orStoreUnavailable } from './store-failure.ts';

/** File store in folders: `<folder>/<area>/<sha256>/<file name>`, each area with a draft folder. */
export function openFolderStore(folder: string): FileStore {
  const drafts: Readonly<Record<StoreArea, DraftFolder>> = {
    media: openDraftFolder(join(folder, 'media', '.incoming')),
    html5: openDraftFolder(join(folder, 'html5', '.incoming')),
    attachments: openDraftFolder(join(folder, 'attachments', '.incoming')),
  };
  return {
    store: (content, fileName, options = {}) =>
      orStoreUnavailable(() =>
        storeFile({ folder, drafts: drafts[options.area ?? 'media'] }, content, fileName, options),
      ),
    stat: (path) => orStoreUnavailable(() => statFile(folder, path)),
    read: (path, range) => orStoreUnavailable(() => readFile(folder, path, range)),
    remove: ({ path }) => orStoreUnavailable(() => removeFile(folder, path)),
    hashes: (area) => hashesIn(join(folder, area)),
    removeAll: ({ area, under }) => orStoreUnavailable(() => removeFolder(folder, { area, under })),
    abandonedDrafts: async (olderThanMs) => [
      ...(await drafts.media.abandoned(olderThanMs)),
      ...(await drafts.html5.abandoned(olderThanMs)),
      ...(await drafts.attachments.abandoned(olderThanMs)),
    ],
    check: () => orStoreUnavailable(() => checkFolder(folder)),
    close: async () => undefined,
  };
}

type Target = { readonly folder: string; readonly drafts: DraftFolder };

async function storeFile(
  { folder, drafts }: Target,
  content: FileContent,
  fileName: string,
  options: StoreOptions,
): Promise<StoredFile> {
  requireNames(fileName, options.under);
  if (Buffer.isBuffer(content)) {
    const file = describeFile(content, fileName, options);
    if (await lies(folder, file, options)) return { ...file, created: false };
  }
  const draft = await drafts.write(content);
  const file = moveFile(draft, fileName, options);
  const absolute = join(folder, file.path);
  try {
    // The hash of a stream is only known now.
    if (await lies(folder, file, options)) {
      await drafts.discard(draft);
      return { ...file, created: false };
    }
    await moveInto(dirname(absolute), draft.path, absolute);
  } catch (error) {
    await drafts.discard(draft);
    await removeEmptyFolders(folder, file.path);
    throw error;
  }
  await syncFoldersOf(folder, file.path);
  return { ...file, created: true };
}

/** A concurrent removal may delete the empty folder in between. */
async function moveInto(folder: string, from: string, to: string, attempts = 3): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (attempts === 1 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await moveInto(folder, from, to, attempts - 1);
  }
}

/** In a group a file is identified by its name. Otherwise its size is checked too, in case a disk lost a part. */
async function lies(
  folder: string,
  file: Pick<StoredFile, 'path' | 'bytes'>,
  { under }: StoreOptions,
): Promise<boolean> {
  const facts = await statFile(folder, file.path);
  return facts !== null && (under !== undefined || facts.bytes === file.bytes);
}

async function statFile(folder: string, path: string): Promise<StoredFileFacts | null> {
  if (readFilePath(path) === null) return null;
  try {
    const found = await stat(join(folder, path));
    return found.isFile() ? { bytes: found.size } : null;
  } catch (error) {
    return nullIfMissing(error);
  }
}

async function readFile(folder: string, path: string, range?: ByteRange): Promise<Readable | null> {
  if (readFilePath(path) === null) return null;
  try {
    const file = await open(join(folder, path), 'r');
    if (range === undefined) return file.createReadStream();
    return file.createReadStream({ start: range.start, end: range.end - 1 });
  } catch (error) {
    return nullIfMissing(error);
  }
}

async function checkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

async function removeFile(folder: string, path: string): Promise<void> {
  if (readFilePath(path) === null) throw new Error(`${path} is not a path of the file store`);
  await rm(join(folder, path), { force: true });
  await removeEmptyFolders(folder, path);
}

/** Draft folders and foreign folders have other names. */
async function* hashesIn(folder: string): AsyncGenerator<string> {
  const opened = await orStoreUnavailable(() => opendir(folder).catch(nullIfMissing));
  if (opened === null) return;
  for await (const entry of opened) if (entry.isDirectory() && isSha256(entry.name)) yield entry.name;
}

async function removeFolder(folder: string, { area, under }: { readonly area: StoreArea; readonly under: string }) {
  requireNames('all', under);
  await rm(join(folder, area, under), { recursive: true, force: true });
}

/** Returns the folders between file and area, innermost first. Only those without other files can be removed. */
function foldersOf(path: string): string[] {
  const { area, sha256, name } = readFilePath(path) as FileAddress;
  const folders = name.split('/').map((_, index, parts) => [area, sha256, ...parts.slice(0, index)].join('/'));
  return folders.reverse();
}

async function removeEmptyFolders(folder: string, path: string): Promise<void> {
  for (const inside of foldersOf(path)) await rmdir(join(folder, inside)).catch(ignoreUnlessEmpty);
}

async function syncFoldersOf(folder: string, path: string): Promise<void> {
  const { area } = readFilePath(path) as FileAddress;
  for (const inside of [...foldersOf(path), area]) await syncFolder(join(folder, inside));
}

/** A folder with other files remains, and a missing one is not an error. */
function ignoreUnlessEmpty(error: NodeJS.ErrnoException): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(error.code ?? '')) throw error;
}

function nullIfMissing(error: unknown): null {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return null;
  throw error;
}
