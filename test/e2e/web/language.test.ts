import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

describe('the language of the interface', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  async function chooseLanguage({ page }: Desk, menu: RegExp, language: string) {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: language, exact: true }).click();
  }

  test('switches to Dutch at once, survives a reload and leaves other users unaffected', async () => {
    const [desk, other] = await Promise.all([world.open('admin'), world.open('manager')]);
    const { page } = desk;
    await chooseLanguage(desk, /^Account:/, 'Nederlands');
    const navigation = page.getByRole('navigation', { name: 'Hoofdnavigatie' });
    await navigation.getByRole('link', { name: 'Rapporten' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('nl');
    await page.reload();
    await navigation.getByRole('link', { name: 'Doelgroepen' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);

    await other.page.reload();
    await settle(other.page);
    await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).waitFor();

    await chooseLanguage(desk, /^Account:/, 'Taal van de browser');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).waitFor();
    await Promise.all([desk, other].map(({ context }) => context.close()));
  });

  test('shows a notification and keeps the language when the change cannot be saved', async () => {
    const desk = await world.open('viewer');
    await desk.page.route('**/api/v1/me', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await chooseLanguage(desk, /^Account:/, 'Deutsch');
    await desk.page.getByText('Server unreachable').waitFor();
    await desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).waitFor();
    await desk.context.close();
  });

  test('accepts a date that is typed in the format of the language', async () => {
    const desk = await world.open('reviewer');
    const { page } = desk;
    await chooseLanguage(desk, /^Account:/, 'Deutsch');
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
    await page.goto(`${world.url}/campaigns`);
    await settle(page);
    await page.getByRole('button', { name: 'Weitere Filter' }).click();
    await page.getByRole('textbox', { name: 'Läuft ab' }).fill('3.2.2026');
    await page.keyboard.press('Tab');
    await page.waitForURL(/from=2026-02-03/);
    await waitUntil('the date to be formatted', async () => {
      return (await page.getByRole('textbox', { name: 'Läuft ab' }).inputValue()) === '03.02.2026';
    });
    await page.getByRole('textbox', { name: 'Läuft ab' }).click();
    // The calendar starts on Monday and has German month names.
    await page
      .getByRole('button', { name: /Februar 2026/i })
      .first()
      .waitFor();
    expect(await page.getByRole('columnheader').filter({ hasText: /^Mo/ }).first().isVisible()).toBe(true);
    await desk.context.close();
  });

  test('saves the default language of the account', async () => {
    const { page, context } = await world.open('admin');
    await page.goto(`${world.url}/administration/settings`);
    await page.getByRole('combobox', { name: 'Default language' }).click();
    await page.getByRole('option', { name: 'Nederlands' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    const { body } = await world.placard.call('GET', '/api/v1/settings');
    expect(body).toMatchObject({ defaultLanguage: 'nl' });
    await context.close();
  });
});
