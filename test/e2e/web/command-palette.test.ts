import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('search, actions and keyboard shortcuts', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  async function searchFor(page: Page, text: string) {
    await page.goto(`${world.url}/campaigns`);
    await settle(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
    return page.getByRole('listbox', { name: 'Search results' });
  }

  test('an action opens its page with the keyboard only', async () => {
    const { page, context, faults } = await world.open('admin');
    const results = await searchFor(page, 'new user');
    await results.getByRole('option', { name: 'New user' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'command-palette');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    expect(new URL(page.url()).pathname).toBe('/administration/users');

    const campaigns = await searchFor(page, 'New campaign');
    await campaigns.getByRole('option', { name: 'New campaign' }).click();
    await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a viewer is not offered actions without permission', async () => {
    const { page, context } = await world.open('viewer');
    const results = await searchFor(page, 'Spring');
    await results.getByRole('option', { name: 'Spring' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Search everything' }).fill('new campaign');
    await page.getByText('No results').waitFor();
    expect(await results.getByRole('option').count()).toBe(0);
    await context.close();
  });

  test('a question mark lists the shortcuts, and types a character in a field', async () => {
    const { page, context } = await world.open('manager');
    await page.goto(`${world.url}/campaigns`);
    await settle(page);
    await page.keyboard.press('Shift+Slash');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Search everything, from every page').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Search campaigns').click();
    await page.keyboard.press('Shift+Slash');
    expect(await page.getByLabel('Search campaigns').inputValue()).toBe('?');
    expect(await dialog.count()).toBe(0);
    await context.close();
  });
});
