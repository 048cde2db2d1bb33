import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ImageProblem } from './image-problem.ts';
import { type ProcessedImage, processImage } from './process-image.ts';

const leaderboard = { width: 728, height: 90, maxBytes: null };
const free = { width: null, height: null, maxBytes: null };

function solid(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c03' } });
}

/** Returns frames of different colors, encoded as `kind`. */
async function animation(kind: 'gif' | 'webp', size: { width: number; height: number; frames: number }) {
  const colours = ['#c00', '#0c0', '#00c', '#cc0'];
  const frames = await Promise.all(
    Array.from({ length: size.frames }, (_, index) =>
      sharp({
        create: { width: size.width, height: size.height, channels: 3, background: colours[index % 4] ?? '#000' },
      })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  return (kind === 'gif' ? joined.gif() : joined.webp()).toBuffer();
}

async function refusal(upload: Buffer, format = leaderboard as Parameters<typeof processImage>[1]) {
  const error = await processImage(upload, format).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ImageProblem);
  return (error as ImageProblem).code;
}

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a larger %s is reduced to the size of the format', async (kind) => {
  const upload = await solid(1456, 180).toFormat(kind).toBuffer();
  const image = await processImage(upload, leaderboard);
  expect(image).toMatchObject({ width: 728, height: 90, mime: `image/${kind}` });
  const metadata = await sharp(image.content).metadata();
  expect(metadata).toMatchObject({ width: 728, height: 90, format: kind });
});

test('a smaller image keeps its size', async () => {
  const image = await processImage(await solid(364, 45).png().toBuffer(), leaderboard);
  expect(image).toMatchObject({ width: 364, height: 45 });
});

test('a deviation of one pixel from the format is accepted, of two is not', async () => {
  expect(await processImage(await solid(728, 91).png().toBuffer(), leaderboard)).toMatchObject({
    width: 728,
    height: 90,
  });
  expect(await refusal(await solid(728, 92).png().toBuffer())).toBe('wrong_dimensions');
  expect(await refusal(await solid(300, 250).png().toBuffer())).toBe('wrong_dimensions');
});

test('metadata is removed and its orientation is applied', async () => {
  const upload = await solid(90, 728)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'a private person' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const image = await processImage(upload, leaderboard);
  const metadata = await sharp(image.content).metadata();
  expect(metadata).toMatchObject({ width: 728, height: 90 });
  expect(metadata.exif).toBeUndefined();
  expect(metadata.orientation).toBeUndefined();
});

test.each(['gif', 'webp'] as const)('an animated %s remains animated', async (kind) => {
  const image = await processImage(await animation(kind, { width: 600, height: 500, frames: 4 }), {
    width: 300,
    height: 250,
    maxBytes: null,
  });
  const metadata = await sharp(image.content, { animated: true }).metadata();
  expect(metadata).toMatchObject({ pages: 4, width: 300, pageHeight: 250 });
});

