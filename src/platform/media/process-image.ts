import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { imageWidths } from '../../core/creative/image-widths.ts';
import { imageLadderMs, maxDecodeSeconds, maxImagePixels, maxImageSeconds } from '../../core/vocabulary/limits.ts';
import {
  type Animation,
  atWidth,
  type ImageFormat,
  type ImageSize,
  imageSizeAt,
  type Orientation,
  requireKind,
  requireSize,
} from './check-image.ts';
import { encodeWithin, type ImageEncoding, type ImageKind, imageTypes } from './encode-image.ts';
import { ImageProblem } from './image-problem.ts';

export type ImageFile = ImageSize & {
  readonly content: Buffer;
  readonly mime: string;
  readonly extension: (typeof imageTypes)[ImageEncoding]['extension'];
};

/** What is delivered of an upload: the image itself, and the same in other widths and types. */
export type ProcessedImage = ImageFile & {
  /** In rising width; of one width the upload's own type first. The image itself is not among them. */
  readonly variants: readonly ImageFile[];
  /** Of an animated one. */
  readonly animation?: Animation;
};

/**
 * Makes an uploaded file into what is delivered: checked before it is decoded, without metadata, no larger than the
 * format, compressed until it is within the format's bytes; and versions of it in other widths and in WebP and AVIF, as far
 * as they are smaller. Nothing but png, jpeg, gif and webp reaches a decoder.
 * Source: product decisions 9; docs/decisions/0062-image-versions.md.
 */
export async function processImage(upload: Uint8Array, format: ImageFormat): Promise<ProcessedImage> {
  const startedMs = performance.now();
  const kind = requireKind(upload);
  const source = await requireSize(upload, kind);
  const shown = imageSizeAt(source, format);
  const task = { kind, animated: source.frames > 1, maxBytes: format.maxBytes ?? Number.POSITIVE_INFINITY };
  return asProblem(async () => {
    const widths = imageWidths(source.width, shown.width);
    const widest = shown.width === widths.at(-1) ? shown : atWidth(shown, widths.at(-1) as number);
    const decoded = task.animated ? framesOf(upload) : await decodeOnce(upload, widest, source.orientation);
    const first = await encodeWithin(resizedTo(decoded, shown), kind, task.maxBytes);
    if (first.content === null) {
      const message = `has ${first.smallest} bytes when made small; the format allows ${format.maxBytes}`;
      throw new ImageProblem('too_large', message);
    }
    const { animation } = source;
    const image = { content: first.content, ...imageTypes[kind], ...shown, ...(animation && { animation }) };
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
  /** No version is begun after this, by the clock of `performance`: those that are there are enough to deliver. */
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
      // Not smaller than what every browser shows: nobody would gain by it.
      if (variant !== null && variant.content.length < (own?.content.length ?? Number.POSITIVE_INFINITY)) {
        variants.push(variant);
      }
    }
  }
  return variants;
}

/** Null: it cannot be made within so many bytes, or there is no time left. */
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

/** Frames would not survive `decodeOnce`, so an animation is decoded for each of its versions. */
function framesOf(upload: Uint8Array): () => Sharp {
  return () =>
    sharp(upload, { animated: true, limitInputPixels: maxImagePixels })
      .timeout({ seconds: maxImageSeconds })
      .autoOrient();
}

/**
 * Decoded and made small once for all versions, row by row: turned upright only then, since to turn an image the whole of
 * it has to be in memory.
 */
async function decodeOnce(upload: Uint8Array, size: ImageSize, orientation: Orientation): Promise<() => Sharp> {
  const lies = orientation >= 5 ? { width: size.height, height: size.width } : size;
  const small = await sharp(upload, { limitInputPixels: maxImagePixels, sequentialRead: true, autoOrient: false })
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

/** By orientation: whether left and right are exchanged, and by how many degrees it is turned to the right after that. */
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

/** What a decoder says against an image is the sender's business. */
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
