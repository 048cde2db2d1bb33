import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoStartMs, startDemoWorld } from '../../support/browser/demo-world.ts';
import { keepPicture, overflowOf, phone, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import type { Desk, WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const name = 'Tulip option';

type Held = { readonly id: number; readonly status: string; readonly heldUntil: string | null };

describe('a hold', () => {
  let world: WebWorld;
  let desk: Desk;
  let id: number;
  let period: { readonly startDate: string; readonly endDate: string };

  beforeAll(async () => {
    world = await startDemoWorld();
    const { body } = await world.placard.call('GET', '/api/v1/bookings?status=running&type=display');
    const all = body as readonly { readonly campaignId: number; readonly positionIds: readonly number[] }[];
    const running = all.find(({ positionIds }) => positionIds.length > 0);
    if (running === undefined) throw new Error('the demo has no running booking');
    const { campaignId, positionIds } = running;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    period = { startDate: `${day(2)}T00:00:00Z`, endDate: `${day(6)}T00:00:00Z` };
    const json = {
      campaignId,
      name,
      type: 'display',
      positionIds,
      ...period,
      delivery: { method: 'share_of_voice', percent: 30 },
    };
    const { status, body: made } = await world.placard.call('POST', '/api/v1/bookings', { json });
    expect(status, JSON.stringify(made)).toBe(201);
    ({ id } = made as Held);
    desk = await world.open('manager');
    await resize(desk.page, wide);
  }, demoStartMs);
  afterAll(async () => {
    await world?.close();
  });

  const read = async () => (await world.placard.call('GET', `/api/v1/bookings/${id}`)).body as Held;
  const actions = () => desk.page.getByRole('button', { name: 'More actions' }).first();

  test('is set on the page of a booking, with an end and a note', async () => {
    const { page } = desk;
    await page.goto(`${world.url}/bookings/${id}`);
    await actions().click();
    await page.getByRole('menuitem', { name: 'Hold inventory' }).click();
    const dialog = page.getByRole('dialog', { name: `Hold inventory for “${name}”?` });
    await dialog.getByLabel('Note').fill('Asked by Aurora');
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'hold-dialog');
    await dialog.getByRole('button', { name: 'Hold inventory' }).click();
    await page.getByText('Inventory held until').waitFor();
    await page.getByText('Asked by Aurora').waitFor();
    const { status, heldUntil } = await read();
    expect(status).toBe('held');
    expect(Math.abs(Date.parse(heldUntil ?? '') - Date.now() - 7 * 86_400_000)).toBeLessThan(300_000);
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'held-booking');
    await resize(page, phone);
    expect(await overflowOf(page)).toBe(0);
    await resize(page, wide);
  });

  test('has its status in the table, and reserves requests in the availability of the timeline', async () => {
    const { page } = desk;
    await page.goto(`${world.url}/bookings?search=${encodeURIComponent(name)}&includeArchived=`);
    await page.getByRole('row').filter({ hasText: name }).getByText('On hold').waitFor();
    await page.goto(
      `${world.url}/bookings?view=timeline&at=${period.startDate.slice(0, 10)}&search=${encodeURIComponent(name)}`,
    );
    const strip = page.getByRole('img', { name: /of the ad requests available/ }).first();
    await strip.waitFor();
    await settle(page);
    expect(await strip.locator('path[data-level="held"]').getAttribute('d')).toMatch(/^M/);
    await page.getByRole('region', { name: 'Legend' }).getByText('Held', { exact: true }).waitFor();
    await keepPicture(page, 'held-availability');
  });

  test('is released or confirmed on the page', async () => {
    const { page } = desk;
    await page.goto(`${world.url}/bookings/${id}`);
    await actions().click();
    await page.getByRole('menuitem', { name: 'Release inventory' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release inventory' }).click();
    await page.getByText('Hold ended').waitFor();
    expect((await read()).status).toBe('finished');
    await page.getByRole('button', { name: 'Confirm hold' }).first().click();
    await waitUntil('the hold to be confirmed', async () => (await read()).heldUntil === null);
    await page.getByText('Hold ended').waitFor({ state: 'hidden' });
    expect(desk.faults).toEqual([]);
  });

  test('is set for several bookings of the table, and states which of them cannot be held', async () => {
    const { page } = desk;
    const json = { ...period, type: 'display', delivery: { method: 'share_of_voice', percent: 5 } };
    const { campaignId, positionIds } = (await world.placard.call('GET', `/api/v1/bookings/${id}`)).body as {
      readonly campaignId: number;
      readonly positionIds: readonly number[];
    };
    const made: Held[] = [];
    for (const letter of ['A', 'B', 'C']) {
      const body = { ...json, campaignId, positionIds, name: `Crocus ${letter}` };
      made.push((await world.placard.call('POST', '/api/v1/bookings', { json: body })).body as Held);
    }
    const cancelled = made[2]?.id ?? 0;
    await world.placard.call('POST', `/api/v1/bookings/${made[0]?.id}/actions/submit`);
    await world.placard.call('POST', `/api/v1/bookings/${cancelled}/actions/submit`);
    expect(await world.placard.call('POST', `/api/v1/bookings/${cancelled}/actions/cancel`)).toMatchObject({
      status: 200,
    });
    await page.goto(`${world.url}/bookings?search=Crocus&includeArchived=`);
    for (const { id: one } of made) {
      const row = page.getByRole('row').filter({ has: page.locator(`a[href^="/bookings/${one}"]`) });
      await row.getByRole('checkbox').check();
    }
    const bar = page.getByRole('region', { name: 'Selected bookings' });
    await bar.getByRole('button', { name: 'Hold inventory' }).click();
    const form = page.getByRole('dialog', { name: 'Hold inventory of 3 bookings?' });
    await form.getByLabel('Note').fill('Spring options');
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'hold-bulk-form');
    await form.getByRole('button', { name: 'Hold inventory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold inventory of 2 bookings?' });
    await dialog.getByRole('listitem').waitFor();
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'hold-bulk-result');
    await dialog.getByRole('button', { name: 'Hold inventory' }).click();
    await page.getByText('Inventory of 2 bookings held').waitFor();
    const statuses = [];
    for (const { id: one } of made) {
      const { status, heldUntil } = (await world.placard.call('GET', `/api/v1/bookings/${one}`)).body as Held;
      statuses.push([status, heldUntil !== null]);
    }
    expect(statuses).toEqual([
      ['held', true],
      ['held', true],
      ['cancelled', false],
    ]);
    expect(desk.faults).toEqual([]);
  });
});
