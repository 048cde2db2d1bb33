import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** A month in which nothing else runs. */
const month = '2031-03';
const timeline = `/bookings?view=timeline&at=${month}-15&search=Tulip`;

type Dates = { readonly startDate: string; readonly endDate: string | null };

describe('the timeline of bookings', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;
  let campaignName: string;
  let brandName: string;

  beforeAll(async () => {
    world = await startWebWorld();
    const booked = (await world.placard.call('GET', `/api/v1/bookings/${world.booked.bookingId}`)).body as Record<
      string,
      unknown
    >;
    const campaign = (await world.placard.call('GET', `/api/v1/campaigns/${booked['campaignId']}`)).body as {
      name: string;
      brandIds: readonly number[];
    };
    campaignName = campaign.name;
    brandName = ((await world.placard.call('GET', `/api/v1/brands/${campaign.brandIds[0]}`)).body as { name: string })
      .name;
    const common = { campaignId: booked['campaignId'], type: 'display', positionIds: booked['positionIds'] };
    const bookings = [
      { name: 'Tulip keyboard', startDate: `${month}-04T00:00:00Z`, endDate: `${month}-08T00:00:00Z` },
      { name: 'Tulip pointer', startDate: `${month}-10T00:00:00Z`, endDate: `${month}-16T00:00:00Z` },
      { name: 'Tulip open', startDate: `${month}-20T00:00:00Z`, endDate: null },
    ];
    const items = bookings.map((booking) => ({ create: { ...common, ...booking } }));
    const { status, body } = await world.placard.call('POST', '/api/v1/bookings/bulk', { json: { items } });
    expect(status, JSON.stringify(body)).toBe(200);
    desk = await world.open('manager');
    ({ page } = desk);
  });
  afterAll(async () => {
    await world?.close();
  });

  async function datesOf(name: string): Promise<Dates> {
    const { body } = await world.placard.call('GET', `/api/v1/bookings?search=${encodeURIComponent(name)}&limit=1`);
    const [found] = body as readonly Dates[];
    if (found === undefined) throw new Error(`no booking ${name}`);
    return { startDate: found.startDate.slice(0, 10), endDate: found.endDate?.slice(0, 10) ?? null };
  }

  const barOf = (name: string, on = page): Locator => on.getByRole('link', { name: new RegExp(`^${name} · `) });

  async function go(address = timeline, on = page): Promise<void> {
    await on.goto(world.url + address);
    await barOf('Tulip keyboard', on).waitFor();
    await settle(on);
  }

  test('shows the same bookings by position, campaign and brand, and stores the view in the address', async () => {
    await resize(page, wide);
    await page.goto(`${world.url}/bookings?search=Tulip`);
    await page.getByRole('link', { name: 'Tulip open' }).waitFor();
    await page.getByText('Timeline', { exact: true }).click();
    await page.getByRole('button', { name: 'Today' }).waitFor();
    expect(new URL(page.url()).search).toContain('view=timeline');
    await go();
    const grid = page.getByRole('grid', { name: 'Timeline' });
    expect(await grid.getByRole('row').count()).toBe(5);
    await grid.getByText('No forecast yet').waitFor();
    await page.getByText('Campaign', { exact: true }).last().click();
    await grid.getByRole('rowheader', { name: new RegExp(`^${campaignName} 3 bookings`) }).waitFor();
    await page.getByText('Brand', { exact: true }).last().click();
    await grid.getByRole('rowheader', { name: new RegExp(`^${brandName} 3 bookings`) }).waitFor();
    await page.getByText('Year', { exact: true }).click();
    await page.getByText('2031', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toContain('zoom=year');
    expect(await page.locator('[data-now]').count()).toBe(0);
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByText('No bookings in this period').waitFor();
    await page.goto(`${world.url}/bookings?view=timeline`);
    await page.locator('[data-now]').waitFor();
  });

  test('has no accessibility violation in both themes, and fits a phone', async () => {
    await go();
    await barOf('Tulip keyboard').focus();
    await page.getByRole('tooltip').waitFor();
    for (const scheme of ['dark', 'light'] as const) {
      await showBy(page, scheme);
      for (const size of [wide, phone]) {
        await resize(page, size);
        await settle(page);
        expect(await violationsOn(page), `${scheme} ${size.width}`).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        await keepPicture(page, `booking-timeline-${scheme}-${size.width}`);
      }
    }
    await resize(page, wide);
  });

  test('the keyboard selects, moves and resizes a booking, and an undo restores it', async () => {
    await go();
    await barOf('Tulip keyboard').focus();
    await page.keyboard.press('ArrowDown');
    await waitUntil('the next bar to be focused', () =>
      barOf('Tulip pointer').evaluate((bar) => bar === document.activeElement),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Shift+Alt+ArrowRight');
    await page.getByRole('tooltip').getByText('6 Mar 2031').waitFor();
    await page.getByRole('tooltip').getByText('Press Enter to save').waitFor();
    await page.getByRole('tooltip').getByText('Share').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'booking-timeline-draft');
    await page.keyboard.press('Escape');
    await barOf('Tulip keyboard').and(page.locator(':not([data-draft])')).waitFor();
    expect(await datesOf('Tulip keyboard')).toEqual({ startDate: `${month}-04`, endDate: `${month}-08` });

    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Shift+Alt+ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Tulip keyboard: Period changed').waitFor();
    expect(await datesOf('Tulip keyboard')).toEqual({ startDate: `${month}-05`, endDate: `${month}-10` });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Changes undone').waitFor();
    expect(await datesOf('Tulip keyboard')).toEqual({ startDate: `${month}-04`, endDate: `${month}-08` });
    await barOf('Tulip keyboard').press('Enter');
    await page.waitForURL(/\/bookings\/\d+$/);
  });

  test('the pointer moves a booking and changes its end, Escape cancels, and a click opens it', async () => {
    await go();
    const bar = barOf('Tulip pointer');
    const box = await bar.boundingBox();
    if (box === null) throw new Error('the bar is not visible');
    const dayPx = box.width / 6;
    const y = box.y + box.height / 2;
    const x = box.x + box.width / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 2 * dayPx, y, { steps: 4 });
    await page.getByRole('tooltip').getByText('12 Mar 2031').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await datesOf('Tulip pointer')).toEqual({ startDate: `${month}-10`, endDate: `${month}-16` });

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 3 * dayPx, y, { steps: 4 });
    await page.mouse.up();
    await page.getByText('Tulip pointer: Period changed').waitFor();
    expect(await datesOf('Tulip pointer')).toEqual({ startDate: `${month}-07`, endDate: `${month}-13` });
    await bar.and(page.locator(':not([data-draft])')).waitFor();

    const moved = await bar.boundingBox();
    if (moved === null) throw new Error('the bar is not visible');
    const edge = moved.x + moved.width - 3;
    await page.mouse.move(edge, y);
    await page.mouse.down();
    await page.mouse.move(edge + 4 * dayPx, y, { steps: 4 });
    await page.mouse.up();
    await waitUntil('the end to be saved', async () => (await datesOf('Tulip pointer')).endDate === `${month}-17`, {
      withinMs: 10_000,
    });
    expect((await datesOf('Tulip pointer')).startDate).toBe(`${month}-07`);
    await bar.and(page.locator(':not([data-draft])')).waitFor();
    await bar.click();
    await page.waitForURL(/\/bookings\/\d+$/);
  });

  test('prints all rows of the period on landscape pages, without the navigation', async () => {
    await go();
    const file = await page.pdf({ preferCSSPageSize: true });
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file.toString('latin1')) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    expect(await barOf('Tulip open').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a viewer sees the timeline and cannot change a booking', async () => {
    const viewer = await world.open('viewer');
    await go(timeline, viewer.page);
    const before = await datesOf('Tulip open');
    expect(await viewer.page.locator('[data-editable]').count()).toBe(0);
    const bar = barOf('Tulip open', viewer.page);
    await bar.focus();
    await viewer.page.keyboard.press('Alt+ArrowRight');
    const box = await bar.boundingBox();
    if (box === null) throw new Error('the bar is not visible');
    await viewer.page.mouse.move(box.x + 40, box.y + 10);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(box.x + 140, box.y + 10, { steps: 4 });
    expect(await viewer.page.locator('[data-draft]').count()).toBe(0);
    await viewer.page.mouse.up();
    expect(await datesOf('Tulip open')).toEqual(before);
    expect(viewer.faults).toEqual([]);
    await viewer.context.close();
  });

  test('no page has reported a fault', () => {
    expect(desk.faults).toEqual([]);
  });
});
