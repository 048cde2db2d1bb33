import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

describe('favorites, recent objects and activity', () => {
  let world: WebWorld;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Checks a page at both widths in both themes. */
  async function expectAccessible(page: Page, name: string): Promise<void> {
    await settle(page);
    for (const size of sizes) {
      await resize(page, size);
      for (const scheme of ['dark', 'light'] as const) {
        await showBy(page, scheme);
        await keepPicture(page, `${name}-${size.width}-${scheme}`);
        expect(await violationsOn(page), `${name} ${size.width} ${scheme}`).toEqual([]);
      }
      expect(await overflowOf(page), `${name} ${size.width}`).toBe(0);
    }
    await resize(page, sizes[0]);
  }

  test('a starred booking is in the search and on the home page, and its changes in the activity and the chart', async () => {
    const { call } = world.placard;
    const { bookingId, campaignId } = world.booked;
    const { page, context, faults } = await world.open('manager');
    await page.goto(`${world.url}/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    await page.getByRole('button', { name: 'Remove from favorites' }).waitFor();
    await page.goto(`${world.url}/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Add to favorites' }).waitFor();
    await settle(page);

    const etag = { 'If-Match': '*' };
    const changed = await call('PATCH', `/api/v1/bookings/${bookingId}`, { json: { priority: 3 }, headers: etag });
    expect(changed.status).toBe(200);
    const name = (changed.body as { name: string }).name;

    await page.goto(world.url);
    await page.getByRole('region', { name: 'Favorites' }).getByRole('link', { name }).waitFor();
    await expectAccessible(page, 'home-favorites');
    await page.keyboard.press('ControlOrMeta+k');
    const results = page.getByRole('listbox', { name: 'Search results' });
    await results.getByRole('group', { name: 'Favorites' }).getByRole('option', { name }).waitFor();
    await results.getByRole('group', { name: 'Recently opened' }).getByRole('option').first().waitFor();
    await expectAccessible(page, 'palette-favorites');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.url}/bookings/${bookingId}`);

    const chart = page.getByRole('region', { name: 'Delivery', exact: true });
    await chart.getByRole('heading', { name: 'Changes in this period' }).waitFor();
    await chart.getByText(`changed priority of ${name}`).waitFor();
    await chart.locator('svg [data-hint]').first().hover();
    await page.getByText(/\d changes?$/).waitFor();
    await page.mouse.move(0, 0);
    await expectAccessible(page, 'booking-changes');

    await page.goto(`${world.url}/activity`);
    await page.getByText(`changed priority of ${name}`).waitFor();
    await expectAccessible(page, 'activity');
    await page
      .getByRole('button', { name: `Show changes of ${name}` })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'Changed fields' });
    await drawer.getByRole('cell', { name: 'Priority', exact: true }).waitFor();
    await expectAccessible(page, 'activity-changes');
    // A reload shows the same page.
    await page.reload();
    await drawer.getByRole('cell', { name: 'Priority', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${world.url}/activity?kind=creatives`);
    await settle(page);
    expect(await page.getByText(`changed priority of ${name}`).count()).toBe(0);
    await page.goto(`${world.url}/campaigns/${campaignId}`);
    const panel = page.getByRole('region', { name: 'Activity' });
    await panel.getByText(`changed priority of ${name}`).waitFor();
    await expectAccessible(page, 'campaign-activity');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an advertiser sees the activity of its own objects only', async () => {
    const { call } = world.placard;
    const partner = await call('POST', '/api/v1/media-partners', {
      json: { name: 'Foreign partner', roles: ['ADVERTISER'] },
    });
    expect(partner.status).toBe(201);
    const { page, context, faults } = await world.open('advertiser');
    await page.goto(`${world.url}/activity`);
    await page.getByRole('link', { name: 'Spring, articles' }).first().waitFor();
    expect(await page.getByText('Foreign partner').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
