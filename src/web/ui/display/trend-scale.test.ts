import { expect, test } from 'vitest';
import { svgPathOf, svgStepPathOf, ticksUpTo, visibleTickIndexes } from './trend-scale.ts';

test('returns round integer ticks from 0 to at least the largest value', () => {
  for (const most of [0, 1, 3, 7, 43, 100, 999, 1000, 12_345, 7_654_321]) {
    const ticks = ticksUpTo(most);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
  expect(ticksUpTo(43)).toEqual([0, 20, 40, 60]);
});

test('skips labels that do not fit and keeps the last label', () => {
  expect(visibleTickIndexes(14, 7)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  expect(visibleTickIndexes(3, 10)).toEqual([0, 1, 2]);
  expect(visibleTickIndexes(0, 5)).toEqual([]);
});

test('draws steps around the points, without the points that have no value', () => {
  const points = [3, null, 1, 2, 4].map((y, index) => ({ x: 10 * index, y }));
  expect(svgStepPathOf(points, 10)).toBe('M0 3H5M15 1H25V2H35V4H40');
});

test('draws a line through the points, and an area down to the floor', () => {
  const points = [
    { x: 0, y: 10 },
    { x: 5, y: 2 },
  ];
  expect(svgPathOf(points)).toBe('M0 10L5 2');
  expect(svgPathOf(points, 20)).toBe('M0 10L5 2L5 20L0 20Z');
  expect(svgPathOf([])).toBe('');
});
