import { isFileName } from './file-path.ts';

/** Everything that a name in the store does not have; `=` begins what is escaped. */
const unusual = /[^\w@+~./-]/gu;

/**
 * The name in the store of a file of an archive, by its path there: characters that the store does not take are escaped as
 * `=20`. Null: no name that may be stored, such as one that leads out of its folder.
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

/** A path of the store as it stands in an address. @example archiveAddress('html5/ab/big=20one.png') // 'html5/ab/big%20one.png' */
export function archiveAddress(path: string): string {
  return path.replaceAll('=', '%');
}

/** The path in an archive that an address names; null: it cannot be read. */
export function readArchiveAddress(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
