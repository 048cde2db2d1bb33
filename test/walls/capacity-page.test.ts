import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MissingFigure, withFigures } from '../bench/result/capacity-block.ts';

const guide = join(import.meta.dirname, '../../docs/guide');

test('the capacity page contains the figures of the performance page', async () => {
  const [capacity, performance] = await Promise.all(
    ['operate/capacity.md', 'reference/performance.md'].map((name) => readFile(join(guide, name), 'utf8')),
  );
  const page = capacity ?? '';
  expect(withFigures(page, performance ?? '')).toBe(page);
  expect(page).toMatch(/one slot \| [\d,]+ per second, [\d.]+ us of CPU time each/);
  expect(() => withFigures(page, (performance ?? '').replaceAll('| 1 slot |', '| single slot |'))).toThrow(
    MissingFigure,
  );
});
