import { expect, test } from 'vitest';
import type { CreativeRow } from '../snapshot/snapshot-rows.ts';
import { playsOffline } from './screen-terms.ts';

const image = { kind: 'image', file: { path: 'media/a/banner.png', mime: 'image/png' }, html: null };
const videoFile = { kind: 'video', file: null };
const withFile = (url: string, delivery = 'progressive') => ({ media: { files: [{ url, delivery }] } });
const url = 'https://media.example/a.mp4';

test.each([
  ['an image', {}, true],
  ['markup', { kind: 'html', file: null, html: '<p>Offer</p>' }, true],
  ['a video', { ...videoFile, video: withFile(url) }, true],
  ['a streamed video', { ...videoFile, video: withFile(url, 'streaming') }, false],
  ['a video whose URL has a macro', { ...videoFile, video: withFile('https://[cdn].example/a.mp4') }, false],
  ['a document of another ad server', { ...videoFile, kind: 'vast', video: { media: null } }, false],
  ['an HTML5 bundle', { kind: 'html5' }, false],
])('an offline player can show %s: %s', (_, change, expected) => {
  expect(playsOffline({ ...image, ...change } as unknown as CreativeRow)).toBe(expected);
});
