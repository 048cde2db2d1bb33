import { expect, test } from 'vitest';
import { isPossibleKind, matchFormat } from './match-format.ts';

const leaderboard = { id: 1, mediaType: 'banner', width: 728, height: 90 };
const rectangle = { id: 2, mediaType: 'banner', width: 300, height: 250 };
const largeRectangle = { id: 3, mediaType: 'banner', width: 600, height: 500 };
const video = { id: 4, mediaType: 'video', width: null, height: null };
const wideVideo = { id: 5, mediaType: 'video', width: 1920, height: 1080 };
const audio = { id: 6, mediaType: 'audio', width: null, height: null };
const twin = { ...rectangle, id: 7 };
const all = [leaderboard, rectangle, largeRectangle, video, wideVideo, audio, twin];

test.each([
  ['with the same size', { kind: 'image', width: 728, height: 90 }, { formatId: 1, by: 'size' }],
  [
    'with the same aspect ratio when the image is twice as large',
    { kind: 'image', width: 1456, height: 180 },
    { formatId: 1, by: 'shape' },
  ],
  ['the largest that the image covers', { kind: 'image', width: 1200, height: 1000 }, { formatId: 3, by: 'shape' }],
  ['no banner format for a video', { kind: 'video', width: 1280, height: 720 }, null],
  ['a video format with the same size', { kind: 'video', width: 1920, height: 1080 }, { formatId: 5, by: 'size' }],
  ['the only audio format', { kind: 'audio', width: null, height: null }, { formatId: 6, by: 'kind' }],
  ['none for an image that is too small', { kind: 'image', width: 364, height: 45 }, null],
  ['none for an unknown aspect ratio', { kind: 'image', width: 301, height: 90 }, null],
  ['none for a ZIP file without a size in its name', { kind: 'html5', width: null, height: null }, null],
] as const)('finds a format: %s', (_, file, expected) => {
  expect(matchFormat(file, all)).toEqual(expected);
});

test('prefers booked formats, even by aspect ratio over other formats by size', () => {
  expect(matchFormat({ kind: 'image', width: 300, height: 250 }, all, new Set([7]))?.formatId).toBe(7);
  expect(matchFormat({ kind: 'image', width: 600, height: 500 }, all, new Set([2]))?.formatId).toBe(2);
  expect(matchFormat({ kind: 'image', width: 728, height: 90 }, all, new Set([2]))?.formatId).toBe(1);
});

test('accepts a deviation of one pixel on either side, like the check of the API', () => {
  const skyscraper = { id: 8, mediaType: 'banner', width: 160, height: 600 };
  const match = { formatId: 8, by: 'shape' };
  expect(matchFormat({ kind: 'image', width: 322, height: 1202 }, [skyscraper])).toEqual(match);
  expect(matchFormat({ kind: 'image', width: 326, height: 1202 }, [skyscraper])).toBeNull();
});

test('matches a video of any size with the only video format when it has no size', () => {
  expect(matchFormat({ kind: 'video', width: 640, height: 360 }, [video, rectangle])).toEqual({
    formatId: 4,
    by: 'kind',
  });
});

test('accepts the same kinds for a format as the API', () => {
  expect(isPossibleKind('vast', video)).toBe(true);
  expect(isPossibleKind('vast', rectangle)).toBe(false);
  expect(isPossibleKind('image', audio)).toBe(false);
  expect(isPossibleKind('audio', video)).toBe(false);
});
