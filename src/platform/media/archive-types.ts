import { extname } from 'node:path';

type Starts = (start: string) => boolean;

/** A text contains no NUL, unlike nearly all other files. */
const isText: Starts = (content) => !content.includes('\0');
const beginsWith =
  (...beginnings: readonly string[]): Starts =>
  (start) =>
    beginnings.some((beginning) => start.startsWith(beginning));
const isBoxed: Starts = (start) => start.slice(4, 8) === 'ftyp';

/**
 * Files permitted in an HTML5 creative, each with a check of the start of its content: a file whose content does not
 * match its extension is rejected. None is executed by a server or opened by another program.
 */
const allowed: Readonly<Record<string, Starts>> = {
  '.avif': isBoxed,
  '.css': isText,
  '.gif': beginsWith('GIF87a', 'GIF89a'),
  '.htm': isText,
  '.html': isText,
  '.jpeg': beginsWith('\xff\xd8\xff'),
  '.jpg': beginsWith('\xff\xd8\xff'),
  '.js': isText,
  '.json': isText,
  '.m4a': isBoxed,
  '.map': isText,
  '.mp3': (start) => start.startsWith('ID3') || /^\xff[\xe0-\xff]/.test(start),
  '.mp4': isBoxed,
  '.otf': beginsWith('OTTO'),
  '.png': beginsWith('\x89PNG\r\n\x1a\n'),
  '.svg': isText,
  '.ttf': beginsWith('\0\x01\0\0', 'true'),
  '.txt': isText,
  '.webm': beginsWith('\x1a\x45\xdf\xa3'),
  '.webp': (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP',
  '.woff': beginsWith('wOFF'),
  '.woff2': beginsWith('wOF2'),
  '.xml': isText,
};

export function isAllowedType(name: string): boolean {
  return Object.hasOwn(allowed, extname(name).toLowerCase());
}

/** @param name with a permitted extension */
export function isWhatItIsNamed(name: string, content: Buffer): boolean {
  const test = allowed[extname(name).toLowerCase()] as Starts;
  return test === isText ? !content.includes(0) : test(content.toString('latin1', 0, 16));
}
