import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoStartMs, startDemoWorld } from '../../support/browser/demo-world.ts';
import { keepPicture, overflowOf, phone, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import type { Desk, WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const lateBooking = 'Print fair, The Courier';
/** A proposal takes several forecasts. */
const proposalMs = 60_000;

type Late = { readonly id: number; readonly endDate: string; readonly name: string };
type Made = Late & { readonly makegoodOfId: number | null; readonly delivery: { readonly goal: unknown } };

/** The demo contains one booking that falls behind because of its targeting. */
describe('a booking that misses its goal', () => {
  let world: WebWorld;
  let desk: Desk;
  let late: Late;

  beforeAll(async () => {
    world = await startDemoWorld();
    const { body } = await world.placard.call('GET', `/api/v1/bookings?search=${encodeURIComponent(lateBooking)}`);
    const [found] = body as readonly Late[];
    if (found === undefined) throw new Error('The demo has no late booking');
    late = found;
    desk = await world.open('manager');
    await resize(desk.page, wide);
  }, demoStartMs);
  afterAll(async () => {
    await world?.close();
  });

  const read = async (id: number) => (await world.placard.call('GET', `/api/v1/bookings/${id}`)).body as Made;

  async function openDialog() {
    const { page } = desk;
    await page.goto(`${world.url}/bookings/${late.id}`);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Make good or extend' }).click();
    const dialog = page.getByRole('dialog', { name: `Make good “${late.name}”` });
    await dialog.getByText('Expected shortfall').waitFor({ timeout: proposalMs });
    return dialog;
  }

  test('is made good by a linked booking, after a preview of the bookings that lose delivery', async () => {
    const { page } = desk;
    const dialog = await openDialog();
    await dialog.getByText('Make good', { exact: true }).click();
    await dialog.getByText('Free of charge').waitFor();
    await dialog.getByText('Expected shortfall').waitFor({ timeout: proposalMs });
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'makegood-dialog');
    await resize(page, phone);
    expect(await overflowOf(page)).toBe(0);
    await resize(page, wide);
    await dialog.getByRole('button', { name: 'Create make-good' }).click();
    await page.getByRole('heading', { name: `${late.name} (make-good)` }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect(await read(id)).toMatchObject({ makegoodOfId: late.id, delivery: { goal: { kind: 'impressions' } } });
    await page.getByRole('link', { name: `Booking ${late.id}` }).waitFor();
  });

  test('is extended to the proposed day', async () => {
    const { page } = desk;
    const dialog = await openDialog();
    await settle(page);
    await keepPicture(page, 'extend-dialog');
    await dialog.getByRole('button', { name: 'Extend booking' }).click();
    await waitUntil(
      'the end to move',
      async () => Date.parse((await read(late.id)).endDate) > Date.parse(late.endDate),
    );
    expect(desk.faults).toEqual([]);
  });
});
