import { expect, test } from 'vitest';
import { describeResized } from './resized-image.ts';

const image = {
  path: 'a.jpg',
  from: { width: 2400, height: 1600 },
  to: { width: 750, height: 500 },
  savedBytes: 9_000,
};

test('describes one image, and names at most five', () => {
  expect(describeResized([image])).toBe('1 image was resized, which saves 9000 bytes: a.jpg from 2400x1600 to 750x500');
  const many = describeResized(Array.from({ length: 7 }, (_, index) => ({ ...image, path: `${index}.jpg` })));
  expect(many).toMatch(/^7 images were resized, which saves 63000 bytes: 0\.jpg from .*, 2 others$/);
  expect(many).not.toContain('5.jpg');
});
