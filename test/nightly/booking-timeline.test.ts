import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, settle } from '../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../support/browser/web-world.ts';
import { fillManyBookings } from '../support/fixtures/many-bookings.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';

const mostFirstRowsMs = 800;
const mostHomeMs = 800;
const mostFilterMs = 200;
const mostFrameMs = 32;
const visits = 7;
const warmUpRounds = 5;
const scrolledFrames = 400;
const scrolledPxPerFrame = 150;

describe('the planning workspace with 5,000 campaigns and 15,000 running bookings', () => {
  let management: TestManagement;
  let world: WebWorld;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    management = await startTestManagement();
    await fillManyBookings(management);
    world = await startWebWorld({ DATABASE_URL: management.databaseUrl });
    desk = await world.open('manager');
    ({ page } = desk);
    // A server that has run for a while: the first call judges all bookings, the first visits fill the cache of the browser,
    // and Node.js compiles code that has run often.
    for (let round = 0; round < warmUpRounds; round += 1) {
      for (const path of ['/', '/bookings', '/bookings?view=timeline']) {
        await page.goto(`${world.url}${path}`);
        await settle(page);
      }
    }
  });
  afterAll(async () => {
    await world?.close();
    await management?.close();
  });

  /** Returns the sorted times from the navigation to the first element of a selector in a page without placeholders. */
  async function timesTo(path: string, selector: string): Promise<readonly number[]> {
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      await page.goto(`${world.url}${path}`, { waitUntil: 'commit' });
      const handle = await page.waitForFunction(
        (wanted) =>
          document.querySelector(wanted) !== null && document.querySelector('main .mantine-Skeleton-root') === null
            ? performance.now()
            : null,
        selector,
        { polling: 'raf' },
      );
      times.push(Number(await handle.jsonValue()));
      await settle(page);
    }
    return times.sort((one, other) => one - other);
  }

  const rounded = (times: readonly number[]) => times.map(Math.round).join(', ');
  const medianOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;

  test('the home page is shown within 800 ms', async () => {
    const times = await timesTo('/', 'main h1');
    console.log(`home page: ${rounded(times)} ms`);
    expect(medianOf(times)).toBeLessThanOrEqual(mostHomeMs);
  });

  test('the table shows its first rows within 800 ms', async () => {
    const times = await timesTo('/bookings', 'main tbody td a');
    console.log(`first rows of the table: ${rounded(times)} ms`);
    expect(medianOf(times)).toBeLessThanOrEqual(mostFirstRowsMs);
  });

  test('a filter of the table responds within 200 ms', async () => {
    await page.goto(`${world.url}/bookings`);
    await settle(page);
    const times: number[] = [];
    for (const search of ['Booking 4', 'Booking 49', 'Booking 499', 'Booking 4999']) {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === search),
        page.getByRole('searchbox', { name: 'Search bookings' }).fill(search),
      ]);
      expect(answer.status()).toBe(200);
      await answer.finished();
      times.push(answer.request().timing().responseEnd);
    }
    times.sort((one, other) => one - other);
    console.log(`filter responses: ${rounded(times)} ms`);
    expect(times[0]).toBeGreaterThan(0);
    expect(medianOf(times)).toBeLessThanOrEqual(mostFilterMs);
  });

  test('the timeline shows all bookings and scrolls with a 95th percentile of the frame time below 32 ms', async () => {
    const times = await timesTo('/bookings?view=timeline', '[data-bar]');
    console.log(`first bars of the timeline: ${rounded(times)} ms`);
    const grid = page.getByRole('grid', { name: 'Timeline' });
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(15_000);
    await keepPicture(page, 'booking-timeline-of-15000');
    const session = await desk.context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busySeconds = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    const busyBefore = await busySeconds();
    const frames = await page.evaluate(
      async ({ count, px }) => {
        const frame = document.querySelector('[data-timeline]');
        if (frame === null) throw new Error('no timeline');
        const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
        const durations: number[] = [];
        let last = await nextFrame();
        for (let step = 0; step < count; step += 1) {
          frame.scrollTop += px;
          const now = await nextFrame();
          durations.push(now - last);
          last = now;
        }
        return { durations, scrolled: frame.scrollTop };
      },
      { count: scrolledFrames, px: scrolledPxPerFrame },
    );
    expect(frames.scrolled).toBeGreaterThan((scrolledFrames * scrolledPxPerFrame) / 2);
    const sorted = frames.durations.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.POSITIVE_INFINITY;
    const busyMs = (1000 * ((await busySeconds()) - busyBefore)) / scrolledFrames;
    console.log(
      `frames while scrolling: median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms,` +
        ` ${busyMs.toFixed(1)} ms of CPU time of the main thread each`,
    );
    expect(await page.locator('[data-bar]').count()).toBeLessThan(100);
    expect(at(0.95)).toBeLessThan(mostFrameMs);
    expect(desk.faults).toEqual([]);
  });
});
