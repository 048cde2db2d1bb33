import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { unzipTexts, workbookCells } from '../../support/media-files/read-workbook.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** September to November, by month. The comparison has data in August. */
const months = 'from=2026-09-01&until=2026-11-30&by=campaign,month&show=impressions,ctrPercent,spend';

describe('reports', () => {
  let database: TestDatabase;
  let kysely: Kysely<Database>;
  let world: WebWorld;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    database = await createTestDatabase();
    world = await startWebWorld({ DATABASE_URL: database.url });
    ({ kysely } = openDatabase(database.url, { maxConnections: 2 }));
    const { bookingId, creativeId } = world.booked;
    await sql`insert into delivery_hour
        (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      select day + interval '10 hours', day::date, ${bookingId}, ${creativeId}, 1,
        (extract(month from day) * 100 + extract(day from day))::bigint, 0, extract(month from day)::bigint - 7
      from generate_series('2026-08-01'::timestamptz, '2026-11-30', '5 days') day`.execute(kysely);
    // The last 7 days do not contain today and the eighth day.
    await sql`insert into delivery_hour
        (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      select day + interval '9 hours', day, ${bookingId}, ${creativeId}, 1, impressions, 0, 0
      from (values (0, 7), (2, 40), (7, 300), (8, 5000)) counted (ago, impressions),
        lateral (select (now() at time zone 'Europe/Brussels')::date - ago as day) days`.execute(kysely);
    // The home page reads the sums by day.
    await sql`insert into booking_day (booking_id, local_day, impressions, viewables, clicks)
      select booking_id, local_day, sum(impressions), sum(viewables), sum(clicks) from delivery_hour
      where booking_id = ${bookingId} group by booking_id, local_day`.execute(kysely);
    desk = await world.open('manager');
    ({ page } = desk);
  });
  afterAll(async () => {
    await world?.close();
    await kysely?.destroy();
    await database?.close();
  });

  async function go(path: string, on: Page = page): Promise<void> {
    await on.goto(world.url + path);
    await settle(on);
  }

  const table = () => page.getByRole('table');

  /** Chooses an option of a select. */
  async function choose(label: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await settle(page);
  }

  async function exported(name: string): Promise<Buffer> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ]);
    return await readFile(await download.path());
  }

  test('a report is pivoted, compared, sorted, drilled down and read from its chart', async () => {
    await resize(page, wide);
    await go(`/reports?${months}`);
    await choose('Columns (pivot)', 'Month');
    await table().getByRole('columnheader', { name: 'Total' }).and(page.locator('[aria-sort="descending"]')).waitFor();
    await choose('Comparison', 'Previous period');
    await table().getByRole('columnheader', { name: 'Nov 2026' }).waitFor();
    expect(await table().locator('tfoot th').textContent()).toMatch(/^Total/);
    await table().getByText('Comparison period:').first().waitFor();
    await table().getByRole('button', { name: 'Nov 2026' }).click();
    await table()
      .getByRole('columnheader', { name: 'Nov 2026' })
      .and(page.locator('[aria-sort="descending"]'))
      .waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-=2026-11');
    const chart = page.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('End');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^Nov 2026: /);

    await table()
      .getByRole('button', { name: /^Drill down to/ })
      .first()
      .click();
    await settle(page);
    await table().getByRole('columnheader', { name: 'Booking' }).waitFor();
    const path = page.getByRole('navigation', { name: 'Drill-down path' });
    await path.getByRole('button', { name: 'All' }).click();
    await settle(page);
    await table().getByRole('columnheader', { name: 'Campaign' }).waitFor();
    expect(await path.count()).toBe(0);
    expect(desk.faults).toEqual([]);
  });

  test('home and reports show the same totals for the last 7 days, and only reports with today include it', async () => {
    await resize(page, wide);
    await go('/');
    const figures = page.getByRole('region', { name: 'Key figures' });
    const week = await figures
      .getByText('Impressions, last 7 days')
      .locator('xpath=following-sibling::*[1]')
      .textContent();
    await go('/reports');
    expect(await page.getByRole('combobox', { name: 'Period', exact: true }).inputValue()).toBe('Last 7 days');
    const total = () => table().locator('tfoot td').first().textContent();
    expect(await total()).toBe(week);
    expect(Number(week?.replaceAll(',', ''))).toBeGreaterThanOrEqual(340);
    expect(await table().locator('tfoot th').textContent()).toBe('Total');
    expect(await table().getByText('today so far').count()).toBe(0);

    await choose('Period', 'Today');
    await page.getByText('Today is not complete').waitFor();
    await table()
      .getByRole('rowheader', { name: /\(today so far\)$/ })
      .waitFor();
    expect(await table().locator('tfoot th').textContent()).toBe('Total, including today');
    // A manager sells the ads.
    await table().getByRole('columnheader', { name: 'Revenue (EUR)' }).waitFor();
    expect(desk.faults).toEqual([]);
  });

  test('a report is exported as CSV, workbook, PDF and link, as it is shown', async () => {
    await go(`/reports?${months}&pivot=month&metric=impressions&compare=previous_year`);
    const csv = (await exported('Export CSV')).toString('utf8');
    expect(csv).toContain('2026-09,2026-09: comparison period,2026-09: change');
    expect(csv.trim().split('\r\n').at(-1)).toMatch(/^Total,/);
    const parts = await unzipTexts(await exported('Export Excel'));
    const cells = workbookCells(parts.get('xl/worksheets/sheet1.xml') ?? '');
    expect([...cells.values()].join()).toContain('2026-11: change (%)');
    const pdf = await exported('Export PDF with chart');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    expect(text).toContain('Period: 1 Sept 2026 – 30 Nov 2026');
    expect(text).toContain('Page 1 of 1');
    await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).searchParams.get('pivot')).toBe('month');
  });

  test('a report is saved, shared, opened by an advertiser with own data, changed, duplicated and deleted', async () => {
    await go(`/reports?${months}&pivot=month`);
    await page.getByRole('button', { name: 'Save report' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Campaigns by month');
    await drawer.getByRole('switch').click();
    await drawer.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('heading', { name: 'Campaigns by month' }).waitFor();

    await choose('Comparison', 'Same period last year');
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('menuitem', { name: 'Save changes' }).click();
    await page.getByText('Report saved: Campaigns by month').waitFor();

    const advertiser = await world.open('advertiser');
    await go('/reports/saved', advertiser.page);
    await advertiser.page.getByRole('link', { name: 'Campaigns by month' }).click();
    await advertiser.page.getByRole('table').getByRole('columnheader', { name: 'Nov 2026' }).waitFor();
    expect(new URL(advertiser.page.url()).searchParams.get('compare')).toBe('previous_year');
    await advertiser.context.close();

    await go('/reports/saved');
    const menu = page.getByRole('button', { name: 'Actions for Campaigns by month', exact: true });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('link', { name: 'Copy of Campaigns by month' }).waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete report' }).click();
    await page.getByText('Report deleted: Campaigns by month').waitFor();
    await page.getByRole('link', { name: 'Campaigns by month', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Campaigns by month', exact: true }).waitFor();
  });

  test.each([
    ['a pivot', `/reports?${months}&pivot=month&compare=previous_period&chart=stacked`],
    ['days', '/reports?from=2026-11-01&until=2026-11-30&by=day&compare=previous_period'],
    ['bars', '/reports?from=2026-09-01&until=2026-11-30&by=position&show=impressions&position=1&chart=bar'],
  ])('the page of %s has no accessibility violations and fits a phone', async (name, path) => {
    await resize(page, wide);
    await go(path);
    for (const scheme of ['dark', 'light'] as const) {
      await showBy(page, scheme);
      expect(await violationsOn(page)).toEqual([]);
      await keepPicture(page, `reports-${name.replaceAll(' ', '-')}-${scheme}`);
    }
    await resize(page, phone);
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await keepPicture(page, `reports-${name.replaceAll(' ', '-')}-phone`);
  });
});
