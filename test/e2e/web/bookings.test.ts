import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, overflowOf, resize, settle, violationsOn } from '../../support/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/web-world.ts';

const phone = { width: 400, height: 800 };
const wide = { width: 1440, height: 900 };

describe('the editor of a booking', () => {
  let world: WebWorld;
  let desk: Desk;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('manager');
  });
  afterAll(async () => {
    await world?.close();
  });

  async function go(path: string) {
    await resize(desk.page, wide);
    await desk.page.goto(world.url + path);
    await settle(desk.page);
    return desk.page;
  }

  async function pricing() {
    const { body } = await world.placard.call('GET', `/api/v1/bookings/${world.booked.bookingId}`);
    return (body as { readonly pricing: { readonly rate: { readonly amount: string } } }).pricing;
  }

  /** What is written here while somebody else saves something else. */
  async function writeBesideAnother(mine: string, theirs: string) {
    const { bookingId } = world.booked;
    const page = await go(`/bookings/${bookingId}/edit`);
    await page.getByLabel('Rate').fill(mine);
    const answer = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: { pricing: { rate: { amount: theirs } } },
      headers: { 'If-Match': '*' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Somebody else saved first' }).waitFor();
    return page;
  }

  test('asks in words which of two changes holds, and takes theirs', async () => {
    const page = await writeBesideAnother('6.25', '5.00');
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Price', exact: true }) });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Price', 'EUR 5.00 CPM', 'EUR 6.25 CPM']);
    expect(await violationsOn(page)).toEqual([]);
    await resize(page, phone);
    await keepPicture(page, 'booking-conflict-phone');
    expect(await overflowOf(page)).toBe(0);
    await resize(page, wide);
    await keepPicture(page, 'booking-conflict');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByText('Everything is saved.').waitFor();
    expect(await page.getByLabel('Rate').inputValue()).toBe('5.00');
    expect(await pricing()).toMatchObject({ rate: { amount: '5.00' } });
    expect(desk.faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  test('keeps mine on demand', async () => {
    const page = await writeBesideAnother('7.50', '5.10');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Everything is saved.').waitFor();
    expect(await pricing()).toMatchObject({ rate: { amount: '7.50' } });
  });
});
