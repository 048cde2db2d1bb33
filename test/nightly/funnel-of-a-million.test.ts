import { expect, test } from 'vitest';
import { expectFunnelsToAddUp, startFunnelDay } from '../support/fixtures/funnel-of-day.ts';

const requests = 1_000_000;

test('the funnel of each booking adds up over a simulated day of 1,000,000 requests', {
  timeout: 1_800_000,
}, async () => {
  const world = await startFunnelDay(requests);
  try {
    const startedMs = performance.now();
    const met = await expectFunnelsToAddUp(world);
    const seconds = (performance.now() - startedMs) / 1000;
    process.stdout.write(
      `funnels of 9 bookings over ${requests} requests in ${seconds.toFixed(0)} s: ${JSON.stringify(met)}\n`,
    );
    expect(world.day.slotsAsked).toBeGreaterThan(requests);
  } finally {
    await world.management.close();
  }
});
