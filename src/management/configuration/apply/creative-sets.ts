import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import type { ConfiguredAsset } from '../../../contract/configuration/creative-files.ts';
import { type ImageVersion, imageVersionsName } from '../../../core/creative/image-versions.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { readArchiveList } from '../../../platform/files/archive-list.ts';
import { type FileAddress, isFileName, readFilePath } from '../../../platform/files/file-path.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { typeOfName } from '../../../platform/files/type-of-name.ts';
import { lockSet } from '../../resources/creative/files/file-use.ts';
import { errorAt } from '../document/document-errors.ts';

/** Names and hashes of the files of a folder of the file store, the lists of versions and of archives included. */
export type FileSetList = readonly { readonly name: string; readonly sha256: string | null }[];

/** Name of the list of the files of an HTML5 creative. */
export const archiveListName = 'files=.json';

/**
 * Returns the files that belong to the folder of an asset. null: its list is not in the file store.
 * @param path path of the asset
 */
export async function listFileSet(store: Pick<FileStore, 'read' | 'stat'>, path: string): Promise<FileSetList | null> {
  const address = readFilePath(path);
  if (address === null || (await store.stat(path)) === null) return null;
  const folder = `${address.area}/${address.sha256}`;
  if (address.area === 'html5') {
    const list = await readArchiveList(store, folder);
    return list === null ? null : [{ name: archiveListName, sha256: null }, ...list];
  }
  const versions = await readVersions(store, folder);
  if (versions === null) return [{ name: address.name, sha256: address.sha256 }];
  return [{ name: imageVersionsName, sha256: address.sha256 }, ...versions];
}

async function readVersions(store: Pick<FileStore, 'read'>, folder: string): Promise<readonly ImageVersion[] | null> {
  const stream = await store.read(`${folder}/${imageVersionsName}`);
  if (stream === null) return null;
  const versions = versionsSchema.safeParse(parseList(await buffer(stream)));
  return versions.success ? versions.data : null;
}

/** Bytes of a list of files. */
const maxListBytes = 1024 * 1024;

/** Extensions of the files that uploads of images, videos and sounds produce. */
const mediaName = /^[^/]+\.(?:avif|gif|jpe?g|m4a|mp3|mp4|png|webm|webp)$/;

