import { expect, test } from 'vitest';
import { fileKind, nameOfFile, sizeInName } from './file-facts.ts';

test.each([
  ['banner.PNG', 'image'],
  ['winter.final.webp', 'image'],
  ['winter.zip', 'html5'],
  ['video.mp4', 'video'],
  ['spot.mp3', 'audio'],
  ['banner.psd', null],
  ['png', null],
] as const)('returns the kind of %s: %s', (name, kind) => {
  expect(fileKind(name)).toBe(kind);
});

test.each([
  ['aurora_winter-728x90.png', 'aurora winter-728x90'],
  ['Aurora  winter+sale .jpg', 'Aurora winter sale'],
  ['.png', '.png'],
  [`${'a'.repeat(300)}.png`, 'a'.repeat(255)],
])('derives the name of %s: %s', (name, expected) => {
  expect(nameOfFile(name)).toBe(expected);
});

test.each([
  ['winter_300x250.zip', 300, 250],
  ['winter 970 x 250 v2.zip', 970, 250],
  ['winter-160×600.zip', 160, 600],
  ['winter_20261x250.zip', null, null],
  ['winter.zip', null, null],
])('reads the size in %s: %s × %s', (name, width, height) => {
  expect(sizeInName(name)).toEqual({ width, height });
});
