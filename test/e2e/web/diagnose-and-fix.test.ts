import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countingHand, focused } from '../../support/browser/counting-hand.ts';
import { demoStartMs, startDemoWorld } from '../../support/browser/demo-world.ts';
import { resize, settle } from '../../support/browser/web-page-checks.ts';
import type { Desk, WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const mostClicks = 4;
const lateBooking = 'Print fair, The Courier';

type Late = { readonly id: number; readonly targeting: unknown };

/** The demo contains one booking that falls behind because of its targeting. */
describe('a booking that falls behind', () => {
  let world: WebWorld;
  let desk: Desk;
  let bookingId: number;
  let targeting: unknown;

  beforeAll(async () => {
    world = await startDemoWorld();
    const { body } = await world.placard.call('GET', `/api/v1/bookings?search=${encodeURIComponent(lateBooking)}`);
    const [late] = body as readonly Late[];
    if (late === undefined) throw new Error('The demo has no late booking');
    ({ id: bookingId, targeting } = late);
    desk = await world.open('manager');
    await resize(desk.page, { width: 1440, height: 900 });
  }, demoStartMs);
  afterAll(async () => {
    await world?.close();
  });

  async function targetingNow(): Promise<unknown> {
    const { body } = await world.placard.call('GET', `/api/v1/bookings/${bookingId}`);
    return (body as Late).targeting;
  }

  const linkOnHome = () => desk.page.getByRole('main').getByRole('link', { name: lateBooking }).first();
  const changeTargeting = () => desk.page.getByRole('main').getByRole('link', { name: 'Change targeting' }).first();
  const removeCondition = () => desk.page.getByRole('button', { name: 'Remove condition' }).first();
  const save = () => desk.page.getByRole('button', { name: 'Save', exact: true });

  /** Returns whether the saved booking has no targeting anymore. */
  const isFixed = () => waitUntil('the targeting to be removed', async () => (await targetingNow()) === null);

  test('has the same figures and the same advice on the home page, its page and in the editor', async () => {
    const { page } = desk;
    await page.goto(world.url);
    await settle(page);
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: lateBooking }) });
    await row.getByText(/Behind goal: \d+ of 2,\d{3} planned\./).waitFor();
    await row.getByText(/EUR\s\d+\.\d\d behind plan/).waitFor();
    await row.getByText('Tideglass print fair').waitFor();
    await page.goto(`${world.url}/bookings/${bookingId}`);
    const atEnd = page.getByText('Expected at end').locator('xpath=following-sibling::dd[1]');
    const expected = await atEnd.filter({ hasText: /\d/ }).textContent();
    const shares = page.getByRole('region', { name: 'Share' });
    const share = /^(\S+) of the ad requests for the booked positions, expected until /;
    const headline = await shares.getByText(share).textContent();
    expect(Number.parseFloat(headline ?? '')).toBeLessThan(20);
    // The booking delivers as shown, so no share changes.
    expect(await shares.getByText('→').count()).toBe(0);
    await changeTargeting().waitFor();

    await page.goto(`${world.url}/bookings/${bookingId}/edit`);
    await page.getByRole('heading', { level: 1, name: 'Edit booking' }).waitFor();
    await page.getByText('Critical', { exact: true }).waitFor();
    const warning = page.getByRole('region', { name: /^\d+ of 4,000 expected by / });
    await warning.waitFor();
    const remedies = await warning.getByRole('button').allTextContents();
    expect(remedies).toEqual(['Change targeting', 'Change goal']);
    expect(await warning.textContent()).not.toContain('submit');
    const inEditor = Number.parseFloat((await warning.textContent()) ?? '');
    expect(Math.abs(inEditor / Number(expected) - 1)).toBeLessThan(0.1);
    await warning.getByRole('button', { name: 'Change targeting' }).click();
    await focused(page.getByRole('combobox', { name: 'Device' }));
  });

  test('is diagnosed and fixed with at most 4 clicks', async () => {
    const { page, faults } = desk;
    const hand = countingHand(page);
    expect(targeting).not.toBeNull();
    await page.goto(world.url);
    await settle(page);
    await hand.click(linkOnHome());
    await hand.click(changeTargeting());
    await hand.click(removeCondition());
    await hand.click(save());
    await isFixed();
    console.log(`a diagnosis and its fix: ${hand.counts.clicks} clicks`);
    expect(hand.counts.clicks).toBeLessThanOrEqual(mostClicks);
    expect(hand.counts.keystrokes).toBe(0);
    expect(faults).toEqual([]);
  });

  test('is diagnosed and fixed with the keyboard only', async () => {
    const { page, faults } = desk;
    const hand = countingHand(page);
    const restored = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: { targeting },
      headers: { 'if-match': '*' },
    });
    expect(restored.status).toBe(200);
    await page.goto(world.url);
    await settle(page);
    await hand.reach(linkOnHome());
    await hand.press('Enter');
    await changeTargeting().waitFor();
    await hand.reach(changeTargeting());
    await hand.press('Enter');
    // The link moves the focus to the field that causes the issue.
    const field = page.getByRole('combobox', { name: 'Device' });
    await focused(field);
    await hand.reach(removeCondition());
    await hand.press('Enter');
    await hand.reach(save());
    await hand.press('Enter');
    await isFixed();
    console.log(`a diagnosis and its fix: ${hand.counts.keystrokes} keystrokes`);
    expect(hand.counts.clicks).toBe(0);
    expect(faults).toEqual([]);
  });
});
