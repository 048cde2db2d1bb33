import type { StoreArea } from './file-store.ts';

/** What a path of the store is made of. */
export type FilePlace = { readonly area: StoreArea; readonly sha256: string; readonly name: string };

const maxNameLength = 200;
const sha256Pattern = /^[0-9a-f]{64}$/;
/**
 * Names that we give: nothing hidden, no way up, nothing that a file system or an address reads as anything else. Files
 * of an archive lie in folders.
 */
const namePattern = /^[A-Za-z0-9_][\w@=+~.-]*(?:\/[A-Za-z0-9_][\w@=+~.-]*){0,7}$/;

/** The parts of `<area>/<sha256>/<name>`; null unless it is a path that we give. */
export function readFilePath(path: string): FilePlace | null {
  const [area, sha256 = '', ...rest] = path.split('/');
  const name = rest.join('/');
  if (area !== 'media' && area !== 'html5') return null;
  return isSha256(sha256) && isFileName(name) ? { area, sha256, name } : null;
}

export function isSha256(text: string): boolean {
  return sha256Pattern.test(text);
}

export function isFileName(name: string): boolean {
  return name.length <= maxNameLength && namePattern.test(name);
}

/** A file name that says what the file is and needs no escaping in an address, from whatever the client called it. */
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
