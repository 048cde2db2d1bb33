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
function videoFile(
  of: Partial<typeof file> = {},
  durationMs = 15_000,
  others: Partial<VideoCreative> = {},
): CheckedCreative {
  const media = { durationMs, skipAfterMs: null, title: null, description: null, advertiser: null, categories: [] };
  const video = { media: { ...media, universalAdId: null, files: [{ ...file, ...of }] }, vast: null, companions: [] };
  const rest = { icons: [], verifications: [], trackers: {}, ...others };
  return { ...image, kind: 'video', files: [], video: { ...video, ...rest } as unknown as VideoCreative };
}

/** Returns MRAID markup with one fault each. */
function mraidCases(): [string, CheckedCreative, string[]][] {
  const reference = '<script src="mraid.js"></script>';
  const open = `<img onclick="mraid.open('[clickUrl]')" src="https://media.example/a.png">`;
  const ready = `<script>mraid.addEventListener('ready', () => mraid.getMaxSize())</script>`;
  const of = (markup: string): CheckedCreative => ({ ...html, html: markup });
  return [
    ['of MRAID', of(reference + open + ready), ['MRAID_NEEDS_APP']],
    ['of MRAID without functions', of(reference + open), ['MRAID_NEEDS_APP']],
    [
      'of MRAID that checks the state',
      of(`${reference}${open}<script>if (mraid.getState() !== 'loading') mraid.expand()</script>`),
      ['MRAID_NEEDS_APP'],
    ],
    [
      'with its own MRAID script',
      of(`${reference}${open}<script>window.mraid = {}</script>`),
      ['MRAID_NEEDS_APP', 'MRAID_BUNDLED'],
    ],
    [
      'with an MRAID script of a host',
      of(`<script src="https://cdn.example/mraid.js"></script>${open}`),
      ['MRAID_NEEDS_APP', 'MRAID_BUNDLED'],
    ],
    [
      'of MRAID that opens a window',
      of(`${reference}${open}<script>window.open('[clickUrl]')</script>`),
      ['MRAID_NEEDS_APP', 'MRAID_CLICK'],
    ],
    ['of MRAID with a link', of(`${reference}<a href="[clickUrl]">Coffee</a>`), ['MRAID_NEEDS_APP', 'MRAID_CLICK']],
    [
      'of MRAID that does not wait',
      of(`${reference}${open}<script>mraid.expand()</script>`),
      ['MRAID_NEEDS_APP', 'MRAID_NOT_READY'],
    ],
    [
      'of MRAID that writes',
      of(`${reference}${open}<script>document.write('x')</script>`),
      ['MRAID_NEEDS_APP', 'MRAID_DOCUMENT_WRITE'],
    ],
    [
      'of MRAID without a click',
      of(`${reference}<img onclick="mraid.open('https://coffee.example/')" src="x">`),
      ['CLICK_NOT_WIRED', 'MRAID_NEEDS_APP'],
    ],
    [
      'of MRAID above the size limit',
      { ...of(reference + open), format: { ...image.format, maxBytes: 20 } },
      ['TOO_MANY_BYTES', 'MRAID_NEEDS_APP'],
    ],
    ['that only mentions mraid.js', of('<a href="[clickUrl]">mraid.js</a>'), []],
  ];
}

const codesOf = (creative: CheckedCreative) => checkCreative(creative).map(({ code }) => code);

test.each([
  ['an image', image],
  ['markup', html],
  ['markup without a click', { ...html, clickUrl: null }],
  ['a video', videoFile()],
  ['an image that is 1 pixel smaller', { ...image, width: 299, height: 249 }],
  ['an animation of 30 s', { ...image, files: [{ bytes: 1, animation: { runMs: 10_000, runs: 3 } }] }],
])('finds no fault in %s', (_name, creative) => {
  expect(codesOf(creative)).toEqual([]);
});

test.each<[string, CheckedCreative, string[]]>([
  ['without its file', { ...image, files: [] }, ['FILE_MISSING']],
  ['without its video', { ...videoFile(), video: null }, ['FILE_MISSING']],
  ['with another aspect ratio', { ...image, format: { ...image.format, height: 200 } }, ['SIZE_UNFIT']],
  ['of half the size', { ...image, width: 150, height: 125 }, ['SMALLER_THAN_FORMAT']],
  ['with too many bytes', { ...image, files: [{ bytes: 50_001 }] }, ['TOO_MANY_BYTES']],
  ['with too much markup', { ...html, format: { ...html.format, maxBytes: 10 } }, ['TOO_MANY_BYTES']],
  [
    'with a script by http',
    { ...html, insecure: { code: true, content: true } },
    ['INSECURE_CODE', 'INSECURE_CONTENT'],
  ],
  ['without a click-through URL', { ...image, clickUrl: null }, ['MISSING_CLICK']],
  ...mraidCases(),
  ['whose markup does not use the click-through URL', { ...html, html: '<b>Coffee</b>' }, ['CLICK_NOT_WIRED']],
  [
    'whose animation never stops',
    { ...image, files: [{ bytes: 1, animation: { runMs: 100, runs: 0 } }] },
    ['ANIMATION_TOO_LONG'],
  ],
  [
    'whose animation runs too long',
    { ...image, files: [{ bytes: 1, animation: { runMs: 10_001, runs: 3 } }] },
    ['ANIMATION_TOO_LONG'],
  ],
  ['with a HEVC video', videoFile({ codec: 'hvc1.1.6.L93.B0' }), ['CODEC_UNUSUAL']],
  ['with a streamed video', videoFile({ mime: 'application/x-mpegURL' }), ['CODEC_UNUSUAL']],
  ['with a video longer than a minute', videoFile({}, 60_001), ['LONG_FILM']],
  ['with a video over http', videoFile({ url: 'http://media.example/a.mp4' }), ['INSECURE_CONTENT']],
  [
    'with a video tracker over http',
    videoFile({}, 1, { trackers: { start: ['http://t.example/'] } }),
    ['INSECURE_CONTENT'],
  ],
])('reports a creative %s', (_name, creative, codes) => {
  expect(codesOf(creative)).toEqual(codes);
});

describe('severity', () => {
  test('shows which faults block an approval', () => {
    expect(hasErrors(checkCreative({ ...image, width: 150, height: 125, clickUrl: null }))).toBe(false);
    expect(hasErrors(checkCreative({ ...image, files: [{ bytes: 50_001 }] }))).toBe(true);
  });

  test('has a message for each code', () => {
    expect(checkCreative({ ...image, clickUrl: null })).toEqual([
      { code: 'MISSING_CLICK', severity: 'warning', message: 'The creative has no click-through URL' },
    ]);
  });
});
