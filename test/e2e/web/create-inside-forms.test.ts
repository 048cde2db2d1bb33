import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, phone, resize, settle, showBy, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('creating objects without leaving a form', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('admin');
    page = desk.page;
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Opens the form of a missing object from its field. */
  async function createFrom(field: string, name: string): Promise<void> {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('combobox', { name: field }).fill(name);
    await page.getByRole('option', { name: `Create “${name}”` }).click();
  }

  test('a campaign form creates its advertiser and brand and keeps its input', async () => {
    await page.goto(`${world.url}/campaigns/new`);
    await page.getByRole('textbox', { name: /^Name/ }).fill('Autumn');
    await createFrom('Advertiser', 'Gable Umbrellas');
    const partner = page.getByRole('dialog', { name: 'New media partner' });
    expect(await partner.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Gable Umbrellas');
    await partner.getByRole('button', { name: 'Create media partner' }).click();
    await partner.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('combobox', { name: 'Advertiser' }).inputValue()).toBe('Gable Umbrellas');
    await createFrom('Brands', 'Gable');
    await page.getByRole('dialog', { name: 'New brand' }).getByRole('button', { name: 'Create brand' }).click();
    await page.getByText('Gable', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Autumn');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.waitForURL(/\/campaigns\/\d+$/);
  });

  test('offers no object whose name exists, and filters create nothing', async () => {
    await page.goto(`${world.url}/campaigns/new`);
    const field = page.getByRole('combobox', { name: 'Advertiser' });
    await field.click();
    await field.fill('Harbour Bikes');
    await page.getByRole('option', { name: 'Harbour Bikes' }).waitFor();
    await page.getByRole('option', { name: 'Gable Umbrellas' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('option', { name: /^Create/ }).count()).toBe(0);
    await page.goto(`${world.url}/campaigns`);
    await settle(page);
    await page.getByRole('button', { name: /^More filters/ }).click();
    await page.getByRole('combobox', { name: 'Brand' }).fill('Nothing like it');
    await page.getByText('No results').waitFor();
    expect(await page.getByRole('option', { name: /^Create/ }).count()).toBe(0);
  });

  test('a drawer opens over a drawer, and Escape closes only the one in front', async () => {
    await page.goto(`${world.url}/inventory?item=new-position-1`);
    const position = page.getByRole('dialog', { name: 'New position' });
    await position.getByRole('textbox', { name: /^Code/ }).fill('_2');
    await createFrom('Location', 'Sport pages');
    const location = page.getByRole('dialog', { name: 'New location' });
    await location.getByRole('textbox', { name: /^Code/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await location.waitFor({ state: 'detached' });
    expect(await position.getByRole('textbox', { name: /^Code/ }).inputValue()).toBe('_2');
    await createFrom('Location', 'Sport pages');
    await location.getByRole('textbox', { name: /^Code/ }).fill('_news_sport_');
    await location.getByRole('combobox', { name: 'Publication' }).click();
    await page.getByRole('option', { name: 'Test News' }).click();
    await location.getByRole('button', { name: 'Create location' }).click();
    await location.waitFor({ state: 'detached' });
    await expect.poll(() => position.getByRole('combobox', { name: 'Location' }).inputValue()).toBe('Sport pages');
    expect(await position.getByRole('textbox', { name: /^Code/ }).inputValue()).toBe('_2');
  });

  test('a grid creates the positions of whole rows and columns in one call', async () => {
    await page.goto(`${world.url}/inventory/new-positions`);
    await page.getByRole('checkbox', { name: '_news_home_-rectangle, exists already' }).waitFor();
    await settle(page);
    for (const scheme of ['dark', 'light'] as const) {
      await showBy(page, scheme);
      expect(await violationsOn(page)).toEqual([]);
      await keepPicture(page, `new-positions-${scheme}`);
    }
    const size = page.viewportSize() ?? phone;
    await resize(page, { width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await resize(page, size);
    await page.getByRole('checkbox', { name: 'Select row Sport pages' }).check();
    await page.getByRole('checkbox', { name: 'Select column Leaderboard', exact: true }).check();
    await page.getByText(/^8 new positions: /).waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await page.getByRole('button', { name: 'Create 8 positions' }).click();
    await page.getByText('8 positions created').waitFor();
    expect(calls).toEqual(['/api/v1/inventory/position/bulk']);
    await page.getByRole('checkbox', { name: '_news_home_-leaderboard, exists already' }).waitFor();
    const { body } = await world.placard.call('GET', '/api/v1/inventory/position?limit=50');
    expect((body as { slotName: string }[]).map(({ slotName }) => slotName)).toEqual(
      expect.arrayContaining(['_news_home_-leaderboard', '_news_sport_-skyscraper', '_news_sport_-leaderboard']),
    );
    expect(desk.faults).toEqual([]);
  });
});
