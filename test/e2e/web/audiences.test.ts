import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { manifestText } from '../../support/fixtures/segment-world.ts';

describe('audiences in the browser', () => {
  let world: WebWorld;
  let deliveries = '';
  beforeAll(async () => {
    deliveries = await mkdtemp(join(tmpdir(), 'placard-deliveries-'));
    world = await startWebWorld({ PLACARD_DELIVERIES: deliveries });
  });
  afterAll(async () => {
    await world?.close();
    await rm(deliveries, { recursive: true, force: true });
  });

  test('creates a connection, shows its delivery with invalid rows, and targets the audience segment by name in a booking', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => (n === 20 ? ',sports-fans\n' : `u${n},sports-fans\n`)).join('');
    const files = { 'members.csv': `member_id,segment\n${rows}` };
    await mkdir(join(deliveries, 'cdp/2026-11-21'), { recursive: true });
    await writeFile(join(deliveries, 'cdp/2026-11-21/members.csv'), files['members.csv']);
    await writeFile(join(deliveries, 'cdp/2026-11-21/manifest.json'), manifestText(files, 'full'));

    const { page, context, faults } = await world.open('admin');
    await page.goto(`${world.url}/audiences/connections?item=new`);
    await settle(page);
    await keepPicture(page, 'connection-new');
    await page.getByLabel('Name').fill('Customer data platform');
    await page.getByRole('combobox', { name: 'Kind', exact: true }).click();
    await page.getByRole('option', { name: 'Server folder' }).click();
    await page.getByRole('textbox', { name: 'Folder' }).fill('cdp');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Folder cdp').waitFor();

    await page.goto(`${world.url}/audiences/deliveries`);
    const taken = page.getByRole('cell', { name: 'Active' });
    const delivery = page.getByRole('button', { name: '2026-11-21' });
    for (let times = 0; times < 40 && !(await taken.isVisible()); times += 1) {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await taken.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    await delivery.click();
    await page.getByRole('cell', { name: 'Identifier missing' }).waitFor();
    await expect.poll(() => page.getByRole('cell', { name: '22', exact: true }).count()).toBe(1);
    await settle(page);
    await keepPicture(page, 'segment-delivery');
    expect(await violationsOn(page)).toEqual([]);

    await page.goto(`${world.url}/audiences`);
    await page.getByRole('cell', { name: '59', exact: true }).waitFor();
    await keepPicture(page, 'segments-filled');
    await page.getByRole('button', { name: 'sports-fans' }).click();
    await page.getByLabel('Name').fill('Sports fans');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Sports fans' }).waitFor();

    await page.goto(`${world.url}/bookings/${world.booked.bookingId}/edit`);
    await settle(page);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('menuitem', { name: 'Audience segment' }).click();
    await page.getByPlaceholder('For example sports-fans. Press Enter after each value.').fill('sport');
    await keepPicture(page, 'segments-offered');
    await page.getByRole('option', { name: /Sports fans/ }).click();
    await page.getByText('Audience segment is sports-fans').first().waitFor();
    await keepPicture(page, 'segment-targeted');
    expect(faults).toEqual([]);
    await context.close();
  });
});
