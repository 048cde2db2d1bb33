import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('the input of a booking', () => {
  let world: WebWorld;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });
  const editor = () => `${world.url}/bookings/${world.booked.bookingId}/edit`;
  const storedRate = async () => {
    const { body } = await world.placard.call('GET', `/api/v1/bookings/${world.booked.bookingId}`);
    return (body as { readonly pricing: { readonly rate: { readonly amount: string } } }).pricing.rate.amount;
  };

  test('is kept when the session ends, until the user has signed in again', async () => {
    const { page, context } = await world.open('manager');
    await page.goto(editor());
    await page.getByLabel('Rate').fill('6.10');
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    expect(await problemsOf(page, 'session-ended')).toEqual([]);
    // Another tab signs in.
    await context.addCookies(cookies);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Rate').inputValue()).toBe('6.10');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(storedRate, { timeout: 20_000 }).toBe('6.10');
    await context.close();
  });

  test('is kept while the computer is offline', async () => {
    const { page, context } = await world.open('manager');
    await page.goto(editor());
    await page.getByLabel('Rate').fill('6.20');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Server unreachable').first().waitFor();
    await context.setOffline(false);
    expect(await page.getByLabel('Rate').inputValue()).toBe('6.20');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(storedRate, { timeout: 20_000 }).toBe('6.20');
    await context.close();
  });

  test('of two users is merged, and a conflict shows both versions', async () => {
    const [one, other] = [await world.open('manager'), await world.open('admin')];
    for (const { page } of [one, other]) await page.goto(editor());
    await other.page.getByLabel('Rate').fill('6.30');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(storedRate, { timeout: 20_000 }).toBe('6.30');
    await one.page.getByLabel('Rate').fill('6.40');
    await one.page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = one.page.getByRole('dialog', { name: 'Conflicting changes' });
    await dialog.waitFor();
    const text = (await dialog.textContent()) ?? '';
    expect(text).toContain('6.40');
    expect(text).toContain('6.30');
    for (const { context } of [one, other]) await context.close();
  });
});
