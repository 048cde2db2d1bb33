import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Of } from '../../platform/files/describe-file.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { limitConcurrency } from '../../platform/process/limit-concurrency.ts';
import type { ManagementApi } from './management-api.ts';
import { filesFolder } from './read-folder.ts';

type Document = Readonly<Record<string, unknown>>;
type Creative = {
  readonly assets?: readonly { readonly path?: unknown }[];
  readonly file?: { readonly sha256?: unknown; readonly name?: unknown };
};

/** Concurrent transfers. */
const filesAtOnce = 4;

function creativesOf(document: Document): readonly Creative[] {
  const { creatives } = document;
  if (typeof creatives !== 'object' || creatives === null) return [];
  return Object.values(creatives as Record<string, unknown>).filter(
    (creative): creative is Creative => typeof creative === 'object' && creative !== null,
  );
}

/** Returns the distinct paths of the stored files of creatives. */
export function assetPathsOf(document: Document): readonly string[] {
  const paths = creativesOf(document).flatMap(({ assets }) => (Array.isArray(assets) ? assets : []));
  return [...new Set(paths.flatMap(({ path }) => (typeof path === 'string' && isStorePath(path) ? [path] : [])))];
}

function isStorePath(path: string): boolean {
  return /^(?:media|html5)\/[0-9a-f]{64}\/[^/]/.test(path) && !path.split('/').includes('..');
}

/** Downloads the files of creatives that are missing in a folder, and removes those that no creative uses. */
export async function downloadFiles(api: ManagementApi, document: Document, folder: string): Promise<number> {
  const inQueue = limitConcurrency(filesAtOnce);
  const used = new Set<string>();
  let downloaded = 0;
  await Promise.all(
    assetPathsOf(document).map((asset) =>
      inQueue(async () => {
        used.add(folderOf(asset));
        if (await exists(join(folder, filesFolder, asset))) return;
        const { status, body } = await api.call('GET', `/configuration/file-set?path=${encodeURIComponent(asset)}`);
        if (status !== 200)
          throw new ExplainedError(`${asset}: the file is not in the file store of the installation.`);
        // The asset itself is last, so that an interrupted download is repeated.
        const paths = (body as { paths: readonly string[] }).paths.toSorted(
          (a, b) => Number(a === asset) - Number(b === asset),
        );
        for (const path of paths) {
          if (!isStorePath(path) || folderOf(path) !== folderOf(asset)) {
            throw new ExplainedError(`${asset}: the installation named a file of another folder: ${path}`);
          }
          const content = await api.download(`/configuration/file?path=${encodeURIComponent(path)}`);
          const target = join(folder, filesFolder, path);
          await mkdir(dirname(target), { recursive: true });
          await writeFile(target, content);
          downloaded += 1;
        }
      }),
    ),
  );
  await removeUnused(join(folder, filesFolder), used);
  return downloaded;
}

function folderOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

async function removeUnused(root: string, used: ReadonlySet<string>): Promise<void> {
  for (const area of ['media', 'html5']) {
    const names = await readdir(join(root, area)).catch(() => []);
    for (const name of names) {
      if (/^[0-9a-f]{64}$/.test(name) && !used.has(`${area}/${name}`))
        await rm(join(root, area, name), { recursive: true });
    }
  }
}

/** Stores the files of creatives that the installation does not have. Files that the folder lacks are left out. */
export async function uploadFiles(api: ManagementApi, document: Document, folder: string): Promise<number> {
  const paths = assetPathsOf(document);
  if (paths.length === 0) return 0;
  const missing = await findMissing(api, paths);
  const inQueue = limitConcurrency(filesAtOnce);
  const folders = [...new Set(missing.map(folderOf))];
  const counts = await Promise.all(folders.map((one) => inQueue(() => uploadSet(api, join(folder, filesFolder), one))));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Paths of one request. */
const pathsAtOnce = 10_000;

async function findMissing(api: ManagementApi, paths: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let start = 0; start < paths.length; start += pathsAtOnce) {
    const asked = paths.slice(start, start + pathsAtOnce);
    const { status, body } = await api.call('POST', '/configuration/missing-files', { paths: asked });
    if (status !== 200) throw new ExplainedError(`The installation did not compare the files: status ${status}.`);
    missing.push(...(body as { missing: readonly string[] }).missing);
  }
  return missing;
}

/** Names of the lists of files, which are stored before the files that they name. */
const lists = ['versions.json', 'files=.json'];

async function uploadSet(api: ManagementApi, root: string, folder: string): Promise<number> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(root, folder).length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted((a, b) => Number(lists.includes(b)) - Number(lists.includes(a)));
  for (const name of names) {
    const uploadId = await api.upload({ path: join(root, folder, name), name: name.split('/').at(-1) as string });
    const { status, body } = await api.call('POST', '/configuration/files', { path: `${folder}/${name}`, uploadId });
    if (status !== 200) {
      throw new ExplainedError(
        `${join(root, folder, name)}: the content does not have the hash in its path. ${JSON.stringify(body)}`,
      );
    }
  }
  return names.length;
}

/** Uploads the original files of creatives. Returns the uploads by SHA-256. Files that the folder lacks are left out. */
export async function uploadRawFiles(
  api: ManagementApi,
  document: Document,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const wanted = new Map<string, string>();
  for (const { file } of creativesOf(document)) {
    if (typeof file?.sha256 === 'string' && typeof file.name === 'string') wanted.set(file.sha256, file.name);
  }
  const uploads: [string, string][] = [];
  const inQueue = limitConcurrency(filesAtOnce);
  await Promise.all(
    [...wanted].map(([sha256, name]) =>
      inQueue(async () => {
        const path = await findRawFile(join(folder, filesFolder), sha256, name);
        if (path === null) return;
        const uploadId = await api.upload({ path, name });
        // The number of unused uploads is limited.
        const { status, body } = await api.call('POST', '/configuration/originals', { uploadIds: [uploadId] });
        if (status !== 200) throw new ExplainedError(`${path}: the upload was refused. ${JSON.stringify(body)}`);
        uploads.push([sha256, uploadId]);
      }),
    ),
  );
  return Object.fromEntries(uploads);
}

/** An original file is named by its hash, or has its name and the hash. */
async function findRawFile(root: string, sha256: string, name: string): Promise<string | null> {
  const byHash = join(root, 'originals', sha256);
  if (/^[0-9a-f]{64}$/.test(sha256) && (await exists(byHash))) return byHash;
  const byName = join(root, name);
  if (name.split(/[\\/]/).includes('..') || !(await exists(byName))) return null;
  return sha256Of(await readFile(byName)) === sha256 ? byName : null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
