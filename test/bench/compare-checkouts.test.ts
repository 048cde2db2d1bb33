import { expect, test } from 'vitest';
import { figuresBelow } from './compare-checkouts.ts';

const ratio = (median: number) => ({ median, min: median, max: median });

test('a figure is below the limit if fewer requests are served or a decision takes longer', () => {
  const figures = [
    { name: 'requests', better: 'higher', ratio: ratio(0.96) },
    { name: 'more requests', better: 'higher', ratio: ratio(0.98) },
    { name: 'decision', better: 'lower', ratio: ratio(1.05) },
    { name: 'faster decision', better: 'lower', ratio: ratio(0.8) },
  ] as const;
  expect(figuresBelow(figures, 0.97)).toEqual(['requests', 'decision']);
});
