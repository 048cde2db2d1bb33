import { expect, test } from 'vitest';
import { isPossibleKind, matchFormat } from './match-format.ts';

const leaderboard = { id: 1, mediaType: 'banner', width: 728, height: 90 };
const rectangle = { id: 2, mediaType: 'banner', width: 300, height: 250 };
const largeRectangle = { id: 3, mediaType: 'banner', width: 600, height: 500 };
const film = { id: 4, mediaType: 'video', width: null, height: null };
const wideFilm = { id: 5, mediaType: 'video', width: 1920, height: 1080 };
const sound = { id: 6, mediaType: 'audio', width: null, height: null };
const twin = { ...rectangle, id: 7 };
const all = [leaderboard, rectangle, largeRectangle, film, wideFilm, sound, twin];

test.each([
  ['of exactly its pixels', { kind: 'image', width: 728, height: 90 }, { formatId: 1, by: 'size' }],
  ['of its shape when it is twice as large', { kind: 'image', width: 1456, height: 180 }, { formatId: 1, by: 'shape' }],
  ['the largest that it fills', { kind: 'image', width: 1200, height: 1000 }, { formatId: 3, by: 'shape' }],
  ['no banner for a film', { kind: 'video', width: 1280, height: 720 }, null],
  ['a film by its size', { kind: 'video', width: 1920, height: 1080 }, { formatId: 5, by: 'size' }],
  [
    'a sound because there is one format only',
    { kind: 'audio', width: null, height: null },
    { formatId: 6, by: 'kind' },
  ],
  ['nothing for an image that is too small', { kind: 'image', width: 364, height: 45 }, null],
  ['nothing for a shape that nobody has', { kind: 'image', width: 301, height: 90 }, null],
  ['nothing for a zip whose name says no size', { kind: 'html5', width: null, height: null }, null],
] as const)('a format is found: %s', (_, file, expected) => {
  expect(matchFormat(file, all)).toEqual(expected);
});

test('what is booked comes first, by shape even before another by size', () => {
  expect(matchFormat({ kind: 'image', width: 300, height: 250 }, all, new Set([7]))?.formatId).toBe(7);
  expect(matchFormat({ kind: 'image', width: 600, height: 500 }, all, new Set([2]))?.formatId).toBe(2);
  expect(matchFormat({ kind: 'image', width: 728, height: 90 }, all, new Set([2]))?.formatId).toBe(1);
});

test('a format without pixels takes a film of any size when it is the only one', () => {
  expect(matchFormat({ kind: 'video', width: 640, height: 360 }, [film, rectangle])).toEqual({
    formatId: 4,
    by: 'kind',
  });
});

test('kinds and formats go together as the API has it', () => {
  expect(isPossibleKind('vast', film)).toBe(true);
  expect(isPossibleKind('vast', rectangle)).toBe(false);
  expect(isPossibleKind('image', sound)).toBe(false);
  expect(isPossibleKind('audio', film)).toBe(false);
});
