import { currentTotals } from '../fixtures/report-of.ts';
import { waitUntil } from '../process/wait-until.ts';
import { startWebWorld, type WebWorld } from './web-world.ts';

/** Limit of the start, in milliseconds: the demo simulates its traffic before it is counted. */
export const demoStartMs = 240_000;

/** Starts a server with the demo and waits until the traffic of its 30 days is counted. */
export async function startDemoWorld(): Promise<WebWorld> {
  const world = await startWebWorld({ PLACARD_DEMO: 'on', PLACARD_DEMO_DAYS: '30' });
  let counted = 0;
  const isCounted = async () => {
    const before = counted;
    counted = (await currentTotals(world.placard.call, 'groupBy=day')).impressions;
    return counted > 10_000 && counted === before;
  };
  await waitUntil('the traffic of the demo to be counted', isCounted, { withinMs: demoStartMs, everyMs: 1000 });
  return world;
}
