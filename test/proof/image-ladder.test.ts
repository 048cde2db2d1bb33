import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imageWidths } from '../../src/core/creative/image-widths.ts';
import { processImage } from '../../src/platform/media/process-image.ts';
import { largePhoto } from '../support/media-files/large-photo.ts';
import { structuralSimilarity } from '../support/media-files/structural-similarity.ts';

test('a photograph of 6 MB has versions of which the largest has less than a tenth of its bytes and looks equal', {
  timeout: 120_000,
}, async () => {
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(6_000_000);
  const image = await processImage(photo, { width: null, height: null, maxBytes: null });
  const all = [image, ...image.variants];
  expect(new Set(all.map(({ width }) => width))).toEqual(new Set(imageWidths(4_000, 1_920)));
  const largest = all.filter(({ width }) => width === 1_920);
  expect(largest.map(({ extension }) => extension).sort()).toEqual(['avif', 'jpg', 'webp']);
  for (const { content, width, height, extension } of largest) {
    const reference = await sharp(photo).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer();
    expect(content.length, extension).toBeLessThan(photo.length / 10);
    expect(await structuralSimilarity(reference, content), extension).toBeGreaterThanOrEqual(0.95);
  }
});
