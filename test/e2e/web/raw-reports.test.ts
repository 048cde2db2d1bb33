import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestSet } from '../../../src/exchange/open-data/open-data-schema.ts';
import { countHours } from '../../../src/worker/open-data/counted/count-hours.ts';
import { writePartitions } from '../../../src/worker/open-data/write-partitions.ts';
import { keepPicture, overflowOf, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../support/open-data/open-data-world.ts';

const dayMs = 24 * 3600 * 1000;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const days = 'from=2026-11-20&until=2026-11-22&show=impressions,clicks,ctrPercent,spend';

describe('reports by facts of requests', () => {
  let folder: string;
  let world: WebWorld;
  let data: OpenDataWorld;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-raw-reports-'));
    world = await startWebWorld({ PLACARD_STORE: folder, PLACARD_OPEN_DATA_DAYS: '300' });
    data = await createOpenDataWorld({ kind: 'folder', folder });
    await storeEvents(data, world.booked);
    ({ page } = await world.open('manager'));
  });
  afterAll(async () => {
    await world?.close();
    await data?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function go(search: string): Promise<void> {
    await page.goto(`${world.url}/reports?${days}&${search}`);
    await settle(page);
  }

  test('show countries by name, with the time that they cover and without spend', async () => {
    await resize(page, wide);
    await go('by=country');
    await page.getByText(/Events from .* to .* are included/).waitFor();
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Country',
      'Impressions ↓',
      'Clicks',
      'CTR',
    ]);
    const text = (await table.textContent()) ?? '';
    expect([text.indexOf('Belgium') < text.indexOf('Netherlands'), text.includes('50')]).toEqual([true, true]);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'reports-by-country');
    await go('by=country&top=1');
    await table.getByRole('rowheader', { name: 'Other' }).waitFor();
    await keepPicture(page, 'reports-with-other');
  });

  test('have the reach of viewers with consent, and say who is counted', async () => {
    await resize(page, wide);
    await page.goto(
      `${world.url}/reports?from=2026-11-20&until=2026-11-22&by=country&show=impressions,reach,frequency`,
    );
    await settle(page);
    await page.getByText(/once per calendar month \(UTC\)\. Identified impressions: 80\.00%/).waitFor();
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Country',
      'Impressions ↓',
      'Reach',
      'Avg. frequency',
    ]);
    const lines = await table.getByRole('row').allInnerTexts();
    expect(lines.slice(1).map((line) => line.split(/\s+/).slice(-3))).toEqual([
      ['30', '16', '1.88'],
      ['15', '10', '1.00'],
      ['5', '0', '–'],
      ['50', '16', '2.50'],
    ]);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'reports-with-reach');
  });

  test('ask for the key of key-values, and combine rows', async () => {
    await go('by=keyValue,device&pivot=device');
    await page.getByText('Enter the key whose values the report shows.').waitFor();
    await page.getByLabel('Key', { exact: false }).first().fill('section');
    await page.keyboard.press('Enter');
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('table').textContent()).toMatch(/sports/);
    expect(page.url()).toContain('key=section');
    await keepPicture(page, 'reports-by-key-value');
    await resize(page, phone);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, 'reports-by-key-value-phone');
  });

  test('are drilled down and filtered by values with the keyboard', async () => {
    await resize(page, wide);
    await go('by=country');
    const table = page.getByRole('table');
    const total = () => table.locator('tfoot td').first().textContent();
    await table.getByRole('button', { name: 'Drill down to Belgium' }).focus();
    await page.keyboard.press('Enter');
    await table.getByRole('columnheader', { name: 'Region' }).waitFor();
    await settle(page);
    expect(await total()).toBe('30');
    expect(new URL(page.url()).searchParams.get('country')).toBe('BE');
    await page.getByRole('navigation', { name: 'Drill-down path' }).getByText('Belgium').waitFor();

    await page.getByRole('button', { name: 'Add filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Device' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Device' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('phone');
    await page.keyboard.press('Enter');
    await page.waitForURL(/device=phone/);
    await settle(page);
    expect(await total()).toBe('10');
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'reports-with-value-filters');
    // The address restores the filters.
    await page.reload();
    await settle(page);
    expect(await total()).toBe('10');
    await field.focus();
    await page.keyboard.press('Backspace');
    await settle(page);
    expect(await total()).toBe('30');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await table.getByRole('columnheader', { name: 'Country' }).waitFor();
    expect(new URL(page.url()).searchParams.has('country')).toBe(false);
    await resize(page, phone);
    await go('by=country&country=BE&device=phone');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('show the share of voice with its definition', async () => {
    await resize(page, wide);
    await page.goto(
      `${world.url}/reports?from=2026-11-20&until=2026-11-22&by=device,brand&show=impressions,shareOfVoicePercent`,
    );
    await page.getByText(/^Share of voice: impressions as a percentage/).waitFor();
    await settle(page);
    const table = page.getByRole('table');
    await table.getByRole('columnheader', { name: 'Share of voice' }).waitFor();
    expect(await table.locator('tfoot td').allTextContents()).toEqual(['50', '100.00%']);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'reports-share-of-voice');
  });
});

async function storeEvents(data: OpenDataWorld, { bookingId, creativeId }: WebWorld['booked']): Promise<void> {
  const ids = Array.from({ length: 50 }, (_, index) => String(index).padStart(32, '0'));
  await data.zones({ 'Europe/Brussels': [1] });
  await data.journal(
    'delivery-9',
    ids.flatMap((id, index) => {
      const of = { bookingId, creativeId, positionId: 1 };
      const impression = openDataEvent({ ...of, eventId: `${id}.0.impression` });
      return index % 10 === 0
        ? [impression, openDataEvent({ ...of, kind: 'click', eventId: `${id}.0.click` })]
        : [impression];
    }),
  );
  await data.export('host-9');
  const rowsFile = join(data.session.folder, 'requests.ndjson');
  const rows = ids.map((id, index) => ({
    id,
    slot: 0,
    atMs: openDataHour,
    positionId: 1,
    bookingId,
    country: index < 30 ? 'BE' : index < 45 ? 'NL' : undefined,
    device: ['phone', 'desktop', 'tablet'][index % 3],
    ...(index < 40 && { viewerKey: String(index % 16).padStart(16, '0') }),
    parameters: { section: [['sports', 'news', 'culture'][index % 3]] },
  }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...data, set: requestSet, rowsFile, stem: 'test' });
  expect(await countHours(data, { merged: new Map(), nowMs: openDataHour + dayMs })).toEqual([]);
}
