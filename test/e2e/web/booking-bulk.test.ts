import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyboard } from '../../support/browser/web-hand.ts';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createByApi, readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const any = { 'If-Match': '*' };

type Stored = {
  readonly id: number;
  readonly name: string;
  readonly campaignId: number;
  readonly positionIds: readonly number[];
  readonly targeting: unknown;
  readonly exclusionLabels: readonly string[];
  readonly creatives: readonly { readonly creativeId: number; readonly weight: number }[];
};
type Made = { readonly id: number };

describe('bulk edits of targeting, creatives and labels', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;
  let fitting: Made;
  let otherFormat: Made;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('manager');
    ({ page } = desk);
    const booked = await readByApi<Stored>(world.placard, `/bookings/${world.booked.bookingId}`);
    const campaign = await readByApi<{ readonly brandIds: readonly number[]; readonly advertiserCompanyId: number }>(
      world.placard,
      `/campaigns/${booked.campaignId}`,
    );
    const { formatId } = await readByApi<{ readonly formatId: number }>(
      world.placard,
      `/inventory/position/${booked.positionIds[0]}`,
    );
    const creative = { kind: 'html', brandId: campaign.brandIds[0], formatId, html: '<b>Tea</b>' };
    fitting = await createByApi(world.placard, '/creatives', { ...creative, name: 'Fitting banner' });
    const format = await createByApi(world.placard, '/inventory/format', {
      code: 'wide-banner',
      width: 970,
      height: 90,
    });
    otherFormat = await createByApi(world.placard, '/creatives', {
      ...creative,
      name: 'Wide banner',
      formatId: format.id,
    });
    const brand = await createByApi(world.placard, '/brands', {
      name: 'Other brand',
      mediaPartnerId: campaign.advertiserCompanyId,
    });
    const otherCampaign = await createByApi(world.placard, '/campaigns', {
      name: 'Other campaign',
      advertiserCompanyId: campaign.advertiserCompanyId,
      invoiceCompanyId: campaign.advertiserCompanyId,
      brandIds: [brand.id],
    });
    const common = { type: 'display', startDate: '2027-01-01T00:00:00Z', positionIds: booked.positionIds };
    const own = { ...common, campaignId: booked.campaignId, creatives: [{ creativeId: world.booked.creativeId }] };
    await createByApi(world.placard, '/bookings', { ...own, name: 'Bulk 1' });
    await createByApi(world.placard, '/bookings', {
      ...own,
      name: 'Bulk 2',
      targeting: { fact: 'device', values: ['tv'] },
    });
    await createByApi(world.placard, '/bookings', { ...own, name: 'Bulk 3', exclusionLabels: ['cars'] });
    await createByApi(world.placard, '/bookings', { ...common, name: 'Bulk 4', campaignId: otherCampaign.id });
  });
  afterAll(async () => {
    await world?.close();
  });

  async function stored(): Promise<readonly Stored[]> {
    return await readByApi<readonly Stored[]>(world.placard, '/bookings?search=Bulk&sort=name');
  }

  /** Opens the bulk edit of all bookings that match the filter. */
  async function openAll(): Promise<Locator> {
    await resize(page, wide);
    await page.goto(`${world.url}/bookings?search=Bulk&sort=name`);
    await settle(page);
    await page.getByRole('link', { name: 'Bulk 1' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Bulk 1' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Select all 4 matching bookings' }).click();
    await page.getByRole('button', { name: 'Edit…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 4 bookings' });
    await dialog.waitFor();
    return dialog;
  }

  async function choose(field: Locator, option: string): Promise<void> {
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Texts of the rows of a table in the preview. */
  async function rowsOf(dialog: Locator, table: string): Promise<readonly (readonly string[])[]> {
    const rows = await dialog.getByRole('table', { name: table }).locator('tbody tr').all();
    return await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
  }

  async function expectAccessible(name: string): Promise<void> {
    for (const size of [wide, phone]) {
      await resize(page, size);
      expect(await overflowOf(page)).toBe(0);
      for (const theme of ['light', 'dark'] as const) {
        await showBy(page, theme);
        await keepPicture(page, `${name}-${size.width}-${theme}`);
        expect(await violationsOn(page), `${size.width} ${theme}`).toEqual([]);
      }
      await showBy(page, 'light');
    }
    await resize(page, wide);
  }

  async function undo(): Promise<void> {
    await page.getByRole('button', { name: 'Undo' }).last().click();
  }

  test('adds a condition with a preview, leaves out a booking that was changed meanwhile, and undoes all', async () => {
    const before = await stored();
    const dialog = await openAll();
    expect(await dialog.getByRole('button', { name: 'Preview changes' }).isDisabled()).toBe(true);
    await choose(dialog.getByRole('combobox', { name: 'Change of Targeting' }), 'Add conditions');
    await dialog.getByRole('button', { name: 'Add condition', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Country', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Belg');
    await page.getByRole('option', { name: /^Belgium/ }).click();
    // Closes the list of countries.
    await page.keyboard.press('Tab');
    await expectAccessible('bulk-targeting');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('4 bookings will be changed.').waitFor();
    expect(await rowsOf(dialog, 'Changes')).toEqual([
      ['Bulk 1', 'Targeting', 'All requests', 'Country is BE'],
      ['Bulk 2', 'Targeting', 'Device is tv', 'Device is tv, and Country is BE'],
      ['Bulk 3', 'Targeting', 'All requests', 'Country is BE'],
      ['Bulk 4', 'Targeting', 'All requests', 'Country is BE'],
    ]);
    await expectAccessible('bulk-targeting-preview');
    expect(await stored()).toEqual(before);

    const theirs = await world.placard.call('PATCH', `/api/v1/bookings/${before[2]?.id}`, {
      json: { priority: 1 },
      headers: any,
    });
    expect(theirs.status).toBe(200);
    await dialog.getByRole('button', { name: 'Change 4 bookings' }).click();
    await page.getByText('3 bookings changed').waitFor();
    await page.getByText('1 booking was not changed, because it was changed meanwhile.').waitFor();
    const country = { fact: 'country', values: ['BE'] };
    expect((await stored()).map(({ targeting }) => targeting)).toEqual([
      { all: [country] },
      { all: [{ fact: 'device', values: ['tv'] }, country] },
      null,
      { all: [country] },
    ]);
    await undo();
    await page.getByText('Changes undone').waitFor();
    expect((await stored()).map(({ targeting }) => targeting)).toEqual(before.map(({ targeting }) => targeting));
  });

  test('removes all conditions of a fact, and names the bookings without one', async () => {
    const dialog = await openAll();
    await choose(dialog.getByRole('combobox', { name: 'Change of Targeting' }), 'Remove conditions');
    await choose(dialog.getByRole('combobox', { name: 'Conditions to remove' }), 'Device');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('1 booking will be changed.').waitFor();
    expect(await rowsOf(dialog, 'Changes')).toEqual([['Bulk 2', 'Targeting', 'Device is tv', 'All requests']]);
    expect(await rowsOf(dialog, 'Not changed')).toEqual(
      ['Bulk 1', 'Bulk 3', 'Bulk 4'].map((name) => [name, 'Already has these values']),
    );
    await dialog.getByRole('button', { name: 'Change 1 booking' }).click();
    await page.getByText('1 booking changed').waitFor();
    expect((await stored())[1]?.targeting).toBeNull();
    await undo();
    await waitUntil('the targeting to be restored', async () => (await stored())[1]?.targeting !== null);
  });

  test('adds creatives and labels with the keyboard only, where brand and format fit', async () => {
    const before = await stored();
    const dialog = await openAll();
    await keyboard.choose(dialog.getByRole('combobox', { name: 'Change of Exclusion labels' }), 'Add labels');
    await keyboard.write(dialog.getByLabel('Exclusion labels', { exact: true }), 'food');
    await page.keyboard.press('Enter');
    await keyboard.choose(dialog.getByRole('combobox', { name: 'Change of Creatives' }), 'Add creatives');
    await keyboard.press(dialog.getByRole('button', { name: 'Select creatives' }));
    const picker = page.getByRole('dialog', { name: 'Select creatives' });
    await keyboard.press(picker.getByRole('checkbox', { name: 'Fitting banner' }));
    await keyboard.press(picker.getByRole('checkbox', { name: 'Wide banner' }));
    await keyboard.press(picker.getByRole('button', { name: 'Add 2 creatives' }));
    await picker.waitFor({ state: 'detached' });
    await keyboard.press(dialog.getByRole('button', { name: 'Preview changes' }));
    await dialog.getByText('4 bookings will be changed.').waitFor();
    await dialog.getByText('Wide banner: no booked position has its format').first().waitFor();
    const kept = await rowsOf(dialog, 'Not changed');
    expect(kept).toContainEqual(['Bulk 1', 'Wide banner: no booked position has its format']);
    expect(kept).toContainEqual(['Bulk 4', 'Fitting banner: its brand is not a brand of the campaign']);
    expect(kept).toHaveLength(5);
    expect(await rowsOf(dialog, 'Changes')).toContainEqual(['Bulk 3', 'Exclusion labels', 'cars', 'cars and food']);
    await expectAccessible('bulk-creatives-preview');
    await keyboard.press(dialog.getByRole('button', { name: 'Change 4 bookings' }));
    await page.getByText('4 bookings changed').waitFor();
    const changed = await stored();
    const idsOf = (rows: readonly Stored[]) => rows.map(({ creatives }) => creatives.map((one) => one.creativeId));
    expect(idsOf(changed)).toEqual(idsOf(before).map((ids, index) => (index === 3 ? ids : [...ids, fitting.id])));
    expect(changed.map(({ exclusionLabels }) => exclusionLabels)).toEqual([
      ['food'],
      ['food'],
      ['cars', 'food'],
      ['food'],
    ]);
    await undo();
    await page.getByText('Changes undone').waitFor();
    const restored = await stored();
    expect(idsOf(restored)).toEqual(idsOf(before));
    expect(restored.map(({ exclusionLabels }) => exclusionLabels)).toEqual([[], [], ['cars'], []]);
  });

  test('replaces one creative by another', async () => {
    const dialog = await openAll();
    await choose(dialog.getByRole('combobox', { name: 'Change of Creatives' }), 'Replace a creative');
    await choose(dialog.getByRole('combobox', { name: 'Creative to replace' }), 'Spring banner');
    await choose(dialog.getByRole('combobox', { name: 'New creative' }), 'Fitting banner');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('3 bookings will be changed.').waitFor();
    expect((await rowsOf(dialog, 'Changes'))[0]).toEqual(['Bulk 1', 'Creatives', 'Spring banner', 'Fitting banner']);
    expect(await rowsOf(dialog, 'Not changed')).toEqual([['Bulk 4', 'Spring banner is not in the booking']]);
    await dialog.getByRole('button', { name: 'Back', exact: true }).click();
    await choose(dialog.getByRole('combobox', { name: 'New creative' }), 'Wide banner');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('0 bookings will be changed.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Change 0 bookings' }).isDisabled()).toBe(true);
    expect((await stored())[0]?.creatives.map(({ creativeId }) => creativeId)).toEqual([world.booked.creativeId]);
    expect(otherFormat.id).toBeGreaterThan(fitting.id);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('the weight of a creative and the labels are edited in the table with the keyboard only', async () => {
    await page.goto(`${world.url}/bookings?search=Bulk+1`);
    await settle(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Creatives', { exact: true }).check();
    await page.getByLabel('Exclusion labels', { exact: true }).check();
    await page.keyboard.press('Escape');
    await walkTo(page, 'Creatives');
    await page.keyboard.press('Enter');
    const weight = page.getByLabel('Weight of Spring banner');
    await weight.waitFor();
    await waitUntil('the weight to have the focus', () =>
      weight.evaluate((element) => element === document.activeElement),
    );
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('7');
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Bulk 1: Creatives changed').waitFor();
    expect((await stored())[0]?.creatives).toMatchObject([{ creativeId: world.booked.creativeId, weight: 7 }]);
    await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
    await waitUntil('the weight to be restored', async () => (await stored())[0]?.creatives[0]?.weight === 1);

    await walkTo(page, 'Exclusion labels');
    await page.keyboard.press('F2');
    await page.getByLabel('Exclusion labels of Bulk 1', { exact: true }).waitFor();
    await page.keyboard.type('banks, food');
    await page.keyboard.press('Enter');
    await page.getByText('Bulk 1: Exclusion labels changed').waitFor();
    expect((await stored())[0]?.exclusionLabels).toEqual(['banks', 'food']);
  });

  test('no page has reported a fault', () => {
    expect(desk.faults).toEqual([]);
  });
});

/** Moves the focus to a cell of the first row with arrow keys only. */
async function walkTo(page: Page, column: string): Promise<void> {
  await page.locator(`thead th[title="${column}"]`).waitFor();
  const titles = await page
    .locator('thead th')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  for (let step = titles.indexOf(column); step > 0; step -= 1) await page.keyboard.press('ArrowRight');
}
