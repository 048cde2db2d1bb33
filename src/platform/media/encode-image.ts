import type { Sharp } from 'sharp';

/** Accepted uploads, by file content. */
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp';
/** Output encodings. */
export type ImageEncoding = ImageKind | 'avif';

export const imageTypes = {
  png: { mime: 'image/png', extension: 'png' },
  jpeg: { mime: 'image/jpeg', extension: 'jpg' },
  gif: { mime: 'image/gif', extension: 'gif' },
  webp: { mime: 'image/webp', extension: 'webp' },
  avif: { mime: 'image/avif', extension: 'avif' },
} as const;

type Encode = (image: Sharp) => Sharp;

/** A higher effort takes 2 to 20 times as long and saves a few percent of the bytes. */
const avifEffort = 1;

/** From the best to the smallest acceptable quality. The first within the byte limit of the format is used. */
const qualities: Readonly<Record<ImageEncoding, readonly Encode[]>> = {
  png: [
    (image) => image.png({ compressionLevel: 9 }),
    (image) => image.png({ palette: true, quality: 90, compressionLevel: 9 }),
    (image) => image.png({ palette: true, quality: 60, compressionLevel: 9 }),
  ],
  jpeg: [87, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality, mozjpeg: true })),
  webp: [88, 76, 60].map((quality) => (image: Sharp) => image.webp({ quality })),
  avif: [68, 54, 40].map(
    (quality) => (image: Sharp) => image.avif({ quality, effort: avifEffort, chromaSubsampling: '4:2:0' }),
  ),
  gif: [
    (image) => image.gif(),
    (image) => image.gif({ colours: 64, interFrameMaxError: 8 }),
    (image) => image.gif({ colours: 32, interFrameMaxError: 16 }),
  ],
};

/** Returns the first of the increasing compressions within a byte limit; null with the smallest size: none. */
export async function encodeWithin(
  image: () => Sharp,
  encoding: ImageEncoding,
  maxBytes: number,
): Promise<{ readonly content: Buffer | null; readonly smallest: number }> {
  let smallest = Number.POSITIVE_INFINITY;
  for (const encode of qualities[encoding]) {
    const content = await encode(image()).toBuffer();
    if (content.length <= maxBytes) return { content, smallest: content.length };
    smallest = Math.min(smallest, content.length);
  }
  return { content: null, smallest };
}
