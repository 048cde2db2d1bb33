import { afterAll, beforeAll, expect, test } from 'vitest';
import { phone, problemsOf, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#6d28d9"/></svg>`;
const color = '#6d28d9';
const rgb = 'rgb(109, 40, 217)';

let world: WebWorld;
beforeAll(async () => {
  world = await startWebWorld();
});
afterAll(async () => {
  await world?.close();
});

test('an administrator changes name, color and logo, and the header and the sign-in page show them', async () => {
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/administration/settings`);
  await settle(page);
  await page.getByLabel('Account name').fill('Northern Press');
  await page.getByLabel('Accent color').fill('#ff6600');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/has a contrast of 2\.94:1 with white text/).waitFor();
  await page.getByRole('button', { name: 'Use #' }).click();
  await page.getByLabel('Accent color').fill(color);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload file: Logo' }).click();
  await (await chosen).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
  await page.getByText('Logo saved').waitFor();
  await settle(page);

  const navigation = page.locator('.mantine-AppShell-navbar');
  await navigation.getByText('Northern Press', { exact: true }).waitFor();
  const path = (await navigation.locator('img').getAttribute('src')) ?? '';
  expect(path).toMatch(/^\/branding\/[0-9a-f]{64}\.svg$/);
  expect(await page.title()).toBe('Settings · Northern Press');
  expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe(path);
  expect(await problemsOf(page, 'white-label-settings')).toEqual([]);
  await resize(page, phone);
  expect(await problemsOf(page, 'white-label-settings-phone')).toEqual([]);

  await page.goto(`${world.url}/campaigns`);
  await settle(page);
  expect(await page.title()).toBe('Campaigns · Northern Press');
  const create = page.getByRole('link', { name: 'New campaign' }).first();
  expect(await create.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(rgb);
  await context.close();

  const visitor = await world.browser.newContext({ locale: 'en-GB' });
  const signIn = await visitor.newPage();
  await signIn.goto(`${world.url}/sign-in`);
  expect(await signIn.title()).toBe('Sign in · Northern Press');
  await signIn.getByText('Northern Press').waitFor();
  expect(
    await signIn.locator('.brand img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0);
  const button = signIn.getByRole('button', { name: 'Sign in' });
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(rgb);
  expect(await violationsOn(signIn)).toEqual([]);
  await visitor.close();
  // The refused color is the only fault: a response with the status 400.
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});
