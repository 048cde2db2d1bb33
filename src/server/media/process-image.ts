import sharp, { type Metadata, type Sharp } from 'sharp';
import { maxImageFrames, maxImagePixels, maxImageSeconds, maxImagesAtOnce } from '../../core/words/limits.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** What is wrong with an uploaded image; the message is for its sender. */
export class ImageProblem extends Error {
  /** Stable code, as it stands beside the field. */
  readonly code: ImageProblemCode;

  constructor(code: ImageProblemCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

export type ImageProblemCode = 'unsupported_image' | 'broken_image' | 'too_large' | 'wrong_dimensions';

export type ImageFormat = {
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
};

export type ProcessedImage = {
  readonly content: Buffer;
  readonly mime: string;
  readonly extension: 'png' | 'jpg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
};

type Kind = 'png' | 'jpeg' | 'gif' | 'webp';
const inQueue = limitConcurrency(maxImagesAtOnce);

/**
 * Makes an uploaded file into what is delivered: checked before it is decoded, without metadata, no larger than the
 * format, re-encoded until it is within the format's bytes. Nothing but png, jpeg, gif and webp reaches a decoder.
 * Source: product decisions 9.
 */
export async function processImage(upload: Buffer, format: ImageFormat): Promise<ProcessedImage> {
  const kind = kindOf(upload);
  if (kind === null) throw new ImageProblem('unsupported_image', 'must be a PNG, JPEG, GIF or WebP image');
  return inQueue(async () => {
    const size = await checkedSize(upload, kind);
    const target = targetSize(size, format);
    return encodeWithin(upload, { kind, animated: size.frames > 1, target, format });
  });
}

/** By the first bytes and never by the name: an SVG, a PDF or an archive called banner.png gets no further. */
function kindOf(upload: Buffer): Kind | null {
  const start = upload.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp';
  return null;
}

type Size = { readonly width: number; readonly height: number; readonly frames: number };

/** From the header alone: an image of a gigapixel is refused before a single one of them is decoded. */
async function checkedSize(upload: Buffer, kind: Kind): Promise<Size> {
  const metadata = await readMetadata(upload);
  if (metadata.format !== kind) throw new ImageProblem('unsupported_image', 'must be a PNG, JPEG, GIF or WebP image');
  const frames = metadata.pages ?? 1;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (frames > maxImageFrames) throw new ImageProblem('too_large', `must have at most ${maxImageFrames} frames`);
  if (width * frameHeight * frames > maxImagePixels) {
    throw new ImageProblem('too_large', `must have at most ${maxImagePixels} pixels in all frames together`);
  }
  return { width, height: frameHeight, frames };
}

async function readMetadata(upload: Buffer): Promise<Metadata> {
  try {
    return await sharp(upload, { animated: true, limitInputPixels: maxImagePixels }).metadata();
  } catch (cause) {
    if (/pixel limit/.test(String(cause))) {
      throw new ImageProblem('too_large', `must have at most ${maxImagePixels} pixels in all frames together`, {
        cause,
      });
    }
    throw new ImageProblem('broken_image', 'is damaged or incomplete', { cause });
  }
}

/**
 * The format's size for what is larger, its own for what is smaller: never enlarged. At the format's size the image must
 * be within one pixel of it, so that nothing is distorted or cut.
 */
function targetSize(size: Size, format: ImageFormat): { readonly width: number; readonly height: number } {
  const { width, height } = format;
  if (width === null || height === null) return { width: size.width, height: size.height };
  const heightAtWidth = (size.height * width) / size.width;
  const widthAtHeight = (size.width * height) / size.height;
  if (Math.abs(heightAtWidth - height) > 1 && Math.abs(widthAtHeight - width) > 1) {
    throw new ImageProblem(
      'wrong_dimensions',
      `is ${size.width}x${size.height}, which does not scale to the ${width}x${height} of the format`,
    );
  }
  return size.width > width || size.height > height ? { width, height } : { width: size.width, height: size.height };
}

type Encoding = {
  readonly kind: Kind;
  readonly animated: boolean;
  readonly target: { readonly width: number; readonly height: number };
  readonly format: ImageFormat;
};

/** From the best to the smallest that still looks right; the first within the format's bytes is taken. */
const encodings: Readonly<Record<Kind, readonly ((image: Sharp) => Sharp)[]>> = {
  png: [
    (image) => image.png({ compressionLevel: 9 }),
    (image) => image.png({ palette: true, quality: 90, compressionLevel: 9 }),
    (image) => image.png({ palette: true, quality: 60, compressionLevel: 9 }),
  ],
  jpeg: [85, 72, 58].map((quality) => (image: Sharp) => image.jpeg({ quality, progressive: true })),
  webp: [85, 72, 58].map((quality) => (image: Sharp) => image.webp({ quality })),
  gif: [
    (image) => image.gif(),
    (image) => image.gif({ colours: 64, interFrameMaxError: 8 }),
    (image) => image.gif({ colours: 32, interFrameMaxError: 16 }),
  ],
};

const types = {
  png: { mime: 'image/png', extension: 'png' },
  jpeg: { mime: 'image/jpeg', extension: 'jpg' },
  gif: { mime: 'image/gif', extension: 'gif' },
  webp: { mime: 'image/webp', extension: 'webp' },
} as const;

async function encodeWithin(upload: Buffer, encoding: Encoding): Promise<ProcessedImage> {
  const maxBytes = encoding.format.maxBytes ?? Number.POSITIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY;
  for (const encode of encodings[encoding.kind]) {
    const content = await encodeOnce(upload, encoding, encode);
    if (content.length <= maxBytes) return { content, ...types[encoding.kind], ...encoding.target };
    smallest = Math.min(smallest, content.length);
  }
  throw new ImageProblem('too_large', `has ${smallest} bytes when made small; the format allows ${maxBytes}`);
}

async function encodeOnce(upload: Buffer, encoding: Encoding, encode: (image: Sharp) => Sharp): Promise<Buffer> {
  const { target } = encoding;
  const image = sharp(upload, { animated: encoding.animated, limitInputPixels: maxImagePixels })
    .timeout({ seconds: maxImageSeconds })
    .autoOrient()
    .resize({ width: target.width, height: target.height, fit: 'fill' });
  try {
    return await encode(image).toBuffer();
  } catch (cause) {
    if (/timeout/i.test(String(cause))) {
      throw new ImageProblem('too_large', `takes more than ${maxImageSeconds} seconds to process`, { cause });
    }
    throw new ImageProblem('broken_image', 'is damaged or incomplete', { cause });
  }
}
