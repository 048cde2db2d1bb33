import sharp from 'sharp';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';
import { ImageProblem, processImage } from './process-image.ts';

const leaderboard = { width: 728, height: 90, maxBytes: null };
const free = { width: null, height: null, maxBytes: null };

function solid(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c03' } });
}

/** Frames of different colours, as `kind`. */
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

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a larger %s is reduced to the format', async (kind) => {
  const upload = await solid(1456, 180).toFormat(kind).toBuffer();
  const image = await processImage(upload, leaderboard);
  expect(image).toMatchObject({ width: 728, height: 90, mime: `image/${kind}` });
  const metadata = await sharp(image.content).metadata();
  expect(metadata).toMatchObject({ width: 728, height: 90, format: kind });
});

test('a smaller image stays as large as it is', async () => {
  const image = await processImage(await solid(364, 45).png().toBuffer(), leaderboard);
  expect(image).toMatchObject({ width: 364, height: 45 });
});

test('one pixel beside the format is within it, two are not', async () => {
  expect(await processImage(await solid(728, 91).png().toBuffer(), leaderboard)).toMatchObject({
    width: 728,
    height: 90,
  });
  expect(await refusal(await solid(728, 92).png().toBuffer())).toBe('wrong_dimensions');
  expect(await refusal(await solid(300, 250).png().toBuffer())).toBe('wrong_dimensions');
});

test('metadata goes, the orientation that it told stays', async () => {
  const upload = await solid(90, 728)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody at home' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const image = await processImage(upload, leaderboard);
  const metadata = await sharp(image.content).metadata();
  expect(metadata).toMatchObject({ width: 728, height: 90 });
  expect(metadata.exif).toBeUndefined();
  expect(metadata.orientation).toBeUndefined();
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (kind) => {
  const image = await processImage(await animation(kind, { width: 600, height: 500, frames: 4 }), {
    width: 300,
    height: 250,
    maxBytes: null,
  });
  const metadata = await sharp(image.content, { animated: true }).metadata();
  expect(metadata).toMatchObject({ pages: 4, width: 300, pageHeight: 250 });
});

test('it is made smaller until it is within the bytes of the format, or refused', async () => {
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

test('only png, jpeg, gif and webp get to a decoder, whatever they are called', async () => {
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

test('a damaged image is refused, wherever it was cut', async () => {
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

test('a bomb is refused by its header, before any of it is decoded', async () => {
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

test('no more than the limit works at the same time, and a failure frees its place', async () => {
  const inQueue = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 20 }, (_, index) =>
    inQueue(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (index % 3 === 0) throw new Error('failed');
      return index;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7);
});
