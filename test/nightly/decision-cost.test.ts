import { expect, test } from 'vitest';
import { measureDecisions } from '../bench/measure-decisions.ts';

test('recording decisions costs a fully loaded process a few percent of its CPU', async () => {
  const cost = await measureDecisions({ bookings: 10_000, rounds: 9, seconds: 2 });
  process.stdout.write(`CPU of /json with recorded decisions divided by that without: ${JSON.stringify(cost)}\n`);
  expect(cost.cpuRatio.median).toBeLessThan(1.15);
});

test('recording the facts of requests for open data costs a limited part of the CPU', async () => {
  const cost = await measureDecisions({ bookings: 10_000, rounds: 9, seconds: 2, recorded: ['facts', 'on'] });
  process.stdout.write(`CPU of /json with request facts divided by that without: ${JSON.stringify(cost)}\n`);
  expect(cost.cpuRatio.median).toBeLessThan(1.75);
});
