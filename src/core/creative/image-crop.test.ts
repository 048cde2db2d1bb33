import { expect, test } from 'vitest';
import { cropAround, hasAspectRatio, imageCenter, keptFocalPoint } from './image-crop.ts';

const photo = { width: 4_000, height: 3_000 };

test.each([
  ['the center of a wider image', photo, { width: 300, height: 300 }, imageCenter, [500, 0, 3_000, 3_000]],
  ['the center of a taller image', photo, { width: 728, height: 90 }, imageCenter, [0, 1_253, 4_000, 495]],
  ['a point near the edge', photo, { width: 300, height: 300 }, { x: 10, y: 50 }, [0, 0, 3_000, 3_000]],
  ['a point on the right', photo, { width: 300, height: 300 }, { x: 60, y: 0 }, [900, 0, 3_000, 3_000]],
  ['the bottom', photo, { width: 728, height: 90 }, { x: 0, y: 100 }, [0, 2_505, 4_000, 495]],
  ['a thin image', { width: 2, height: 900 }, { width: 900, height: 2 }, imageCenter, [0, 450, 2, 1]],
])('the crop contains %s', (_, image, size, point, [left, top, width, height]) => {
  expect(cropAround(image, size, point)).toEqual({ left, top, width, height });
});

test('an image that differs by one pixel at the size of the format needs no crop', () => {
  const size = { width: 728, height: 90 };
  expect(hasAspectRatio({ width: 728, height: 91 }, size)).toBe(true);
  expect(hasAspectRatio({ width: 728, height: 92 }, size)).toBe(false);
  expect(hasAspectRatio({ width: 1_456, height: 180 }, size)).toBe(true);
});

test('a focal point is kept for another image with the same aspect ratio', () => {
  const previous = { focalPoint: { x: 20, y: 80 }, width: 400, height: 300 };
  expect(keptFocalPoint(photo, previous)).toEqual({ x: 20, y: 80 });
  expect(keptFocalPoint({ width: 3_000, height: 4_000 }, previous)).toBeNull();
  expect(keptFocalPoint(photo, null)).toBeNull();
});
