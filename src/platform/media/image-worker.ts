import sharp from 'sharp';
import { type ShrunkImage, shrinkImage } from './bundle/shrink-image.ts';
import type { ImageFormat, ImageSize } from './check-image.ts';
import { ImageProblem, type ImageProblemCode } from './image-problem.ts';
import { type ProcessedImage, processImage } from './process-image.ts';
import { type ImageThumbnail, makeThumbnail } from './thumbnail/make-thumbnail.ts';

/** Input of the worker: an image for a format, for its thumbnail, or to reduce until it just covers a size. */
export type ImageTask = {
  readonly upload: Uint8Array;
  readonly format: ImageFormat | 'thumbnail' | { readonly covers: ImageSize };
};

/** Result of the worker; `residentBytes` is its memory use afterwards. */
export type ImageOutcome = { readonly residentBytes: number } & (
  | { readonly image: ProcessedImage }
  | { readonly thumbnail: ImageThumbnail }
  | { readonly shrunk: ShrunkImage | null }
  | { readonly problem: { readonly code: ImageProblemCode; readonly message: string } }
  | { readonly fault: string }
);

// Separate process, so that exploits of a decoder by a hostile file are contained and its memory is freed. No cache,
// because decoded images are not reused. No second thread, because it would hold a second image.
sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ upload, format }: ImageTask) => {
  void answer(upload, format);
});

async function answer(upload: Uint8Array, format: ImageTask['format']): Promise<void> {
  const said = await outcomeOf(upload, format);
  process.send?.({ ...said, residentBytes: process.memoryUsage.rss() } satisfies ImageOutcome);
}

async function outcomeOf(upload: Uint8Array, format: ImageTask['format']) {
  try {
    if (format === 'thumbnail') return { thumbnail: await makeThumbnail(upload) };
    if ('covers' in format) return { shrunk: await shrinkImage(upload, format.covers) };
    return { image: await processImage(upload, format) };
  } catch (error) {
    if (error instanceof ImageProblem) return { problem: { code: error.code, message: error.message } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
