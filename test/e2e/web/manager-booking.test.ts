import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countingHand, focused } from '../../support/browser/counting-hand.ts';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

const mostClicks = 20;
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

describe('a booking of a manager with three creatives, targeting, dayparts and a goal', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    world = await startWebWorld();
    const { creativeId } = world.booked;
    const { body } = await world.placard.call('GET', `/api/v1/creatives/${creativeId}`);
    const { brandId, formatId } = body as { brandId: number; formatId: number };
    for (const name of ['Spring markup', 'Spring teaser']) {
      const json = { name, kind: 'html', brandId, formatId, html: '<b>Spring</b>' };
      expect(await world.placard.call('POST', '/api/v1/creatives', { json })).toMatchObject({ status: 201 });
    }
    desk = await world.open('manager');
    ({ page } = desk);
    await resize(page, sizes.wide);
  });
  afterAll(async () => {
    await world?.close();
  });

  async function bookingNamed(name: string) {
    const { body } = await world.placard.call('GET', `/api/v1/bookings?search=${encodeURIComponent(name)}`);
    const [found] = body as readonly Record<string, unknown>[];
    return found;
  }

  async function expectBooked(name: string): Promise<void> {
    expect(await bookingNamed(name)).toMatchObject({
      type: 'display',
      delivery: { method: 'even', goal: { kind: 'impressions', total: 500_000 } },
      targeting: { all: [{ fact: 'country', values: ['BE'] }] },
      dayParts: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], fromMinute: 540, toMinute: 1080 }],
      creatives: [{}, {}, {}],
    });
  }

  async function problemsOn(name: string): Promise<readonly string[]> {
    await settle(page);
    const problems: string[] = [];
    for (const [size, box] of Object.entries(sizes)) {
      await resize(page, box);
      for (const scheme of ['dark', 'light'] as const) {
        await showBy(page, scheme);
        // The other rules find the same in both themes.
        const rules = scheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : [];
        problems.push(...(await violationsOn(page, rules)).map((violation) => `${size}, ${scheme}: ${violation}`));
        await keepPicture(page, `${name}-${size}-${scheme}`);
      }
      const overflow = await overflowOf(page);
      if (overflow > 0) problems.push(`${size}: ${overflow} px too wide`);
    }
    await resize(page, sizes.wide);
    return problems;
  }

  const picker = () => page.getByRole('dialog', { name: 'Select creatives' });
  const total = () => page.getByLabel('Total', { exact: true });

  async function expectWarnings(): Promise<void> {
    await page.getByText(/^Goal not reachable: 500,000 requested, \d+ expected$/).waitFor();
    await page.getByRole('region', { name: 'Availability and forecast' }).waitFor();
    await page.getByText('No geo database configured').waitFor();
    await page.getByText('All booked formats have a creative.').waitFor();
  }

  test('needs at most 20 clicks with the mouse', async () => {
    const hand = countingHand(page);
    await page.goto(`${world.url}/bookings`);
    await hand.click(page.getByRole('link', { name: 'New booking' }));
    await hand.click(page.getByRole('combobox', { name: 'Campaign' }));
    await hand.click(page.getByRole('option', { name: 'Spring' }));
    await hand.click(page.getByLabel('Booking name'));
    await hand.type('By mouse');
    await hand.click(page.getByRole('searchbox', { name: 'Search inventory' }));
    await hand.type(world.booked.slotName);
    await hand.click(page.getByRole('checkbox', { name: new RegExp(world.booked.slotName) }));
    await page.getByText('1 position selected').waitFor();
    await hand.click(page.getByRole('checkbox', { name: 'Only at certain hours' }));
    await hand.click(page.getByRole('button', { name: 'Office hours' }));
    await hand.click(page.getByRole('radio', { name: 'Even' }));
    await hand.click(total());
    await hand.press('ControlOrMeta+A');
    await hand.type('500000');
    await hand.click(page.getByRole('button', { name: 'Add condition' }));
    await hand.click(page.getByRole('menuitem', { name: 'Country' }));
    await focused(page.getByRole('combobox', { name: 'Country' }));
    await hand.type('belg');
    await page.locator('[data-combobox-selected]', { hasText: 'Belgium (BE)' }).waitFor();
    await hand.press('Enter');
    await hand.press('Escape');
    await hand.click(page.getByRole('button', { name: 'Select creatives' }));
    for (const name of ['Spring banner', 'Spring markup', 'Spring teaser'])
      await hand.click(picker().getByRole('checkbox', { name }));
    expect(await problemsOn('creative-picker')).toEqual([]);
    await hand.click(picker().getByRole('button', { name: 'Add 3 creatives' }));
    await expectWarnings();
    expect(await problemsOn('booking-warnings')).toEqual([]);
    await hand.click(page.getByRole('button', { name: 'Save draft' }));
    await page.getByRole('heading', { level: 1, name: 'Edit booking' }).waitFor();
    await hand.click(page.getByRole('button', { name: 'Submit' }));
    await page.waitForURL(/\/bookings\/\d+$/);
    console.log(`a booking with the mouse: ${hand.counts.clicks} clicks, ${hand.counts.keystrokes} keystrokes`);
    expect(hand.counts.clicks).toBeLessThanOrEqual(mostClicks);
    await expectBooked('By mouse');
  });

  test('is possible with the keyboard only', async () => {
    const hand = countingHand(page);
    await page.goto(`${world.url}/bookings/new`);
    await hand.reach(page.getByRole('combobox', { name: 'Campaign' }));
    await hand.type('Spring');
    await page.locator('[data-combobox-selected]', { hasText: 'Spring' }).waitFor();
    await hand.press('Enter');
    await hand.reach(page.getByLabel('Booking name'));
    await hand.type('By keyboard');
    await hand.reach(page.getByRole('searchbox', { name: 'Search inventory' }));
    await hand.type(world.booked.slotName);
    await hand.reach(page.getByRole('checkbox', { name: new RegExp(world.booked.slotName) }));
    await hand.press('Space');
    await hand.reach(page.getByRole('checkbox', { name: 'Only at certain hours' }));
    await hand.press('Space');
    await hand.reach(page.getByRole('button', { name: 'Office hours' }));
    await hand.press('Enter');
    await hand.reach(page.getByRole('radiogroup', { name: 'Delivery method' }).getByRole('radio', { checked: true }));
    await hand.press('ArrowDown');
    await hand.press('ArrowDown');
    await hand.reach(total());
    await hand.press('ControlOrMeta+A');
    await hand.type('500000');
    await hand.reach(page.getByRole('button', { name: 'Add condition' }));
    await hand.press('Enter');
    // A menu focuses its first item.
    await focused(page.getByRole('menuitem', { name: 'Country' }));
    await hand.press('Enter');
    await focused(page.getByRole('combobox', { name: 'Country' }));
    await hand.type('belg');
    await page.locator('[data-combobox-selected]', { hasText: 'Belgium (BE)' }).waitFor();
    await hand.press('Enter');
    await hand.reach(page.getByRole('button', { name: 'Select creatives' }));
    await hand.press('Enter');
    await picker().getByRole('checkbox', { name: 'Spring banner' }).waitFor();
    await hand.reach(picker().getByRole('list').getByRole('checkbox').first());
    await hand.press('Space');
    for (let next = 0; next < 2; next += 1) {
      await hand.press('ArrowDown');
      await hand.press('Space');
    }
    await hand.reach(picker().getByRole('button', { name: 'Add 3 creatives' }));
    await hand.press('Enter');
    await expectWarnings();
    await hand.reach(page.getByRole('button', { name: 'Change goal' }));
    await hand.press('Enter');
    await focused(total());
    await hand.reach(page.getByRole('button', { name: 'Save draft' }));
    await hand.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Edit booking' }).waitFor();
    await hand.reach(page.getByRole('button', { name: 'Submit' }));
    await hand.press('Enter');
    await page.waitForURL(/\/bookings\/\d+$/);
    console.log(`a booking with the keyboard: ${hand.counts.keystrokes} keystrokes`);
    expect(hand.counts.clicks).toBe(0);
    await expectBooked('By keyboard');
  });
});
