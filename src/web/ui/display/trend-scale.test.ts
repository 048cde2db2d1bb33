import { expect, test } from 'vitest';
import { svgPathOf, ticksUpTo, visibleTickIndexes } from './trend-scale.ts';

test('ticks are round, whole, begin at 0 and reach the largest figure', () => {
  for (const most of [0, 1, 3, 7, 43, 100, 999, 1000, 12_345, 7_654_321]) {
    const ticks = ticksUpTo(most);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
  expect(ticksUpTo(43)).toEqual([0, 20, 40, 60]);
});

test('names of moments do not run into each other, and the last one is there', () => {
  expect(visibleTickIndexes(14, 7)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  expect(visibleTickIndexes(3, 10)).toEqual([0, 1, 2]);
  expect(visibleTickIndexes(0, 5)).toEqual([]);
});

test('a path goes through its places, and an area down to its floor', () => {
  const places = [
    { x: 0, y: 10 },
    { x: 5, y: 2 },
  ];
  expect(svgPathOf(places)).toBe('M0.0 10.0L5.0 2.0');
  expect(svgPathOf(places, 20)).toBe('M0.0 10.0L5.0 2.0L5.0 20L0.0 20Z');
  expect(svgPathOf([])).toBe('');
});
