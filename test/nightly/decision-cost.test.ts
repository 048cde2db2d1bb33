import { expect, test } from 'vitest';
import { measureDecisions } from '../bench/measure-decisions.ts';

test('keeping decisions costs a process at its limit a few percent of its CPU', async () => {
  const cost = await measureDecisions({ bookings: 10_000, rounds: 9, seconds: 2 });
  process.stdout.write(`CPU of /json with decisions kept over without: ${JSON.stringify(cost)}\n`);
  expect(cost.cpuRatio.median).toBeLessThan(1.15);
});
