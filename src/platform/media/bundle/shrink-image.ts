import sharp, { type Sharp } from 'sharp';
import { maxImagePixels, maxImageSeconds } from '../../../core/vocabulary/limits/upload-limits.ts';
import { type ImageSize, requireKind, requireSize } from '../check-image.ts';
import type { ImageKind } from '../encode-image.ts';

/** A reduced image with its size before and after. */
export type ShrunkImage = { readonly content: Buffer; readonly from: ImageSize; readonly to: ImageSize };

const quality = 87;

/**
 * Reduces an image until it just covers a size, in its own type. Returns null for an image that is not larger than the
 * size on both sides, is animated, is damaged, or does not become smaller.
 */
export async function shrinkImage(upload: Uint8Array, least: ImageSize): Promise<ShrunkImage | null> {
  try {
    const kind = requireKind(upload);
    const from = await requireSize(upload, kind);
    // The decoder reads only the first frame of an animated PNG, and reports one frame.
    if (from.frames > 1 || Buffer.from(upload.buffer, upload.byteOffset, upload.length).includes('acTL')) return null;
    const factor = Math.max(least.width / from.width, least.height / from.height);
    if (factor >= 1) return null;
    const to = { width: Math.round(from.width * factor), height: Math.round(from.height * factor) };
    const image = sharp(upload, { limitInputPixels: maxImagePixels }).timeout({ seconds: maxImageSeconds });
    const { isPalette } = await image.metadata();
    const resized = image.autoOrient().resize({ ...to, fit: 'fill' });
    const content = await encode[kind](resized, isPalette).toBuffer();
    if (content.length >= upload.length) return null;
    return { content, from: { width: from.width, height: from.height }, to };
  } catch {
    // The decoder refuses it. A browser may still show it.
    return null;
  }
}

const encode: Readonly<Record<ImageKind, (image: Sharp, hasPalette: boolean) => Sharp>> = {
  png: (image, hasPalette) => image.png({ compressionLevel: 9, palette: hasPalette }),
  jpeg: (image) => image.jpeg({ quality, mozjpeg: true }),
  webp: (image) => image.webp({ quality }),
  gif: (image) => image.gif(),
};
