import sharp from 'sharp';
import type { ImageFormat } from './check-image.ts';
import { ImageProblem, type ImageProblemCode } from './image-problem.ts';
import { type ProcessedImage, processImage } from './process-image.ts';

/** What the worker is given. */
export type ImageTask = { readonly upload: Uint8Array; readonly format: ImageFormat };

/** What it says of one; `residentBytes` is what it holds of the machine's memory afterwards. */
export type ImageOutcome = { readonly residentBytes: number } & (
  | { readonly image: ProcessedImage }
  | { readonly problem: { readonly code: ImageProblemCode; readonly message: string } }
  | { readonly fault: string }
);

// A process of its own: what a hostile file does to a decoder ends here, and its memory goes with it.
// What was decoded is not asked for again, and a second thread would hold a second image.
sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ upload, format }: ImageTask) => {
  void answer(upload, format);
});

async function answer(upload: Uint8Array, format: ImageFormat): Promise<void> {
  const said = await outcomeOf(upload, format);
  process.send?.({ ...said, residentBytes: process.memoryUsage.rss() } satisfies ImageOutcome);
}

async function outcomeOf(upload: Uint8Array, format: ImageFormat) {
  try {
    return { image: await processImage(upload, format) };
  } catch (error) {
    if (error instanceof ImageProblem) return { problem: { code: error.code, message: error.message } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
