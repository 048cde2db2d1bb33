import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMediaPartners } from '../../../src/server/demo/demo-brands.ts';
import { drawBanner } from '../../../src/server/demo/draw-banner.ts';
import { artefactPath } from '../../support/browser.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startWebWorld, type WebWorld } from '../../support/web-world.ts';

/** What the person makes in one test is what the next person finds. */
describe('the main tasks, each by who does it', () => {
  let world: WebWorld;
  let banner: string;

  beforeAll(async () => {
    world = await startWebWorld();
    banner = await artefactPath('web-banner.png');
    const brand = demoMediaPartners[0]?.brands[0];
    if (brand === undefined) throw new Error('The demo has no brand to draw a banner of');
    await writeFile(banner, await drawBanner(brand, { width: 300, height: 250 }));
  });
  afterAll(async () => {
    await world?.close();
  });

  test('ad operations set up a position, and copy its slot name', async () => {
    const { page, context, faults } = await world.open('manager');
    await go(page, 'Inventory');
    await page.getByRole('button', { name: 'New location of Test News' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Code').fill('_news_article_');
    await drawer.getByLabel('Name').fill('Articles');
    await drawer.getByRole('button', { name: 'Create location' }).click();
    await page.getByRole('button', { name: 'New position of Articles' }).click();
    await choose(page, drawer.getByRole('combobox', { name: 'Format' }), 'rectangle');
    await drawer.getByText('_news_article_-rectangle').waitFor();
    await drawer.getByRole('button', { name: 'Create position' }).click();
    await page.getByText('_news_article_-rectangle').first().waitFor();
    await picture(page, 'task-position');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an advertiser books a campaign with an upload, and submits it', async () => {
    const { page, context, faults } = await world.open('advertiser');
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
      'Home',
      'Campaigns',
      'Creatives',
      'Reports',
      'Help',
    ]);
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Summer tours');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('link', { name: 'Add booking' }).click();
    await page.getByLabel('Booking name').fill('Tours, articles');
    await page
      .getByRole('textbox', { name: 'Find places' })
      .or(page.getByRole('searchbox', { name: 'Find places' }))
      .fill('_news_article_');
    await page.getByRole('checkbox', { name: /_news_article_-rectangle/ }).check();
    await page.getByText('1 position chosen').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tours, articles' }).waitFor();
    await page.getByLabel('A click leads to').fill('https://harbour.example/tours');
    await page.locator('button:enabled', { hasText: 'choose them' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(banner);
    await page.getByRole('button', { name: /^Upload 1 file/ }).click();
    await page.getByText('Everything is saved.').waitFor();
    await picture(page, 'task-booking');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(/\/bookings\/\d+$/);
    await page.getByText('Waiting for review').first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a reviewer approves the creative and the booking', async () => {
    const { page, context, faults } = await world.open('reviewer');
    await go(page, 'Review');
    await picture(page, 'task-review');
    await page.getByRole('list', { name: 'Waiting for review' }).getByText('Tours, articles').waitFor();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click();
      await waitUntil('one less to review', async () => (await waiting()) < left);
    }
    await picture(page, 'task-review');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('ad operations find out why a booking does not deliver, and mend it', async () => {
    const { page, context, faults } = await world.open('manager');
    await page.getByRole('button', { name: /Search/ }).click();
    await page.getByRole('combobox', { name: 'Search everything' }).fill('Tours');
    await page.getByRole('option', { name: /Tours, articles/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('region', { name: 'Why it does not deliver' }).getByText('The booking is paused').waitFor();
    await picture(page, 'task-why');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('region', { name: 'Why it does not deliver' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an analyst reads what was delivered, and takes it as a file', async () => {
    const { page, context, faults } = await world.open('viewer');
    await seeOneAd();
    await go(page, 'Reports');
    await page.getByRole('combobox', { name: 'By' }).press('ArrowDown');
    await page.getByRole('option', { name: 'Campaign', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Spring' }).first().waitFor();
    await picture(page, 'task-report');
    for (const [name, start] of [
      ['CSV', 'day'],
      ['Excel', 'PK'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
      const text = await readFile(await download.path(), 'latin1');
      expect(text.replace(/^\u00EF\u00BB\u00BF/, '').slice(0, start.length)).toBe(start);
    }
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  async function seeOneAd(): Promise<void> {
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    };
    const body = JSON.stringify({ slots: [{ slotname: world.booked.slotName }] });
    const answer = await fetch(`${world.placard.deliveryUrl}/json`, { method: 'POST', headers, body });
    const [ad] = (await answer.json()) as { impressionCounter: string }[];
    expect((await fetch(ad?.impressionCounter ?? '', { headers })).ok).toBe(true);
    await waitUntil('the impression to be counted', async () => {
      const { body: report } = await world.placard.call('GET', '/api/v1/reports?groupBy=campaign');
      return (report as { totals: { impressions: number } }).totals.impressions > 0;
    });
  }

  async function waiting(): Promise<number> {
    const [bookings, creatives] = await Promise.all([
      world.placard.call('GET', '/api/v1/bookings?status=pending_approval'),
      world.placard.call('GET', '/api/v1/creatives?state=pending_review'),
    ]);
    return (bookings.body as unknown[]).length + (creatives.body as unknown[]).length;
  }
});

async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** Types into a field that looks for what is typed, and takes the first that is found. */
async function choose(page: Page, field: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text, 'i') })
    .first()
    .click();
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: await artefactPath(`web-${name}.png`), fullPage: true });
}
