import { type ImageColumn, imageLayout } from '../../../core/snapshot/image/image-columns.ts';

/*
 * An image file consists of a magic number with the version, the sections, a directory in JSON, and a trailer: offset
 * and length of the directory (two little-endian doubles), then the SHA-256 of all preceding bytes. Sections start at
 * multiples of 64 bytes and have the byte order of the machine that wrote them.
 */

/** First bytes of the file. The version is incremented when the directory or the trailer changes. */
export const imageMagic = 'placard-image-1\n';
export const sectionAlignment = 64;
export const trailerBytes = 48;

/** Location of a section: bytes from the start of the file. */
export type ImageSection = { readonly at: number; readonly bytes: number };

export type ImageDirectory = {
  readonly layout: string;
  /** Words in the byte order of the machine, to detect another one. */
  readonly byteOrder: 'little' | 'big';
  /** Name of the row file with the same content. */
  readonly base: string;
  readonly revision: number;
  readonly builtAtMs: number;
  readonly columns: Readonly<Record<ImageColumn, ImageSection>>;
  /** Lines of JSON, one batch per line. */
  readonly inventory: ImageSection;
  readonly dictionary: ImageSection;
  readonly problems: ImageSection;
};

export const machineByteOrder = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 'little' : 'big';

/** Reports whether this program can use an image, according to its directory. */
export function isUsableLayout({ layout, byteOrder }: Pick<ImageDirectory, 'layout' | 'byteOrder'>): boolean {
  return layout === imageLayout && byteOrder === machineByteOrder;
}

/** Name of the image of a base. */
export function imageNameOf(baseName: string): string {
  return baseName.replace(/^base-(.*)\.jsonl$/, 'image-$1.bin');
}

/** Name of the base of an image; null: not an image. */
export function baseNameOfImage(name: string): string | null {
  const [, rest] = /^image-([0-9a-f]{12}-\d{1,16}-[0-9a-f]{16})\.bin$/.exec(name) ?? [];
  return rest === undefined ? null : `base-${rest}.jsonl`;
}
