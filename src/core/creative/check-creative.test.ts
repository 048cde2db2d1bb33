import { describe, expect, test } from 'vitest';
import type { VideoCreative } from '../vast/video-creative.ts';
import { type CheckedCreative, checkCreative, hasErrors } from './check-creative.ts';

const image: CheckedCreative = {
  kind: 'image',
  clickUrl: 'https://coffee.example/',
  html: null,
  width: 300,
  height: 250,
  files: [{ bytes: 40_000 }],
  video: null,
  fields: null,
  images: [],
  fetched: [],
  insecure: { code: false, content: false },
  format: { width: 300, height: 250, maxBytes: 50_000, templateFields: [] },
};
const html: CheckedCreative = { ...image, kind: 'html', files: [], html: '<a href="[clickUrl]">Coffee</a>' };

const file = {
  id: null,
  url: 'https://media.example/a.mp4',
  delivery: 'progressive' as const,
  mime: 'video/mp4',
  width: 1280,
  height: 720,
  codec: 'avc1.64001f',
  bitrate: null,
  bytes: null,
  scalable: null,
  keepAspectRatio: null,
};
function film(
  of: Partial<typeof file> = {},
  durationMs = 15_000,
  others: Partial<VideoCreative> = {},
): CheckedCreative {
  const media = { durationMs, skipAfterMs: null, title: null, description: null, advertiser: null, categories: [] };
  const video = { media: { ...media, universalAdId: null, files: [{ ...file, ...of }] }, vast: null, companions: [] };
  const rest = { icons: [], verifications: [], trackers: {}, ...others };
  return { ...image, kind: 'video', files: [], video: { ...video, ...rest } as unknown as VideoCreative };
}

const codesOf = (creative: CheckedCreative) => checkCreative(creative).map(({ code }) => code);

test.each([
  ['an image', image],
  ['markup', html],
  ['markup without a click', { ...html, clickUrl: null }],
  ['a film', film()],
  ['an image that is smaller by a pixel', { ...image, width: 299, height: 249 }],
  ['an animation of half a minute', { ...image, files: [{ bytes: 1, animation: { runMs: 10_000, runs: 3 } }] }],
])('nothing is wrong with %s', (_name, creative) => {
  expect(codesOf(creative)).toEqual([]);
});

test.each<[string, CheckedCreative, string[]]>([
  ['of another shape', { ...image, format: { ...image.format, height: 200 } }, ['SIZE_UNFIT']],
  ['of half the size', { ...image, width: 150, height: 125 }, ['SMALLER_THAN_FORMAT']],
  ['with too many bytes', { ...image, files: [{ bytes: 50_001 }] }, ['TOO_MANY_BYTES']],
  ['with too much markup', { ...html, format: { ...html.format, maxBytes: 10 } }, ['TOO_MANY_BYTES']],
  [
    'with a script by http',
    { ...html, insecure: { code: true, content: true } },
    ['INSECURE_CODE', 'INSECURE_CONTENT'],
  ],
  ['without a click', { ...image, clickUrl: null }, ['MISSING_CLICK']],
  ['whose click is not in the markup', { ...html, html: '<b>Coffee</b>' }, ['CLICK_NOT_WIRED']],
  ['that never stops', { ...image, files: [{ bytes: 1, animation: { runMs: 100, runs: 0 } }] }, ['ANIMATION_TOO_LONG']],
  [
    'that stops late',
    { ...image, files: [{ bytes: 1, animation: { runMs: 10_001, runs: 3 } }] },
    ['ANIMATION_TOO_LONG'],
  ],
  ['film in HEVC', film({ codec: 'hvc1.1.6.L93.B0' }), ['CODEC_UNUSUAL']],
  ['film as a stream', film({ mime: 'application/x-mpegURL' }), ['CODEC_UNUSUAL']],
  ['film of over a minute', film({}, 60_001), ['LONG_FILM']],
  ['film by http', film({ url: 'http://media.example/a.mp4' }), ['INSECURE_CONTENT']],
  ['film with a tracker by http', film({}, 1, { trackers: { start: ['http://t.example/'] } }), ['INSECURE_CONTENT']],
])('a creative %s', (_name, creative, codes) => {
  expect(codesOf(creative)).toEqual(codes);
});

describe('severity', () => {
  test('tells what blocks an approval', () => {
    expect(hasErrors(checkCreative({ ...image, width: 150, height: 125, clickUrl: null }))).toBe(false);
    expect(hasErrors(checkCreative({ ...image, files: [{ bytes: 50_001 }] }))).toBe(true);
  });

  test('is told in words', () => {
    expect(checkCreative({ ...image, clickUrl: null })).toEqual([
      { code: 'MISSING_CLICK', severity: 'warning', message: 'A click on it leads nowhere' },
    ]);
  });
});
