import sharp from 'sharp';
import { imageWidths } from '../../src/core/creative/image-widths.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { encodeWithin, type ImageEncoding } from '../../src/platform/media/encode-image.ts';
import { createImageWorkshop } from '../../src/platform/media/image-workshop.ts';
import { processImage } from '../../src/platform/media/process-image.ts';
import { largePhoto } from '../support/media-files/large-photo.ts';
import { structuralSimilarity } from '../support/media-files/structural-similarity.ts';

export type ImagesResult = {
  readonly uploadBytes: number;
  /** Versions of an upload of 4000 x 3000 pixels. */
  readonly versions: readonly ImageVersionResult[];
  /** Uploads of 1600 x 1200 pixels converted to all versions per second. */
  readonly imagesPerSecond: number;
  /** The same, divided by the rate of direct sharp calls with the same encodings. */
  readonly ratioToSharp: number;
};

export type ImageVersionResult = {
  readonly width: number;
  readonly mime: string;
  readonly bytes: number;
  /** Similarity to the losslessly resized upload. 1 is equal. */
  readonly similarity: number;
};

const rounds = 5;
const free = { width: null, height: null, maxBytes: null };

// A separate process, so that sharp's caches do not affect the other measurements.
process.once('message', () => {
  void measure().then((result) => process.send?.(result));
});

async function measure(): Promise<ImagesResult> {
  sharp.cache(false);
  sharp.concurrency(1);
  const photo = await largePhoto();
  return { uploadBytes: photo.length, versions: await versionsOf(photo), ...(await measureThroughput(photo)) };
}

async function versionsOf(photo: Buffer): Promise<readonly ImageVersionResult[]> {
  const image = await processImage(photo, free);
  const versions: ImageVersionResult[] = [];
  for (const { width, height, mime, content } of [image, ...image.variants]) {
    const reference = await sharp(photo).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer();
    const similarity = await structuralSimilarity(reference, content);
    versions.push({ width, mime, bytes: content.length, similarity });
  }
  return versions.sort((one, other) => other.width - one.width || other.bytes - one.bytes);
}

/** Alternates both measurements, so that other load affects both. */
async function measureThroughput(photo: Buffer): Promise<Pick<ImagesResult, 'imagesPerSecond' | 'ratioToSharp'>> {
  const upload = await sharp(photo).resize(1_600).jpeg({ quality: 92 }).toBuffer();
  const workshop = createImageWorkshop(createLog({ level: 'silent', name: 'bench' }));
  try {
    await workshop.process(upload, free);
    await directly(upload);
    const ours: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [mine, direct] = [await msOf(() => workshop.process(upload, free)), await msOf(() => directly(upload))];
      ours.push(mine);
      ratios.push(direct / mine);
    }
    return { imagesPerSecond: 1_000 / median(ours), ratioToSharp: median(ratios) };
  } finally {
    await workshop.close();
  }
}

/** Produces the same files with direct sharp calls: decodes once, then encodes each width in each type. */
async function directly(upload: Buffer): Promise<void> {
  const { data, info } = await sharp(upload).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const wanted of imageWidths(width, width)) {
    for (const encoding of ['jpeg', 'webp', 'avif'] as const satisfies readonly ImageEncoding[]) {
      const resized = () => sharp(data, { raw: { width, height, channels } }).resize(wanted);
      await encodeWithin(resized, encoding, Number.POSITIVE_INFINITY);
    }
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] as number;
}
