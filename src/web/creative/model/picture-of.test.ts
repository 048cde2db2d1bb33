import { expect, test } from 'vitest';
import { pictureOf } from './picture-of.ts';

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
  expect(pictureOf({ assets: [image] }, 300)).toBe('/media/a.png?w=320&fm=webp');
  expect(pictureOf({ assets: [image] }, 321)).toBe('/media/a.png?w=640&fm=webp');
  expect(pictureOf({ assets: [image] }, 900)).toBe('/media/a.png');
});

test('a film has its poster, and nothing else has a picture', () => {
  const film = { ...facts, url: '/media/f.mp4', mime: 'video/mp4', variants: [] };
  expect(pictureOf({ assets: [film], poster: { url: '/media/poster.jpg' } }, 300)).toBe('/media/poster.jpg');
  expect(pictureOf({ assets: [film], poster: null }, 300)).toBeNull();
  expect(pictureOf({ assets: [] }, 300)).toBeNull();
});