test('it is compressed until it is within the byte limit of the format, or rejected', async () => {
  const noise = {
    create: {
      width: 300,
      height: 250,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const;
  const upload = await sharp(noise).jpeg({ quality: 100 }).toBuffer();
  const best = await processImage(upload, free);
  const within = await processImage(upload, { ...free, maxBytes: best.content.length - 1 });
  expect(within.content.length).toBeLessThan(best.content.length);
  expect(await refusal(upload, { ...free, maxBytes: 1000 })).toBe('too_large');
});

/** Returns the widths of all versions of a type, including the image itself. */
function widthsIn(image: ProcessedImage, mime: string): number[] {
  const widths = [image, ...image.variants].filter((one) => one.mime === mime).map(({ width }) => width);
  return widths.sort((one, other) => one - other);
}

/** Returns a photo-like image: gradients with noise, which compress better with lossy types. */
async function photo(width: number, height: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="1" y2="1"><stop stop-color="#204080"/><stop offset="1" stop-color="#e0a060"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="40%" cy="40%" r="20%" fill="#f2e8d0"/></svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .blur(0.8)
    .png()
    .toBuffer();
  return sharp(Buffer.from(drawing))
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

test('a photo is made in each width of the ladder, also as WebP and AVIF, each smaller than its own type', async () => {
  const image = await processImage(await photo(2400, 1600), free);
  const ladder = [160, 320, 480, 640, 960, 1280, 1920];
  expect(image).toMatchObject({ width: 1920, height: 1280, mime: 'image/jpeg' });
  for (const mime of ['image/jpeg', 'image/webp', 'image/avif']) expect(widthsIn(image, mime)).toEqual(ladder);
  for (const variant of image.variants) {
    const { width, height, format } = await sharp(variant.content).metadata();
    expect([width, height, Math.abs(height * 1.5 - width) <= 1]).toEqual([variant.width, variant.height, true]);
    expect(variant.mime).toBe(`image/${format === 'heif' ? 'avif' : format}`);
    const own = [image, ...image.variants].find((one) => one.mime === 'image/jpeg' && one.width === width);
    if (variant.mime !== 'image/jpeg') expect(variant.content.length).toBeLessThan(own?.content.length ?? 0);
  }
});

test('nothing is enlarged, and an image of format size is also made in double size if the upload has it', async () => {
  const large = await processImage(await photo(1456, 180), leaderboard);
  expect(widthsIn(large, 'image/jpeg')).toEqual([160, 320, 480, 640, 728, 960, 1280, 1456]);
  const own = await processImage(await photo(728, 90), leaderboard);
  expect(widthsIn(own, 'image/jpeg')).toEqual([160, 320, 480, 640, 728]);
  const tiny = await processImage(await photo(120, 40), free);
  expect(widthsIn(tiny, 'image/jpeg')).toEqual([120]);
});

test('each version is within the byte limit of the format', async () => {
  const maxBytes = 9_000;
  const image = await processImage(await photo(1456, 180), { ...leaderboard, maxBytes });
  expect([image, ...image.variants].filter(({ content }) => content.length > maxBytes)).toEqual([]);
  expect(image.variants.length).toBeGreaterThan(5);
});

test('versions of an animation are animated', async () => {
  const upload = await animation('gif', { width: 600, height: 500, frames: 4 });
  const image = await processImage(upload, { width: 300, height: 250, maxBytes: null });
  expect(widthsIn(image, 'image/avif')).toEqual([]);
  for (const { content, width, height } of image.variants) {
    const metadata = await sharp(content, { animated: true }).metadata();
    expect(metadata).toMatchObject({ pages: 4, width, pageHeight: height });
  }
  expect(widthsIn(image, 'image/gif')).toEqual([160, 300, 320, 480, 600]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('an image with orientation %i is turned upright', async (orientation) => {
  // Red, green, blue and white in the corners.
  const corners = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
  const upload = await sharp(corners, { raw: { width: 2, height: 2, channels: 3 } })
    .resize({ width: 200, height: 120, kernel: 'nearest', fit: 'fill' })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation })
    .toBuffer();
  const expected = await sharp(upload).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const image = await processImage(upload, free);
  const actual = await sharp(image.content).raw().toBuffer({ resolveWithObject: true });
  expect([actual.info.width, actual.info.height]).toEqual([expected.info.width, expected.info.height]);
  const { width, height } = expected.info;
  for (const [x, y] of [
    [20, 20],
    [width - 20, 20],
    [20, height - 20],
    [width - 20, height - 20],
  ] as const) {
    const at = (y * width + x) * 3;
    for (const channel of [0, 1, 2]) {
      const [seen, meant] = [actual.data[at + channel] as number, expected.data[at + channel] as number];
      expect(Math.abs(seen - meant), `at ${x},${y}`).toBeLessThan(30);
    }
  }
});

test('versions are upright, preserve transparency, and have no metadata', async () => {
  const upload = await sharp({ create: { width: 400, height: 900, channels: 4, background: '#c0308080' } })
    .png()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'a private person' } })
    .toBuffer();
  const image = await processImage(upload, free);
  for (const { content } of [image, ...image.variants]) {
    const metadata = await sharp(content).metadata();
    expect(metadata.width).toBeGreaterThan(metadata.height);
    expect([metadata.exif, metadata.orientation, metadata.hasAlpha]).toEqual([undefined, undefined, true]);
  }
});

test('only png, jpeg, gif and webp reach a decoder, regardless of the name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><script>alert(1)</script></svg>';
  const others = [
    Buffer.from(svg),
    Buffer.from(`<?xml version="1.0"?>${svg}`),
    await solid(728, 90).tiff().toBuffer(),
    await solid(728, 90).avif().toBuffer(),
    Buffer.from('%PDF-1.7'),
    Buffer.from('<html></html>'),
    Buffer.from('PK\x03\x04'),
    Buffer.alloc(100),
  ];
  for (const upload of others) expect(await refusal(upload)).toBe('unsupported_image');
});

