import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  keepPicture,
  overflowOf,
  phone,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createByApi, readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

type Campaign = { readonly id: number; readonly brandIds: readonly number[]; readonly advertiserCompanyId: number };
type Booking = { readonly id: number; readonly campaignId: number; readonly positionIds: readonly number[] };

const wide = { width: 1440, height: 900 };

let world: WebWorld;
let page: Page;
let from: Campaign;
let targetId: number;

beforeAll(async () => {
  world = await startWebWorld();
  ({ page } = await world.open('manager'));
  const booked = await readByApi<Booking>(world.placard, `/bookings/${world.booked.bookingId}`);
  from = await readByApi<Campaign>(world.placard, `/campaigns/${booked.campaignId}`);
  const terms = { advertiserCompanyId: from.advertiserCompanyId, invoiceCompanyId: from.advertiserCompanyId };
  const brand = await createByApi(world.placard, '/brands', {
    name: 'Other brand',
    mediaPartnerId: from.advertiserCompanyId,
  });
  await createByApi(world.placard, '/campaigns', { ...terms, name: 'Without the brand', brandIds: [brand.id] });
  targetId = (await createByApi(world.placard, '/campaigns', { ...terms, name: 'Autumn', brandIds: from.brandIds })).id;
  const partner = await createByApi(world.placard, '/media-partners', {
    name: 'Rival',
    roles: ['ADVERTISER', 'INVOICE'],
  });
  const rival = await createByApi(world.placard, '/brands', { name: 'Rival', mediaPartnerId: partner.id });
  const foreign = await createByApi(world.placard, '/campaigns', {
    name: 'Campaign of a rival',
    advertiserCompanyId: partner.id,
    invoiceCompanyId: partner.id,
    brandIds: [rival.id],
  });
  const common = { type: 'display', startDate: '2027-01-01T00:00:00Z', positionIds: booked.positionIds };
  const own = { ...common, campaignId: from.id };
  const creatives = [{ creativeId: world.booked.creativeId }];
  await createByApi(world.placard, '/bookings', { ...own, name: 'Moving 1', creatives });
  await createByApi(world.placard, '/bookings', { ...own, name: 'Moving 2' });
  await createByApi(world.placard, '/bookings', { ...common, name: 'Moving 3', campaignId: foreign.id });
});
afterAll(() => world?.close());

const campaignsOf = async (search: string) =>
  (await readByApi<readonly Booking[]>(world.placard, `/bookings?search=${search}&sort=name`)).map(
    ({ campaignId }) => campaignId,
  );

async function select(names: readonly string[]): Promise<void> {
  await resize(page, wide);
  await page.goto(`${world.url}/bookings?search=Moving&sort=name`);
  await settle(page);
  for (const name of names) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move to another campaign' }).click();
}

const dialog = () => page.getByRole('dialog', { name: 'Move to another campaign' });

async function chooseCampaign(name: string): Promise<void> {
  await dialog().getByRole('combobox', { name: 'Target campaign' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

test('moves a booking from its page, and undoes it', async () => {
  const { bookingId } = world.booked;
  await page.goto(`${world.url}/bookings/${bookingId}`);
  await settle(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move to another campaign' }).click();
  await dialog().getByRole('combobox', { name: 'Target campaign' }).click();
  await page.getByRole('option', { name: 'Autumn', exact: true }).waitFor();
  expect(await page.getByRole('option', { name: 'Campaign of a rival' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Autumn', exact: true }).click();
  for (const size of [wide, phone]) {
    await resize(page, size);
    expect(await overflowOf(page)).toBe(0);
    for (const theme of ['light', 'dark'] as const) {
      await showBy(page, theme);
      await keepPicture(page, `move-booking-${size.width}-${theme}`);
      expect(await violationsOn(page), `${size.width} ${theme}`).toEqual([]);
    }
    await showBy(page, 'light');
  }
  await resize(page, wide);
  await dialog().getByRole('button', { name: 'Move booking' }).click();
  await page.getByText('Booking moved').waitFor();
  await page.getByRole('link', { name: 'Autumn' }).first().waitFor();
  const campaignId = async () => (await readByApi<Booking>(world.placard, `/bookings/${bookingId}`)).campaignId;
  expect(await campaignId()).toBe(targetId);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await waitUntil('the booking to be back', async () => (await campaignId()) === from.id);
});

test('moves selected bookings, and names the reason of one that cannot move', async () => {
  await select(['Moving 1', 'Moving 2']);
  await chooseCampaign('Without the brand');
  await dialog().getByRole('button', { name: 'Move 2 bookings' }).click();
  await dialog().getByText('Booking not moved').waitFor();
  await keepPicture(page, 'move-bookings-refused');
  expect(await dialog().getByRole('alert').textContent()).toContain('must belong to a brand of the campaign');
  await chooseCampaign('Autumn');
  await dialog().getByRole('button', { name: 'Move 2 bookings' }).click();
  await page.getByText('2 bookings moved').waitFor();
  expect((await campaignsOf('Moving')).slice(0, 2)).toEqual([targetId, targetId]);
});

test('does not offer campaigns for bookings of several advertisers', async () => {
  await select(['Moving 1', 'Moving 3']);
  await dialog().getByText('The bookings belong to several advertisers. Select bookings of one advertiser.').waitFor();
  expect(await dialog().getByRole('combobox').count()).toBe(0);
});
