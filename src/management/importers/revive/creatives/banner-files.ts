import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import { requireKind, requireSize } from '../../../../platform/media/check-image.ts';
import { ImageProblem } from '../../../../platform/media/image-problem.ts';
import { type ImportContext, rowsOfTable } from '../import-context.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { textIn } from '../source-values.ts';

/** An image of a banner, or the reason why it cannot be used. */
export type BannerFile =
  | { readonly name: string; readonly content: Buffer; readonly width: number; readonly height: number }
  | { readonly fault: string; readonly remedy: string };

/** Finds the images of banners in the folder of the user and in the table `images`. */
export class BannerFiles {
  readonly #folder: string | null;
  readonly #stored: ReadonlyMap<string, ReviveRow>;

  constructor(context: ImportContext) {
    this.#folder = context.options.filesFolder;
    this.#stored = new Map(rowsOfTable(context, 'images').map((row) => [textIn(row, 'filename'), row]));
  }

  /** @param storage `web`: the folder of the web server; `sql`: the database */
  async find(storage: 'web' | 'sql', filename: string): Promise<BannerFile> {
    if (filename.trim() === '') return { fault: 'The banner has no file.', remedy: 'Upload a file to the creative.' };
    const content = storage === 'sql' ? this.#fromDatabase(filename) : await this.#fromFolder(filename);
    return Buffer.isBuffer(content) ? inspect(filename, content) : content;
  }

  #fromDatabase(filename: string): Buffer | Extract<BannerFile, { fault: string }> {
    const contents = this.#stored.get(filename)?.['contents'];
    if (contents === undefined || contents === null || contents.length === 0) {
      return { fault: `The database does not contain the file ${filename}.`, remedy: 'Upload a file to the creative.' };
    }
    return Buffer.isBuffer(contents) ? contents : Buffer.from(contents, 'latin1');
  }

  async #fromFolder(filename: string): Promise<Buffer | Extract<BannerFile, { fault: string }>> {
    if (this.#folder === null) {
      return {
        fault: `The file ${filename} is on the web server of Revive.`,
        remedy: 'Copy the folder of the banner files (webDir), and import again with --files.',
      };
    }
    const content = await readInside(this.#folder, filename);
    if (content === 'too large') return tooLarge(filename);
    if (content !== null) return content;
    return { fault: `The folder does not contain the file ${filename}.`, remedy: 'Upload a file to the creative.' };
  }
}

/** Reads a file below a folder. null: it does not exist, is not a file, or is outside of the folder. */
async function readInside(folder: string, filename: string): Promise<Buffer | 'too large' | null> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, filename));
    if (!path.startsWith(root + sep)) return null;
    const found = await stat(path);
    if (!found.isFile()) return null;
    return found.size > maxUploadBytes ? 'too large' : await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code)) return null;
    throw error;
  }
}

const remedy = 'Upload another file to the creative.';

function tooLarge(filename: string): Extract<BannerFile, { fault: string }> {
  return { fault: `The file ${filename} is too large.`, remedy };
}

async function inspect(filename: string, content: Buffer): Promise<BannerFile> {
  if (content.length > maxUploadBytes) return tooLarge(filename);
  try {
    const { width, height } = await requireSize(content, requireKind(content));
    return { name: fileName(filename), content, width, height };
  } catch (error) {
    if (error instanceof ImageProblem) return { fault: `The file ${filename} ${error.message}.`, remedy };
    throw error;
  }
}

/** Returns a name of letters, digits and `._-`, at most 100 characters. */
function fileName(path: string): string {
  const name = basename(path)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '');
  return name === '' ? 'banner' : name.slice(-100);
}
