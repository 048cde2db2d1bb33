import sharp from 'sharp';
import { attachmentThumbnail } from '../../../core/vocabulary/limits/attachment-limits.ts';
import { maxImagePixels, maxImageSeconds } from '../../../core/vocabulary/limits/upload-limits.ts';
import { ImageProblem } from '../image-problem.ts';
import { imageTypeOf } from './image-type.ts';

/** A small WebP version of an image. Width and height in pixels. */
export type ImageThumbnail = { readonly content: Buffer; readonly width: number; readonly height: number };

/** Decoders by type. The container of AVIF is HEIF. */
const decoders: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/**
 * Converts an image, or the first frame of an animation, to a thumbnail without metadata. Throws an `ImageProblem` if it
 * cannot be decoded within the limits. Only PNG, JPEG, GIF, WebP and AVIF reach a decoder.
 */
export async function makeThumbnail(upload: Uint8Array): Promise<ImageThumbnail> {
  const type = imageTypeOf(upload);
  if (type === null) throw new ImageProblem('unsupported_image', 'must be a PNG, JPEG, GIF, WebP or AVIF image');
  try {
    const image = sharp(upload, { limitInputPixels: maxImagePixels });
    if ((await image.metadata()).format !== decoders[type]) throw new Error('another decoder');
    const { data, info } = await image
      .timeout({ seconds: maxImageSeconds })
      .autoOrient()
      .resize({ ...attachmentThumbnail, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new ImageProblem('broken_image', 'is damaged, incomplete or too large', { cause });
  }
}
