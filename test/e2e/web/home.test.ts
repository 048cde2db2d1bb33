import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf, settle } from '../../support/browser/web-page-checks.ts';
import { callFrom, postBookingAction, submitABooking } from '../../support/browser/web-roles.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

describe('the home page', () => {
  let world: WebWorld;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test('updates the impressions of today without a reload', async () => {
    const { page, context, faults } = await world.open('manager');
    await settle(page);
    const figures = page.getByRole('region', { name: 'Key figures' });
    const impressionsToday = async () =>
      Number(
        (await figures.getByText('Impressions today').locator('xpath=following-sibling::*[1]').textContent()) ?? '',
      );
    // Without delivery, one sentence replaces the figures and the chart.
    await page.getByText('No impressions in the last 14 days.').waitFor();
    expect(await figures.count()).toBe(0);
    const answer = await fetch(`${world.placard.deliveryUrl}/json/sl${world.booked.slotName}/`);
    const [ad] = (await answer.json()) as { readonly tracker: string }[];
    const tracked = await fetch(world.placard.deliveryUrl + new URL(ad?.tracker ?? '').pathname);
    expect(tracked.status).toBe(200);
    await figures.waitFor();
    await waitUntil('the counter to be updated', async () => (await impressionsToday()) === 1);
    expect(await problemsOf(page, 'home-live')).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('shows an advertiser why a booking was rejected', async () => {
    const advertiser = await world.open('advertiser');
    const bookingId = await submitABooking({ world, desk: advertiser }, 'Tours, rejected');
    const reviewer = await world.open('reviewer');
    await settle(reviewer.page);
    await reviewer.page.getByRole('region', { name: 'Review' }).getByText('Pending: 1 booking, 0 creatives').waitFor();
    const attention = reviewer.page.getByRole('region', { name: 'Needs attention (1)' });
    const pending = attention.getByRole('region', { name: 'Bookings pending review' });
    await pending.getByRole('link', { name: 'Tours, rejected' }).waitFor();
    const rest = await attention.getByText(/^No .*\.$/).textContent();
    expect(rest).toContain('underdelivering bookings');
    expect(rest).not.toContain('rejected bookings');
    await callFrom(reviewer, `/api/v1/bookings/${bookingId}/actions/reject`, { reason: 'The price is missing.' });
    await advertiser.page.goto(world.url);
    const rejected = advertiser.page.getByRole('region', { name: 'Rejected bookings' });
    await rejected.getByRole('link', { name: 'Tours, rejected' }).waitFor();
    expect(await rejected.textContent()).toContain('The price is missing.');
    expect(await advertiser.page.getByRole('region', { name: 'System status' }).count()).toBe(0);
    await postBookingAction(advertiser, bookingId, 'archive');
    await advertiser.context.close();
    await reviewer.context.close();
  });

  test('and the page of a booking do not move while they load', async () => {
    const { page, context } = await world.open('manager');
    await page.addInitScript(recordLayoutShifts);
    for (const path of ['/', `/bookings/${world.booked.bookingId}`]) {
      await page.goto(world.url + path);
      await settle(page);
      const moved = await page.evaluate(() => (globalThis as unknown as { movedElements: string[] }).movedElements);
      expect(moved, path).toEqual([]);
    }
    await context.close();
  });

  test('shows an administrator the system status', async () => {
    const { page, context } = await world.open('admin');
    const system = page.getByRole('region', { name: 'System status' });
    await system.getByText('All systems healthy').waitFor();
    await system.getByRole('link', { name: 'Show system status' }).click();
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    await context.close();
  });
});

/** Runs in the page: records elements that move by more than 1% of the view, as `movedElements`. */
function recordLayoutShifts(): void {
  type Shift = PerformanceEntry & {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const moved: string[] = [];
  Object.assign(globalThis, { movedElements: moved });
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      if (value > 0.01) moved.push(`${value.toFixed(3)} ${sources.map(({ node }) => node?.textContent?.slice(0, 60))}`);
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}
