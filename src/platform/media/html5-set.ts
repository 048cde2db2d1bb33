import { createHash } from 'node:crypto';
import type { ResizedImage } from '../../core/creative/resized-image.ts';
import { sha256Of } from '../files/describe-file.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { resizeImages, type ShrinkImage } from './bundle/resize-images.ts';
import { asksForClickTag, declaredSize, findPage, type PageSize, textOf, withClickTag } from './html5-page.ts';
import { unpackArchive } from './unpack-archive.ts';

/** Requirements of a format and a creative for an archive. */
export type Html5Options = {
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
  /** True: it has a click-through URL. */
  readonly isClicked: boolean;
  /** Reduces images; omitted: images stay as they are. */
  readonly shrink?: ShrinkImage | undefined;
};

/** An HTML5 creative in the file store: all files under one hash. */
export type Html5Set = PageSize & {
  /** SHA-256, in hex, of the list of files with their hashes. */
  readonly under: string;
  /** The page is the last one: once it exists, the others do too. */
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
  /** Name of the page among them. */
  readonly page: string;
  /** SHA-256, in hex, of the page. */
  readonly sha256: string;
  /** Reduced images. */
  readonly resized: readonly ResizedImage[];
};

/**
 * Converts an uploaded zip to delivered files. Throws an `ArchiveProblem` if the upload is invalid. Source: product
 * decisions 9; docs/decisions/0064-html5-origin.md.
 */
export async function html5SetOf(upload: Buffer, options: Html5Options): Promise<Html5Set> {
  if (options.maxBytes !== null && upload.length > options.maxBytes) {
    throw new ArchiveProblem('too_large', `has ${upload.length} bytes; the format allows ${options.maxBytes}`);
  }
  const uploaded = await unpackArchive(upload);
  const page = findPage(uploaded);
  const text = textOf(page);
  const size = sizeOf(text, options);
  if (options.isClicked && !asksForClickTag(uploaded)) {
    throw new ArchiveProblem('missing_click_tag', 'does not use clickTag, so a click would have no effect');
  }
  const { files: unpacked, resized } =
    options.shrink === undefined
      ? { files: uploaded, resized: [] }
      : await resizeImages(uploaded, size, options.shrink);
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
    resized,
  };
}

/**
 * Returns the size of the format, which a size declared by the page must equal. Without either the size of the frame
 * would be unknown.
 */
function sizeOf(page: string, { width, height }: Html5Options): PageSize {
  const declared = declaredSize(page);
  if (width !== null && height !== null) {
    if (declared !== null && (declared.width !== width || declared.height !== height)) {
      const message = `declares the size ${declared.width}x${declared.height}; the format is ${width}x${height}`;
      throw new ArchiveProblem('wrong_dimensions', message);
    }
    return { width, height };
  }
  if (declared === null) {
    throw new ArchiveProblem(
      'missing_size',
      'must declare its size in <meta name="ad.size">, because the format has none',
    );
  }
  return declared;
}
