import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, overflowOf, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** More than one page of the list. */
const extraBookings = 55;

type Stored = {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly endDate: string | null;
  readonly delivery: { readonly goal: { readonly total: number } | null };
};

describe('the list of all bookings', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('manager');
    ({ page } = desk);
    const booked = await readByApi<Record<string, unknown>>(world.placard, `/bookings/${world.booked.bookingId}`);
    const common = {
      campaignId: booked['campaignId'],
      type: 'display',
      startDate: booked['startDate'],
      positionIds: booked['positionIds'],
      pricing: booked['pricing'],
      creatives: [{ creativeId: world.booked.creativeId }],
      delivery: { method: 'even', goal: { kind: 'impressions', total: 5_000 } },
      endDate: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    };
    const items = Array.from({ length: extraBookings }, (_, index) => ({
      create: { ...common, name: `Autumn ${String(index + 1).padStart(2, '0')}` },
    }));
    const { status, body } = await world.placard.call('POST', '/api/v1/bookings/bulk', { json: { items } });
    expect(status, JSON.stringify(body)).toBe(200);
  });
  afterAll(async () => {
    await world?.close();
  });

  async function bookingNamed(name: string): Promise<Stored> {
    const found = await readByApi<readonly Stored[]>(
      world.placard,
      `/bookings?search=${encodeURIComponent(name)}&limit=1`,
    );
    expect(found).toHaveLength(1);
    return found[0] as Stored;
  }

  async function go(path: string, size = wide): Promise<void> {
    await resize(page, size);
    await page.goto(world.url + path);
    await settle(page);
    await page
      .getByRole('link', { name: /^Autumn/ })
      .first()
      .waitFor();
  }

  /** Moves the focus to a cell of the first row with arrow keys only. */
  async function walkTo(column: string): Promise<void> {
    const titles = await page
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    for (let step = titles.indexOf(column); step > 0; step -= 1) await page.keyboard.press('ArrowRight');
  }

  test('fits 1440 px without horizontal scrolling, a phone, and has no accessibility violation', async () => {
    await go('/bookings?sort=name');
    // The first rows of a long list are visible before the others.
    await page.getByRole('grid').getByRole('row').nth(50).waitFor();
    expect(await page.getByRole('grid').getByRole('row').count()).toBe(51);
    const frame = page.getByRole('grid').locator('..');
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))]);
    expect(heights).toHaveLength(1);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'booking-list');
    await resize(page, phone);
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'booking-list-phone');
  });

  test('a goal is changed and the change is undone with the keyboard only', async () => {
    await go('/bookings?search=Autumn+01');
    await walkTo('Goal');
    await page.keyboard.press('Enter');
    const input = page.getByLabel('Goal of Autumn 01', { exact: true });
    await input.waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('8000');
    await page.keyboard.press('Enter');
    await page.getByText('Autumn 01: Goal changed').waitFor();
    expect((await bookingNamed('Autumn 01')).delivery.goal?.total).toBe(8_000);
    await page.getByRole('gridcell', { name: '8,000' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Changes undone').waitFor();
    expect((await bookingNamed('Autumn 01')).delivery.goal?.total).toBe(5_000);
  });

  test('Escape discards an edit', async () => {
    await go('/bookings?search=Autumn+02');
    await walkTo('Booking');
    await page.keyboard.press('F2');
    await page.getByLabel('Booking name of Autumn 02', { exact: true }).waitFor();
    await page.keyboard.type('discarded');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Autumn 02', exact: true }).waitFor();
    expect((await bookingNamed('Autumn 02')).name).toBe('Autumn 02');
  });

  test('an invalid value is not saved', async () => {
    await go('/bookings?search=Autumn+03');
    await walkTo('Goal');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('-5');
    await page.keyboard.press('Enter');
    await page.getByLabel('Goal of Autumn 03', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect((await bookingNamed('Autumn 03')).delivery.goal?.total).toBe(5_000);
  });

  test('a value that another user changed meanwhile is not overwritten', async () => {
    await go('/bookings?search=Autumn+04');
    const { id } = await bookingNamed('Autumn 04');
    const theirs = await world.placard.call('PATCH', `/api/v1/bookings/${id}`, {
      json: { name: 'Autumn 04, renamed' },
      headers: { 'If-Match': '*' },
    });
    expect(theirs.status).toBe(200);
    await walkTo('Booking');
    await page.keyboard.press('F2');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('My name');
    await page.keyboard.press('Enter');
    await page.getByText('Booking changed by another user').waitFor();
    await page.getByRole('link', { name: 'Autumn 04, renamed' }).waitFor();
    expect((await readByApi<Stored>(world.placard, `/bookings/${id}`)).name).toBe('Autumn 04, renamed');
  });

  test('all matching bookings are edited with a preview and one undo', async () => {
    await go('/bookings?search=Autumn');
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: `Select all ${extraBookings} matching bookings` }).click();
    await page.getByText(`${extraBookings} bookings selected`).waitFor();
    await page.getByRole('button', { name: 'Edit…', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Priority').fill('2');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText(`${extraBookings} bookings will be changed.`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'booking-bulk-edit');
    expect((await bookingNamed('Autumn 50')).priority).toBe(5);
    await dialog.getByRole('button', { name: `Change ${extraBookings} bookings` }).click();
    await page.getByText(`${extraBookings} bookings changed`).waitFor();
    expect(await readByApi<readonly Stored[]>(world.placard, '/bookings?priority=2&limit=100')).toHaveLength(
      extraBookings,
    );

    // Another user changes one of them before the undo.
    const changed = await bookingNamed('Autumn 50');
    const theirs = await world.placard.call('PATCH', `/api/v1/bookings/${changed.id}`, {
      json: { priority: 7 },
      headers: { 'If-Match': '*' },
    });
    expect(theirs.status).toBe(200);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('1 booking was not restored, because it was changed meanwhile.').waitFor();
    await waitUntil(
      'the priorities to be restored',
      async () => (await readByApi<readonly Stored[]>(world.placard, '/bookings?priority=2')).length === 0,
      { withinMs: 20_000 },
    );
    expect((await bookingNamed('Autumn 49')).priority).toBe(5);
    expect((await bookingNamed('Autumn 50')).priority).toBe(7);
  });

  test('the columns, their order and widths are kept for the user', async () => {
    await go('/bookings');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('eCPM', { exact: true }).check();
    await page.getByRole('button', { name: 'Move Health up' }).click();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const edge = page.getByRole('separator', { name: 'Width of Booking' });
    const before = Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('ArrowRight');
    await page.reload();
    await page.getByRole('columnheader', { name: 'eCPM' }).waitFor();
    const titles = await page
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
    expect(titles.filter((title) => title !== '').slice(0, 3)).toEqual(['Booking', 'Health', 'Status']);
    expect(await page.getByRole('separator', { name: 'Width of Booking' }).getAttribute('aria-valuenow')).toBe(
      String(before + 16),
    );
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await page.getByRole('columnheader', { name: 'eCPM' }).waitFor({ state: 'detached' });
  });

  test('what needs action is first, and the order that the user chooses is kept', async () => {
    const missing = await bookingNamed('Autumn 33');
    const submitted = await world.placard.call('POST', `/api/v1/bookings/${missing.id}/actions/submit`);
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
    const changed = await world.placard.call('PATCH', `/api/v1/bookings/${missing.id}`, {
      json: { creatives: [] },
      headers: { 'If-Match': '*' },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await go('/bookings');
    const sorted = (title: string, order: string) =>
      page
        .getByRole('columnheader', { name: title })
        .and(page.locator(`[aria-sort="${order}"]`))
        .waitFor();
    await sorted('Health', 'ascending');
    const firstRow = page.locator('tbody tr').first();
    expect(await firstRow.textContent()).toMatch(/Autumn 33.*Not ready/);
    await resize(page, phone);
    await firstRow.getByText('No creative', { exact: true }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await keepPicture(page, 'booking-list-attention-phone');

    await resize(page, wide);
    await page.getByRole('columnheader', { name: 'Last day' }).getByRole('button').click();
    await sorted('Last day', 'ascending');
    await go('/bookings');
    await sorted('Last day', 'ascending');
    await page.getByRole('columnheader', { name: 'Health' }).getByRole('button').click();
    await sorted('Health', 'ascending');
  });

  test('a viewer sees the bookings and cannot edit them', async () => {
    const viewer = await world.open('viewer');
    await viewer.page.goto(`${world.url}/bookings?search=Autumn+05`);
    await viewer.page.getByRole('link', { name: 'Autumn 05' }).waitFor();
    expect(await viewer.page.getByRole('checkbox').count()).toBe(0);
    expect(await viewer.page.locator('[data-edit]').count()).toBe(0);
    expect(viewer.faults).toEqual([]);
    await viewer.context.close();
  });

  test('no page has reported a fault', () => {
    expect(desk.faults).toEqual([]);
  });
});
