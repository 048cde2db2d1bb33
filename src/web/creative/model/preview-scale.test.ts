import { expect, test } from 'vitest';
import { previewScale, previewSizeOf } from './preview-scale.ts';

test('returns the size of the format, else of the creative, else a default size', () => {
  const creative = { kind: 'image', width: 600, height: 500 };
  const none = { width: null, height: null };
  expect(previewSizeOf({ width: 300, height: 250 }, creative)).toEqual({ width: 300, height: 250 });
  expect(previewSizeOf(none, creative)).toEqual({ width: 600, height: 500 });
  expect(previewSizeOf(undefined, { kind: 'html', ...none })).toEqual({ width: 300, height: 250 });
  expect(previewSizeOf(none, { kind: 'video', width: 0, height: 0 })).toEqual({ width: 640, height: 360 });
});

test('scales a preview down to the available width and never up', () => {
  const leaderboard = { width: 728, height: 90 };
  expect(previewScale('size', leaderboard, 1000).scale).toBe(1);
  expect(previewScale('size', leaderboard, 364).scale).toBe(0.5);
  expect(previewScale('page', leaderboard, 0).scale).toBe(1);
  expect(previewScale('phone', leaderboard, 1000).scale).toBeCloseTo(358 / 728);
  expect(previewScale('phone', { width: 300, height: 250 }, 1000).scale).toBe(1);
});

test('fills a screen, which is portrait for a portrait creative', () => {
  expect(previewScale('screen', { width: 320, height: 180 }, 664)).toEqual({
    scale: 2,
    device: { width: 640, height: 360 },
  });
  const portrait = previewScale('screen', { width: 160, height: 600 }, 664);
  expect(portrait.device).toEqual({ width: 360, height: 640 });
  expect(portrait.scale).toBeCloseTo(640 / 600);
});
