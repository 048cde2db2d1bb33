import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('the focus of an opened dialog', () => {
  let world: WebWorld;
  let page: Page;

  beforeAll(async () => {
    world = await startWebWorld();
    ({ page } = await world.open('admin'));
  });
  afterAll(async () => {
    await world?.close();
  });

  async function go(path: string): Promise<void> {
    await page.goto(world.url + path);
    await settle(page);
  }

  /** The dialog, once the element has the focus. */
  async function expectFocus(
    dialog: string | RegExp,
    role: 'textbox' | 'combobox' | 'button' | 'heading',
    name: string | RegExp,
  ) {
    const opened = page.getByRole('dialog', { name: dialog });
    const element = opened.getByRole(role, { name });
    await expect
      .poll(() => element.evaluate((node) => node === document.activeElement), {
        message: String(name),
        timeout: 10_000,
      })
      .toBe(true);
    return opened;
  }

  test('is in the first field of a form', async () => {
    await go(`/campaigns/${world.booked.campaignId}`);
    await page.getByRole('button', { name: 'Edit campaign' }).click();
    await expectFocus('Edit campaign', 'combobox', 'Advertiser');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit campaign' }).waitFor();
  });

  test('is in the first field of a drawer whose object loads first', async () => {
    await go('/inventory/formats');
    await page.getByRole('button', { name: 'rectangle' }).first().click();
    await expectFocus('rectangle', 'textbox', /^Code/);
  });

  test('is on the button of a confirmation, and on the other one if the action is dangerous', async () => {
    await go(`/bookings/${world.booked.bookingId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Cancel/ }).click();
    const dialog = await expectFocus(/^Cancel/, 'button', 'Back');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is on the heading of a drawer without fields', async () => {
    await go('/administration/audit');
    await page.getByRole('row').nth(1).getByRole('button').first().click();
    await expectFocus('Entry', 'heading', /^Entry/);
    await keepPicture(page, 'dialog-focus-heading');
    expect(await violationsOn(page)).toEqual([]);
  });
});
