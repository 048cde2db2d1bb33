import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  chunk,
  gifOf,
  pngOf,
  rowsOf,
  textBomb,
  withComment,
  withGifComment,
} from '../../../test/support/attacks/hostile-images.ts';
import { ImageProblem } from './image-problem.ts';
import { type ProcessedImage, processImage } from './process-image.ts';

const free = { width: null, height: null, maxBytes: null };
const script = '<script>alert(document.domain)</script>';

async function outcomeOf(upload: Buffer): Promise<ProcessedImage | ImageProblem> {
  try {
    return await processImage(upload, free);
  } catch (error) {
    if (error instanceof ImageProblem) return error;
    throw error;
  }
}

function picture(width = 300, height = 250) {
  return sharp({ create: { width, height, channels: 3, background: '#c03' } });
}

test.each<[string, () => Buffer | Promise<Buffer>, string[]]>([
  ['a gigapixel PNG of a few bytes', () => pngOf(40_000, 30_000, rowsOf(10, 10)), ['too_large']],
  ['a PNG with 42 actual megapixels', () => pngOf(7_000, 6_000, rowsOf(7_000, 6_000)), ['too_large']],
  ['a PNG of width 0', () => pngOf(0, 100, rowsOf(10, 10)), ['broken_image']],
  ['a PNG with 2 billion columns', () => pngOf(0x7fffffff, 1, rowsOf(10, 1)), ['too_large', 'broken_image']],
  ['a PNG with fewer rows than stated', () => pngOf(2_000, 2_000, rowsOf(2_000, 3)), ['broken_image']],
  ['a GIF with a gigapixel screen', () => gifOf(65_535, 65_535, 1), ['too_large', 'broken_image']],
  ['a GIF with 10,000 frames', () => gifOf(100, 100, 10_000), ['too_large', 'broken_image']],
  ['a GIF with too many pixels in all frames', () => gifOf(4_000, 4_000, 200), ['too_large', 'broken_image']],
  [
    'a WebP that states a wrong size',
    () => Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 \xff\xff\xff\x7f', 'latin1'),
    ['broken_image'],
  ],
  [
    'a JPEG that ends after its header',
    async () => (await picture().jpeg().toBuffer()).subarray(0, 200),
    ['broken_image'],
  ],
  [
    'an SVG with a script',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    ['unsupported_image'],
  ],
  [
    'an SVG that reads a file',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="file:///etc/passwd"/></svg>',
      ),
    ['unsupported_image'],
  ],
  ['PostScript with the name of an image', () => Buffer.from('%!PS\n(%pipe%id) (r) file'), ['unsupported_image']],
  ['a page that starts like a GIF', () => Buffer.from(`GIF89a/*${script}*/=1;`), ['broken_image', 'too_large']],
])('%s is rejected with a code', async (_what, make, codes) => {
  const outcome = await outcomeOf(await make());
  expect(outcome).toBeInstanceOf(ImageProblem);
  expect(codes).toContain((outcome as ImageProblem).code);
});

test.each<[string, () => Promise<Buffer>]>([
  ['a PNG followed by a page', async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(script)])],
  [
    'a PNG followed by an archive',
    async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(`PK\x03\x04${script}`)]),
  ],
  [
    'a PNG with a page in its text',
    () => Promise.resolve(pngOf(30, 20, rowsOf(30, 20), chunk('tEXt', Buffer.from(`Comment\0${script}`)))),
  ],
  [
    'a PNG with a text that decompresses to 64 MB',
    () => Promise.resolve(pngOf(30, 20, rowsOf(30, 20), chunk('zTXt', textBomb))),
  ],
  ['a JPEG with a page in its comment', async () => withComment(await picture().jpeg().toBuffer(), script)],
  [
    'a JPEG with a script in its metadata',
    () =>
      picture()
        .jpeg()
        .withExif({ IFD0: { Artist: script, Copyright: '<?php system($_GET[0]); ?>' } })
        .toBuffer(),
  ],
  [
    'a GIF that is also a script',
    async () => withGifComment(await picture(100, 80).gif().toBuffer(), `*/=1;alert(1)//${script}`),
  ],
])('%s becomes a pure image', async (_what, make) => {
  const upload = await make();
  const outcome = await outcomeOf(upload);
  if (outcome instanceof ImageProblem) {
    expect(outcome.code).toBe('broken_image');
    return;
  }
  for (const { content } of [outcome, ...outcome.variants]) {
    const text = content.toString('latin1');
    for (const left of ['script', 'alert', 'php', 'PK\x03\x04']) expect(text).not.toContain(left);
  }
});
