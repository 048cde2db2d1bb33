import { createHash } from 'node:crypto';
import { sha256Of } from '../files/describe-file.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { asksForClickTag, declaredSize, findPage, type PageSize, textOf, withClickTag } from './html5-page.ts';
import { unpackArchive } from './unpack-archive.ts';

/** What a format and a creative ask of an archive. */
export type Html5Options = {
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
  /** A click on it leads somewhere. */
  readonly isClicked: boolean;
};

/** An HTML5 creative as it is laid into the file store: all files under one hash. */
export type Html5Set = PageSize & {
  /** SHA-256, in hex, of the list of files, which holds that of each. */
  readonly under: string;
  /** The page is the last one: once it is there, the others are. */
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
  /** Name of the page among them. */
  readonly page: string;
  /** SHA-256, in hex, of the page. */
  readonly sha256: string;
};

/**
 * Makes an uploaded zip into what is delivered; throws an `ArchiveProblem` when it is to blame.
 * Source: product decisions 9; docs/decisions/0064-html5-origin.md.
 */
export async function html5SetOf(upload: Buffer, wish: Html5Options): Promise<Html5Set> {
  if (wish.maxBytes !== null && upload.length > wish.maxBytes) {
    throw new ArchiveProblem('too_large', `has ${upload.length} bytes; the format allows ${wish.maxBytes}`);
  }
  const unpacked = await unpackArchive(upload);
  const page = findPage(unpacked);
  const text = textOf(page);
  const size = sizeOf(text, wish);
  if (wish.isClicked && !asksForClickTag(unpacked)) {
    throw new ArchiveProblem('missing_click_tag', 'never asks for clickTag, so a click on it would lead nowhere');
  }
  const content = Buffer.from(withClickTag(text));
  const others = unpacked.filter((file) => file !== page).map(({ name, content: own }) => ({ name, content: own }));
  const files = [...others, { name: page.name, content }];
  const list = JSON.stringify(files.map((file) => [file.name, sha256Of(file.content)]));
  return {
    ...size,
    under: createHash('sha256').update(list).digest('hex'),
    files,
    page: page.name,
    sha256: sha256Of(content),
  };
}

/** The format's size, which a page that says one must say too; without either nobody would know how large its frame is. */
function sizeOf(page: string, { width, height }: Html5Options): PageSize {
  const declared = declaredSize(page);
  if (width !== null && height !== null) {
    if (declared !== null && (declared.width !== width || declared.height !== height)) {
      const message = `says that it is ${declared.width}x${declared.height}; the format is ${width}x${height}`;
      throw new ArchiveProblem('wrong_dimensions', message);
    }
    return { width, height };
  }
  if (declared === null) {
    throw new ArchiveProblem('missing_size', 'must say its size in <meta name="ad.size">, since the format has none');
  }
  return declared;
}
