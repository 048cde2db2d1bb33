import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { ImageCrop, ImageRegion } from '../../core/creative/image-crop.ts';
import { imageWidths } from '../../core/creative/image-widths.ts';
import {
  imageLadderMs,
  maxDecodeSeconds,
  maxImagePixels,
  maxImageSeconds,
} from '../../core/vocabulary/limits/upload-limits.ts';
import {
  type Animation,
  atWidth,
  cropFor,
  type ImageFormat,
  type ImageSize,
  imageSizeAt,
  type Orientation,
  regionInFile,
  requireKind,
  requireSize,
  type SourceSize,
} from './check-image.ts';
import { encodeWithin, type ImageEncoding, type ImageKind, imageTypes } from './encode-image.ts';
import { ImageProblem } from './image-problem.ts';

export type ImageFile = ImageSize & {
  readonly content: Buffer;
  readonly mime: string;
  readonly extension: (typeof imageTypes)[ImageEncoding]['extension'];
};

/** Delivered files of an upload: the image itself, and its versions in other widths and types. */
export type ProcessedImage = ImageFile & {
  /** In order of rising width, for equal width the type of the upload first. Without the image itself. */
  readonly variants: readonly ImageFile[];
  /** For animated images. */
  readonly animation?: Animation;
  /** For cropped images. */
  readonly crop?: ImageCrop;
};

/**
 * Converts an upload to delivered files: checked before decoding, without metadata, no larger than the format,
 * compressed to the byte limit of the format; and versions in other widths and in WebP and AVIF, if they are smaller.
 * Only png, jpeg, gif and webp reach a decoder. Source: product decisions 9; docs/decisions/0062-image-versions.md.
 */
export async function processImage(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage> {
  const startedMs = performance.now();
  const kind = requireKind(upload);
  const whole = await requireSize(upload, kind);
  const part = cropFor(whole, format);
  const region = part?.region ?? null;
  const source = region === null ? whole : { ...whole, width: region.width, height: region.height };
  const shown = imageSizeAt(source, format);
  const task = { kind, animated: source.frames > 1, maxBytes: format.maxBytes ?? Number.POSITIVE_INFINITY };
  return asProblem(async () => {
    const widths = format.versions === 'single' ? [shown.width] : imageWidths(source.width, shown.width);
    const widest = shown.width === widths.at(-1) ? shown : atWidth(shown, widths.at(-1) as number);
    const decoded = task.animated ? framesOf(upload) : await decodeOnce(upload, widest, whole, region);
    const first = await encodeWithin(resizedTo(decoded, shown), kind, task.maxBytes);
    if (first.content === null) {
      const message = `has ${first.smallest} bytes after reduction; the format allows ${format.maxBytes}`;
      throw new ImageProblem('too_large', message);
    }
    const { animation } = source;
    const facts = { ...(animation && { animation }), ...(part !== null && { crop: part.crop }) };
    const image = { content: first.content, ...imageTypes[kind], ...shown, ...facts };
    if (format.versions === 'single') return { ...image, variants: [] };
    const untilMs = startedMs + imageLadderMs;
    return { ...image, variants: await variantsOf(decoded, { ...task, shown: image, widths, untilMs }) };
  });
}

type LadderTask = {
  readonly kind: ImageKind;
  readonly animated: boolean;
  readonly maxBytes: number;
  readonly shown: ImageFile;
  readonly widths: readonly number[];
  /**
   * Time (clock of `performance`) after which no further version is started. The existing ones suffice for delivery.
   */
  readonly untilMs: number;
};

async function variantsOf(source: () => Sharp, task: LadderTask): Promise<ImageFile[]> {
  const { kind, shown, widths } = task;
  const variants: ImageFile[] = [];
  for (const width of widths) {
    const size = width === shown.width ? shown : atWidth(shown, width);
    const own = width === shown.width ? shown : await variantOf(source, size, kind, task);
    if (own !== null && own !== shown) variants.push(own);
    for (const encoding of task.animated ? (['webp'] as const) : (['webp', 'avif'] as const)) {
      if (encoding === kind) continue;
      const variant = await variantOf(source, size, encoding, task);
      // Not smaller than the version that every browser supports, so it has no benefit.
      if (variant !== null && variant.content.length < (own?.content.length ?? Number.POSITIVE_INFINITY)) {
        variants.push(variant);
      }
    }
  }
  return variants;
}

/** null: it cannot be made within the byte limit, or the time is over. */
async function variantOf(
  source: () => Sharp,
  { width, height }: ImageSize,
  encoding: ImageEncoding,
  { untilMs, maxBytes }: Pick<LadderTask, 'untilMs' | 'maxBytes'>,
): Promise<ImageFile | null> {
  if (performance.now() > untilMs) return null;
  const { content } = await encodeWithin(resizedTo(source, { width, height }), encoding, maxBytes);
  return content === null ? null : { content, ...imageTypes[encoding], width, height };
}

/** `decodeOnce` would lose the frames, so an animation is decoded for each version. */
function framesOf(upload: Uint8Array): () => Sharp {
  return () =>
    sharp(upload, { animated: true, limitInputPixels: maxImagePixels })
      .timeout({ seconds: maxImageSeconds })
      .autoOrient();
}

/**
 * Decodes and reduces the image once for all versions, row by row. It is turned upright afterwards, because rotation
 * requires the whole image in memory.
 */
async function decodeOnce(
  upload: Uint8Array,
  size: ImageSize,
  whole: SourceSize,
  region: ImageRegion | null,
): Promise<() => Sharp> {
  const { orientation } = whole;
  const lies = orientation >= 5 ? { width: size.height, height: size.width } : size;
  const decoded = sharp(upload, { limitInputPixels: maxImagePixels, sequentialRead: true, autoOrient: false });
  const shown = region === null ? decoded : decoded.extract(regionInFile(region, whole));
  const small = await shown
    .timeout({ seconds: maxDecodeSeconds })
    .resize({ ...lies, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = await turnUpright(fromRaw(small), orientation).raw().toBuffer({ resolveWithObject: true });
  return () => fromRaw(upright).timeout({ seconds: maxImageSeconds });
}

function fromRaw({ data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo }): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function turnUpright(image: Sharp, orientation: Orientation): Sharp {
  const [angle, isMirrored] = turns[orientation - 1] ?? [0, false];
  return (isMirrored ? image.flop() : image).rotate(angle);
}

/** By orientation: whether it is mirrored horizontally, and the clockwise rotation in degrees after that. */
const turns: readonly (readonly [degrees: number, isMirrored: boolean])[] = [
  [0, false],
  [0, true],
  [180, false],
  [180, true],
  [270, true],
  [90, false],
  [90, true],
  [270, false],
];

function resizedTo(source: () => Sharp, { width, height }: ImageSize): () => Sharp {
  return () => source().resize({ width, height, fit: 'fill' });
}

/** Converts decoder errors to faults of the upload. */
async function asProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ImageProblem) throw cause;
    if (/timeout/i.test(String(cause))) {
      throw new ImageProblem('too_large', 'takes too long to decode', { cause });
    }
    throw new ImageProblem('broken_image', 'is damaged or incomplete', { cause });
  }
}
