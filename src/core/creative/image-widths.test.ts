import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageWidths, offeredWidths, snapWidth } from './image-widths.ts';

test.each([
  [1456, 728, [160, 320, 480, 640, 728, 960, 1280, 1456]],
  [728, 728, [160, 320, 480, 640, 728]],
  [4000, 1920, [160, 320, 480, 640, 960, 1280, 1920]],
  [2400, 300, [160, 300, 320, 480, 600]],
  [100, 100, [100]],
  [3000, 2400, [160, 320, 480, 640, 960, 1280, 1920, 2400]],
])('makes an upload %i wide and displayed %i wide in %j', (source, shown, widths) => {
  expect(imageWidths(source, shown)).toEqual(widths);
});

test('returns rising widths that include the displayed one, without enlarging', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (source, other) => {
      const shown = Math.min(source, other);
      const widths = imageWidths(source, shown);
      expect(widths).toContain(shown);
      expect(widths.every((width, index) => width <= source && width > (widths[index - 1] ?? 0))).toBe(true);
    }),
  );
});

test.each([
  [1, 160],
  [160, 160],
  [161, 320],
  [9_999, 640],
])('a request for %i pixels returns %i', (asked, width) => {
  expect(snapWidth([160, 320, 640], asked)).toBe(width);
});

test.each([
  [[160, 320, 480, 640, 728, 960, 1280, 1456], 728, [320, 480, 728, 1456]],
  [[160, 300, 320, 480, 600], 300, [300, 600]],
  [[160, 320, 480, 640, 960, 1280, 1920], 1920, [320, 480, 960, 1920]],
  [[120], 120, [120]],
])('markup for %j displayed at %i offers %j', (widths, shown, offered) => {
  expect(offeredWidths(widths, shown)).toEqual(offered);
});
