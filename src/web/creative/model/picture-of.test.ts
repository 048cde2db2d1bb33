import { expect, test } from 'vitest';
import { thumbnailUrlOf } from './thumbnail-url.ts';

const facts = { sha256: null, bytes: 1, width: 970, height: 250 };
const variant = (width: number, mime = 'image/webp') => ({
  url: `/media/a.png?w=${width}&fm=${mime.slice(6)}`,
  mime,
  bytes: 1,
  width,
  height: 1,
});
const image = {
  ...facts,
  url: '/media/a.png',
  mime: 'image/png',
  variants: [variant(640), variant(320), variant(160), variant(320, 'image/avif')],
};

test('of an image the smallest version that is wide enough is taken, else the image itself', () => {
  expect(thumbnailUrlOf({ assets: [image] }, 300)).toBe('/media/a.png?w=320&fm=webp');
  expect(thumbnailUrlOf({ assets: [image] }, 321)).toBe('/media/a.png?w=640&fm=webp');
  expect(thumbnailUrlOf({ assets: [image] }, 900)).toBe('/media/a.png');
});

test('a film has its poster, and nothing else has a picture', () => {
  const film = { ...facts, url: '/media/f.mp4', mime: 'video/mp4', variants: [] };
  expect(thumbnailUrlOf({ assets: [film], poster: { url: '/media/poster.jpg' } }, 300)).toBe('/media/poster.jpg');
  expect(thumbnailUrlOf({ assets: [film], poster: null }, 300)).toBeNull();
  expect(thumbnailUrlOf({ assets: [] }, 300)).toBeNull();
});
