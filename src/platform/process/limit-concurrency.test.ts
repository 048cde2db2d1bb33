import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('limits concurrent tasks, and a failure frees its slot', async () => {
  const inQueue = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 20 }, (_, index) =>
    inQueue(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (index % 3 === 0) throw new Error('failed');
      return index;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7);
});