test('a damaged image is rejected, truncated at any offset', async () => {
  const noise = {
    create: {
      width: 728,
      height: 90,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const;
  for (const kind of ['png', 'jpeg', 'webp'] as const) {
    const upload = await sharp(noise).toFormat(kind).toBuffer();
    for (const share of [0.01, 0.5, 0.9]) {
      const length = Math.max(16, Math.floor(upload.length * share));
      expect(await refusal(upload.subarray(0, length)), `${kind} at ${share}`).toBe('broken_image');
    }
  }
  const gif = await animation('gif', { width: 728, height: 90, frames: 3 });
  expect(await refusal(gif.subarray(0, 20))).toBe('broken_image');
});

test('a decompression bomb is rejected by its header, before decoding', async () => {
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal(bomb, free)).toBe('too_large');
  const claimed = Buffer.from(await solid(10, 10).png().toBuffer());
  claimed.writeUInt32BE(60_000, 16);
  claimed.writeUInt32BE(60_000, 20);
  expect(['too_large', 'broken_image']).toContain(await refusal(claimed, free));
  const frames = await animation('gif', { width: 2, height: 2, frames: 301 });
  expect(await refusal(frames, free)).toBe('too_large');
});

describe('an image with another aspect ratio', () => {
  const square = { width: 100, height: 100, maxBytes: null };

  /** A bar with a red, a green and a blue third, stored in one of the Exif orientations. */
  async function bar(orientation = 1) {
    const third = (background: string) =>
      sharp({ create: { width: 200, height: 200, channels: 3, background } })
        .png()
        .toBuffer();
    const parts = await Promise.all(['#c00', '#0c0', '#00c'].map(third));
    const upright = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#000' } })
      .composite(parts.map((input, index) => ({ input, left: index * 200, top: 0 })))
      .png()
      .toBuffer();
    // The inverse of what a viewer does with the orientation. Sharp mirrors before it rotates.
    const stored = sharp(upright);
    const turned = {
      1: () => stored,
      2: () => stored.flop(),
      3: () => stored.rotate(180),
      4: () => stored.flip(),
      5: () => stored.flop().rotate(270),
      6: () => stored.rotate(270),
      7: () => stored.flop().rotate(90),
      8: () => stored.rotate(90),
    }[orientation] as () => typeof stored;
    const pixels = await turned().png().toBuffer();
    return sharp(pixels).png().withMetadata({ orientation }).toBuffer();
  }

  async function colorOf(content: Buffer): Promise<string> {
    const { dominant } = await sharp(content).stats();
    return dominant.r > 128 ? 'red' : dominant.g > 128 ? 'green' : dominant.b > 128 ? 'blue' : 'none';
  }

  test('is cropped around its focal point, in all versions', async () => {
    for (const [x, color] of [
      [0, 'red'],
      [50, 'green'],
      [100, 'blue'],
    ] as const) {
      const image = await processImage(await bar(), { ...square, focalPoint: { x, y: 50 } });
      expect(image).toMatchObject({ width: 100, height: 100 });
      for (const file of [image, ...image.variants]) {
        expect(file.width).toBe(file.height);
        expect(await colorOf(file.content)).toBe(color);
      }
      expect(Math.max(...image.variants.map(({ width }) => width))).toBe(200);
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i is cropped as a viewer sees it', async (orientation) => {
    const upload = await bar(orientation);
    expect((await sharp(upload).metadata()).autoOrient).toEqual({ width: 600, height: 200 });
    for (const [x, color] of [
      [0, 'red'],
      [100, 'blue'],
    ] as const) {
      const image = await processImage(upload, { ...square, focalPoint: { x, y: 50 } });
      expect(await colorOf(image.content)).toBe(color);
    }
  });

  test('is rejected without a focal point, and if it is animated', async () => {
    expect(await refusal(await bar(), square)).toBe('wrong_dimensions');
    const moving = await animation('gif', { width: 600, height: 200, frames: 2 });
    expect(await refusal(moving, { ...square, focalPoint: { x: 50, y: 50 } })).toBe('wrong_dimensions');
  });

  test('is not cropped if it matches the format', async () => {
    const upload = await solid(728, 91).png().toBuffer();
    const image = await processImage(upload, { ...leaderboard, focalPoint: { x: 0, y: 0 } });
    expect(image).toMatchObject({ width: 728, height: 90 });
  });
});
