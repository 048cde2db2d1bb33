import { type StoreArea, storeAreas } from './file-store.ts';

/** The parts of a store path. */
export type FileAddress = { readonly area: StoreArea; readonly sha256: string; readonly name: string };

const maxNameLength = 200;
const sha256Pattern = /^[0-9a-f]{64}$/;
/**
 * Format of generated names: not hidden, no parent references, no characters with a special meaning in file systems or
 * URLs. Files of an archive are in folders.
 */
const namePattern = /^[A-Za-z0-9_][\w@=+~.-]*(?:\/[A-Za-z0-9_][\w@=+~.-]*){0,7}$/;

/** Returns the parts of `<area>/<sha256>/<name>`; null: not a store path. */
export function readFilePath(path: string): FileAddress | null {
  const [folder, sha256 = '', ...rest] = path.split('/');
  const name = rest.join('/');
  const area = storeAreas.find((known) => known === folder);
  if (area === undefined) return null;
  return isSha256(sha256) && isFileName(name) ? { area, sha256, name } : null;
}

export function isSha256(text: string): boolean {
  return sha256Pattern.test(text);
}

export function isFileName(name: string): boolean {
  return name.length <= maxNameLength && namePattern.test(name);
}

/** Converts a client file name to a readable name that needs no escaping in a URL. */
export function safeFileName(clientName: string, extension: string): string {
  const base = clientName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 60)
    .replace(/[-_]+$/, '');
  return `${base === '' ? 'file' : base}.${extension}`;
}