/** A file that is to be stored. */
export type OfferedFile = {
  /** In hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly read: () => Promise<Buffer>;
};

/**
 * Returns whether a file belongs at a path. The hash in the path is that of the content, of the list of versions of an
 * image, or of the list of files of an archive. The list must be stored before the files that it names.
 */
export async function belongsAt(
  store: Pick<FileStore, 'read'>,
  { area, sha256, name }: FileAddress,
  file: OfferedFile,
): Promise<boolean> {
  const folder = `${area}/${sha256}`;
  const isList = name === (area === 'html5' ? archiveListName : imageVersionsName);
  if (isList && file.bytes > maxListBytes) return false;
  if (area === 'html5') {
    if (isList) return isArchiveList(await file.read(), sha256);
    const list = await readArchiveList(store, folder);
    return list?.some((entry) => entry.name === name && entry.sha256 === file.sha256) === true;
  }
  if (area !== 'media') return false;
  // A list has the same name in each folder, so that other content must never be stored under it.
  if (isList) return file.sha256 === sha256 && versionsSchema.safeParse(parseList(await file.read())).success;
  if (!mediaName.test(name)) return false;
  if (file.sha256 === sha256) return true;
  const versions = await readVersions(store, folder);
  return versions?.some((version) => version.name === name && version.sha256 === file.sha256) === true;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const versionsSchema = z
  .array(
    z.strictObject({
      name: z.string().regex(mediaName),
      mime: z.string().regex(/^image\/[a-z+.-]+$/),
      width: count,
      height: count,
      bytes: count,
      sha256: hash,
    }),
  )
  .min(1);
const archiveListSchema = z.array(
  z.strictObject({ name: z.string().refine(isFileName), mime: z.string(), bytes: count, sha256: hash }),
);

function isArchiveList(content: Buffer, sha256: string): boolean {
  const list = archiveListSchema.safeParse(parseList(content));
  if (!list.success || list.data.some(({ name, mime }) => mime !== typeOfName(name))) return false;
  const hashes = JSON.stringify(list.data.map((file) => [file.name, file.sha256]));
  return createHash('sha256').update(hashes).digest('hex') === sha256;
}

function parseList(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    // Not a list at all.
    return null;
  }
}

/** The stored files of creatives, or errors that name the missing ones. */
export type FoundAssets = { readonly assets: readonly StoredAsset[]; readonly errors: readonly FieldError[] };

/** Returns a function that finds the files of creatives in the file store and reads each folder once. */
export function openFoundAssets(store: FileStore) {
  const known = new Map<string, Promise<readonly ImageVersion[] | null>>();
  const stats = new Map<string, Promise<number | null>>();
  const bytesOf = (path: string) => {
    const before = stats.get(path) ?? store.stat(path).then((facts) => facts?.bytes ?? null);
    stats.set(path, before);
    return before;
  };
  const versionsOf = (folder: string) => {
    const before = known.get(folder) ?? readVersions(store, folder);
    known.set(folder, before);
    return before;
  };
  return async (assets: readonly ConfiguredAsset[], at: readonly string[]): Promise<FoundAssets> => {
    const found: StoredAsset[] = [];
    const errors: FieldError[] = [];
    for (const [index, asset] of assets.entries()) {
      const path = [...at, 'assets', index];
      const bytes = await bytesOf(asset.path);
      if (bytes === null) {
        errors.push(
          errorAt([...path, 'path'], 'missing_file', fieldMessage('missingStoredFile', { path: asset.path })),
        );
        continue;
      }
      const address = readFilePath(asset.path) as FileAddress;
      const versions = address.area === 'media' ? await versionsOf(`media/${address.sha256}`) : null;
      const wrong = wrongFact(asset, { address, bytes, versions });
      if (wrong === null) found.push({ ...plain(asset), ...variantsOf(versions) });
      else errors.push(errorAt([...path, wrong], 'wrong_file', fieldMessage('wrongFileFacts')));
    }
    return { assets: found, errors };
  };
}

type StoredFacts = {
  readonly address: FileAddress;
  readonly bytes: number;
  readonly versions: readonly ImageVersion[] | null;
};

/** Returns the first field of an asset that contradicts its stored file. null: none. */
function wrongFact(asset: ConfiguredAsset, { address, bytes, versions }: StoredFacts): keyof ConfiguredAsset | null {
  const version = versions?.find(({ name }) => name === address.name);
  if (versions !== null && version === undefined) return 'path';
  if (version !== undefined) {
    return (
      (['sha256', 'bytes', 'mime', 'width', 'height'] as const).find((fact) => version[fact] !== asset[fact]) ?? null
    );
  }
  // The stored size of an archive is that of its ZIP file.
  if (address.area === 'html5') return asset.mime === 'text/html' ? null : 'mime';
  if (bytes !== asset.bytes) return 'bytes';
  if (asset.sha256 !== address.sha256) return 'sha256';
  return typeOfName(address.name) === asset.mime ? null : 'mime';
}

function plain(asset: ConfiguredAsset): StoredAsset {
  return Object.fromEntries(Object.entries(asset).filter(([, value]) => value !== undefined)) as unknown as StoredAsset;
}

/** The other versions of an image, as an upload stores them. */
function variantsOf(versions: readonly ImageVersion[] | null): Pick<StoredAsset, 'variants'> {
  if (versions === null) return {};
  return { variants: versions.slice(0, -1).map(({ sha256: _hash, ...variant }) => variant) };
}

/** Locks the folders of files until the transaction ends, so that they are not removed meanwhile. */
export async function lockFileSets(transaction: Transaction<Database>, paths: readonly string[]): Promise<void> {
  const folders = new Map(
    paths.flatMap((path) => {
      const address = readFilePath(path);
      return address === null
        ? []
        : [[`${address.area}/${address.sha256}`, { area: address.area, under: address.sha256 }]];
    }),
  );
  for (const [, folder] of [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1))) await lockSet(transaction, folder);
}
