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

test('returns the smallest variant that is wide enough, else the image itself', () => {
  expect(thumbnailUrlOf({ assets: [image] }, 300)).toBe('/media/a.png?w=320&fm=webp');
  expect(thumbnailUrlOf({ assets: [image] }, 321)).toBe('/media/a.png?w=640&fm=webp');
  expect(thumbnailUrlOf({ assets: [image] }, 900)).toBe('/media/a.png');
});

test('returns the poster of a video, and null without poster or image', () => {
  const video = { ...facts, url: '/media/f.mp4', mime: 'video/mp4', variants: [] };
  expect(thumbnailUrlOf({ assets: [video], poster: { url: '/media/poster.jpg' } }, 300)).toBe('/media/poster.jpg');
  expect(thumbnailUrlOf({ assets: [video], poster: null }, 300)).toBeNull();
  expect(thumbnailUrlOf({ assets: [] }, 300)).toBeNull();
});
