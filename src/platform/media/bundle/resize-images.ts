import { densePixelRatio } from '../../../core/creative/image-widths.ts';
import type { ResizedImage } from '../../../core/creative/resized-image.ts';
import { imageLadderMs } from '../../../core/vocabulary/limits/upload-limits.ts';
import type { ImageSize } from '../check-image.ts';
import type { PageSize } from '../html5-page.ts';
import type { ArchiveFile } from '../unpack-archive.ts';
import { freelyScaledImages } from './image-uses.ts';
import type { ShrunkImage } from './shrink-image.ts';

/** Reduces an image until it just covers a size; null: it stays as it is. */
export type ShrinkImage = (content: Uint8Array, least: ImageSize) => Promise<ShrunkImage | null>;

/** Files of an archive with reduced images, and what was changed. */
export type ResizedArchive = { readonly files: readonly ArchiveFile[]; readonly resized: readonly ResizedImage[] };

/**
 * Reduces the images of an archive that are larger than a screen with a high pixel density shows. Source:
 * docs/decisions/0235-images-in-bundles.md.
 */
export async function resizeImages(
  files: readonly ArchiveFile[],
  shown: PageSize,
  shrink: ShrinkImage,
): Promise<ResizedArchive> {
  const scaled = freelyScaledImages(files);
  const least = { width: shown.width * densePixelRatio, height: shown.height * densePixelRatio };
  const untilMs = performance.now() + imageLadderMs;
  const resized: ResizedImage[] = [];
  const all: ArchiveFile[] = [];
  for (const file of files) {
    const isDue = scaled.has(file.path) && performance.now() < untilMs;
    const shrunk = isDue ? await shrink(file.content, least) : null;
    all.push(shrunk === null ? file : { ...file, content: Buffer.from(shrunk.content) });
    if (shrunk === null) continue;
    const { from, to, content } = shrunk;
    resized.push({ path: file.path, from, to, savedBytes: file.content.length - content.length });
  }
  return { files: all, resized };
}
