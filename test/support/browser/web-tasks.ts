import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { waitUntil } from '../process/wait-until.ts';
import type { Hand } from './web-hand.ts';
import { settle } from './web-page-checks.ts';

/** Page and input method of a task. */
export type Operator = { readonly page: Page; readonly hand: Hand };

/** Opens a page with the navigation. */
export async function goTo({ page, hand }: Operator, name: string): Promise<void> {
  await hand.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Creates a location with a position, whose slot name can be copied. */
export async function setUpPosition({ page, hand }: Operator, { code, name }: { code: string; name: string }) {
  await goTo({ page, hand }, 'Inventory');
  await hand.press(page.getByRole('button', { name: 'Add location to Test News' }));
  const drawer = page.getByRole('dialog');
  await hand.write(drawer.getByLabel('Code'), code);
  await hand.write(drawer.getByLabel('Name'), name);
  await hand.press(drawer.getByRole('button', { name: 'Create location' }));
  await hand.press(page.getByRole('button', { name: `Add position to ${name}` }));
  await hand.choose(drawer.getByRole('combobox', { name: 'Format' }), 'rectangle');
  await drawer.getByText(`${code}-rectangle`).waitFor();
  await hand.press(drawer.getByRole('button', { name: 'Create position' }));
  await page.getByRole('heading', { name: 'Integration code' }).waitFor();
  await drawer.getByText(`${code}-rectangle`).first().waitFor();
}

/** A campaign to book. Without companies, it is for the only company that the user is mapped to. */
export type WantedCampaign = {
  readonly name: string;
  readonly booking: string;
  readonly slotName: string;
  /** Path of an image file. */
  readonly banner: string;
  readonly companies?: { readonly advertiser: string; readonly brand: string };
};

/** Books a campaign with an upload and submits it. */
export async function bookCampaign({ page, hand }: Operator, wanted: WantedCampaign): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'New campaign' }).first());
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
  if (wanted.companies !== undefined) {
    await hand.choose(page.getByRole('combobox', { name: 'Advertiser' }), wanted.companies.advertiser);
    await hand.choose(page.getByRole('combobox', { name: 'Brands' }), wanted.companies.brand);
  }
  await hand.write(page.getByRole('textbox', { name: 'Name' }), wanted.name);
  await hand.press(page.getByRole('button', { name: 'Create campaign' }));
  await hand.press(page.getByRole('link', { name: 'New booking' }));
  await hand.write(page.getByLabel('Booking name'), wanted.booking);
  await hand.write(page.getByRole('searchbox', { name: 'Search inventory' }), wanted.slotName);
  await hand.press(page.getByRole('checkbox', { name: new RegExp(wanted.slotName) }));
  await page.getByText('1 position selected').waitFor();
  await hand.press(page.getByRole('button', { name: 'Save draft' }));
  await page.getByRole('heading', { level: 1, name: 'Edit booking' }).waitFor();
  const asked = page.waitForEvent('filechooser');
  await hand.press(page.locator('button:enabled', { hasText: 'choose files' }));
  await (await asked).setFiles(wanted.banner);
  await hand.write(page.getByLabel('Click-through URL'), 'https://harbour.example/tours');
  await hand.press(page.getByRole('button', { name: /^Upload 1 file/ }));
  await page.getByText('All changes saved.').waitFor();
  await hand.press(page.getByRole('button', { name: 'Submit' }));
  await page.waitForURL(/\/bookings\/\d+$/);
}

/** Approves all pending items. `named` must be one of them. */
export async function approveAll({ page, hand }: Operator, named: string): Promise<void> {
  await goTo({ page, hand }, 'Review');
  const queue = page.getByRole('list', { name: 'Pending review' });
  await queue.getByText(named).waitFor();
  // Creatives, bookings and campaigns are loaded by separate requests.
  await settle(page);
  for (let left = await queue.getByRole('listitem').count(); left > 0; left -= 1) {
    await hand.press(page.getByRole('button', { name: /^Approve/ }).first());
    await waitUntil('one less to review', async () => (await queue.getByRole('listitem').count()) < left);
  }
  await page.getByText('Nothing to review').waitFor();
}

/** Finds a booking by name and reads that it is paused. */
export async function findOutWhy({ page, hand }: Operator, booking: string): Promise<void> {
  await hand.search(page);
  await hand.choose(page.getByRole('combobox', { name: 'Search everything' }), booking);
  await page.getByRole('heading', { level: 1, name: booking }).waitFor();
  await whyNot(page).getByText('Booking paused').waitFor();
}

/** Fixes the problem that `findOutWhy` found, on the same page. */
export async function mend({ page, hand }: Operator): Promise<void> {
  await hand.press(whyNot(page).getByRole('button', { name: 'Resume booking' }));
  await whyNot(page).waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: 'No delivery issues' })
    .or(page.getByText('No ad requests received'))
    .first()
    .waitFor();
}

function whyNot(page: Page) {
  return page.getByRole('region', { name: 'Delivery blocked' });
}

/** Opens a report of today by campaign and exports it to files. Returns the lines of the CSV file. */
export async function report({ page, hand }: Operator, campaign: string): Promise<readonly string[]> {
  await goTo({ page, hand }, 'Reports');
  await hand.choose(page.getByRole('combobox', { name: 'Period', exact: true }), 'Today');
  await hand.choose(page.getByRole('combobox', { name: 'Group by' }), 'Campaign');
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: campaign }).first().waitFor();
  const csv = await download({ page, hand }, 'Export CSV');
  const workbook = await download({ page, hand }, 'Export Excel');
  if (workbook.toString('latin1', 0, 2) !== 'PK') throw new Error('The workbook is not a ZIP file');
  return csv
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
}

/** More than the items of the export menu. */
const menuItems = 8;

async function download({ page, hand }: Operator, name: string): Promise<Buffer> {
  await hand.press(page.getByRole('button', { name: 'Export', exact: true }));
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  const isFocused = () => item.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < menuItems && !(await isFocused()); steps += 1) await page.keyboard.press('ArrowDown');
  const downloaded = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  return readFile(await (await downloaded).path());
}
