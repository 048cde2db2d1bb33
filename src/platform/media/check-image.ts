import sharp, { type Metadata } from 'sharp';
import {
  cropAround,
  type FocalPoint,
  hasAspectRatio,
  type ImageCrop,
  type ImageRegion,
  keptFocalPoint,
} from '../../core/creative/image-crop.ts';
import { widestImage } from '../../core/creative/image-widths.ts';
import { maxImageFrames, maxImagePixels } from '../../core/vocabulary/limits/upload-limits.ts';
import type { ImageKind } from './encode-image.ts';
import { ImageProblem } from './image-problem.ts';

export type ImageFormat = {
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
  /** Point to keep if the aspect ratio differs; omitted: such an image is rejected. */
  readonly focalPoint?: FocalPoint;
  /** Crop of the file that this one replaces. Its focal point applies to a file with the same aspect ratio. */
  readonly previousCrop?: ImageCrop;
  /** `single`: only the image itself, without other widths and types. */
  readonly versions?: 'single';
};

export type ImageSize = { readonly width: number; readonly height: number };
/** Size of the whole upload, upright; `height` is that of one frame. */
export type SourceSize = ImageSize & {
  readonly frames: number;
  readonly orientation: Orientation;
  /** For animated images. */
  readonly animation?: Animation;
};

/** Milliseconds per run, and number of runs (0: endless). */
export type Animation = { readonly runMs: number; readonly runs: number };

/** Orientation of the pixels in the file, 1 to 8; 1: upright. Source: Exif 2.32, 4.6.4, tag Orientation. */
export type Orientation = number;

/** Determines the type by the first bytes instead of the name: an SVG, PDF or archive named banner.png is rejected. */
export function requireKind(upload: Uint8Array): ImageKind {
  const start = Buffer.from(upload.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp';
  throw new ImageProblem('unsupported_image', 'must be a PNG, JPEG, GIF or WebP image');
}

/** Reads only the header: an image of a gigapixel is rejected before any pixel is decoded. */
export async function requireSize(upload: Uint8Array, kind: ImageKind): Promise<SourceSize> {
  const metadata = await readMetadata(upload);
  if (metadata.format !== kind) throw new ImageProblem('unsupported_image', 'must be a PNG, JPEG, GIF or WebP image');
  const frames = metadata.pages ?? 1;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (frames > maxImageFrames) throw new ImageProblem('too_large', `must have at most ${maxImageFrames} frames`);
  if (width * frameHeight * frames > maxImagePixels) throw tooManyPixels();
  const size = { width, height: frameHeight, frames, orientation: metadata.orientation ?? 1 };
  if (frames === 1) return size;
  const runMs = (metadata.delay ?? []).reduce((sum, delayMs) => sum + delayMs, 0);
  return { ...size, animation: { runMs, runs: metadata.loop ?? 0 } };
}

async function readMetadata(upload: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(upload, { animated: true, limitInputPixels: maxImagePixels }).metadata();
  } catch (cause) {
    if (/pixel limit/.test(String(cause))) throw tooManyPixels(cause);
    throw new ImageProblem('broken_image', 'is damaged or incomplete', { cause });
  }
}

function tooManyPixels(cause?: unknown): ImageProblem {
  return new ImageProblem('too_large', `must have at most ${maxImagePixels} pixels in all frames`, { cause });
}

/** The part of an upright image that is used, and how it was selected. */
type SelectedPart = { readonly region: ImageRegion; readonly crop: ImageCrop };

/**
 * Returns the part of an upright image that a format with another aspect ratio shows; null: the whole image. Animated
 * images are not cropped.
 */
export function cropFor(size: SourceSize, format: ImageFormat): SelectedPart | null {
  const { width, height, previousCrop = null } = format;
  if (width === null || height === null || size.frames > 1) return null;
  const focalPoint = format.focalPoint ?? keptFocalPoint(size, previousCrop);
  if (focalPoint === null || hasAspectRatio(size, { width, height })) return null;
  const crop = { focalPoint, width: size.width, height: size.height };
  return { region: cropAround(size, { width, height }, focalPoint), crop };
}

/** Converts a region of the upright image to one of the pixels in the file. */
export function regionInFile(
  { left, top, width, height }: ImageRegion,
  { width: uprightWidth, height: uprightHeight, orientation }: SourceSize,
): ImageRegion {
  const right = uprightWidth - left - width;
  const bottom = uprightHeight - top - height;
  switch (orientation) {
    case 2:
      return { left: right, top, width, height };
    case 3:
      return { left: right, top: bottom, width, height };
    case 4:
      return { left, top: bottom, width, height };
    case 5:
      return { left: top, top: left, width: height, height: width };
    case 6:
      return { left: top, top: right, width: height, height: width };
    case 7:
      return { left: bottom, top: right, width: height, height: width };
    case 8:
      return { left: bottom, top: left, width: height, height: width };
    default:
      return { left, top, width, height };
  }
}

/**
 * Returns the size of the format for larger images, their own for smaller ones: images are never enlarged. At the size
 * of the format the image must match within one pixel, so that nothing is distorted. For a format without a size, the width is limited to the largest delivered one.
 */
export function imageSizeAt(size: SourceSize, format: ImageFormat): ImageSize {
  const { width, height } = format;
  if (width === null || height === null) return atWidth(size, Math.min(size.width, widestImage));
  if (!hasAspectRatio(size, { width, height })) {
    throw new ImageProblem(
      'wrong_dimensions',
      `is ${size.width}x${size.height}, which does not scale to the format size ${width}x${height}`,
    );
  }
  return size.width > width || size.height > height ? { width, height } : { width: size.width, height: size.height };
}

/** Scales a size to another width, rounded half up to whole pixels, at least one. */
export function atWidth({ width, height }: ImageSize, wanted: number): ImageSize {
  return { width: wanted, height: Math.max(1, Math.floor((height * wanted) / width + 0.5)) };
}
