import { isFileName } from './file-path.ts';

/** Characters that names in the store cannot contain. `=` starts an escape sequence. */
const unusual = /[^\w@+~./-]/gu;

/**
 * Returns the store name of a file in an archive: characters that the store does not accept are escaped, such as `=20`.
 * null: not a permitted name, for example a path that leaves its folder.
 * @example archiveFileName('images/big one.png') // 'images/big=20one.png'
 */
export function archiveFileName(path: string): string | null {
  if (/[\p{Cc}\p{Cs}\\:]/u.test(path)) return null;
  const name = path.normalize('NFC').replace(unusual, escapeCharacter);
  return isFileName(name) ? name : null;
}

function escapeCharacter(character: string): string {
  return [...Buffer.from(character)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Returns a store path in URL form. @example archiveAddress('html5/ab/big=20one.png') // 'html5/ab/big%20one.png' */
export function archiveAddress(path: string): string {
  return path.replaceAll('=', '%');
}

/** Returns the archive path of a URL path; null: invalid. */
export function readArchiveAddress(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
