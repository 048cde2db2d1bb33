import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { readReport } from '../../src/management/insight/report/read-report.ts';
import { readChains } from '../../src/management/insight/screen/read-chains.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts';
import { openFolderStore } from '../../src/platform/files/folder-store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { testSequences } from '../support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../support/server/test-delivery.ts';

const host = 'ads.example';
const pagePath = '/examples/player/?screen=hall-1&slot=_home_-lb';
/** 06:00 in Brussels. */
const morningMs = Date.parse('2027-03-03T05:00:00Z');
const midnightMs = Date.parse('2027-03-03T23:00:00Z');
const slotSeconds = 60;
const colours = ['#a33', '#3a3', '#33a'];
const waitMs = 60_000;
let testDatabase: TestDatabase;
let open: OpenDatabase;
let delivery: TestDelivery;
let browser: Browser;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 2 });
  const files = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 728, height: 90, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  delivery = await startTestDelivery();
  const store = openFolderStore(delivery.dataFolder);
  const stored = await Promise.all(files.map((bytes) => store.store(bytes, 'poster.png')));
  await delivery.publish(rowsOf(stored.map(({ path }) => path)));
  const to = delivery.base.replace('http://', '');
  // Service workers require a secure context, which a real screen has by TLS.
  browser = await launchChromium([{ name: host, to }], [`--unsafely-treat-insecure-origin-as-secure=http://${host}`]);
});
afterAll(async () => {
  await browser?.close();
  await delivery?.close();
  await open?.kysely.destroy();
  await testDatabase?.close();
});

/** Returns a screen with a loop of three bookings, each with its own image. */
function rowsOf(paths: readonly string[]): SnapshotRows {
  const rows = snapshotRows();
  const loop = { loopSeconds: 3 * slotSeconds, slotSeconds, openingHours: [] };
  return {
    ...rows,
    locations: [{ ...rows.locations[0], kind: 'screen', loop }],
    bookings: paths.map((_, index) => bookingRow({ id: 6 + index }, { id: 1000 + index, creativeId: 7 + index })),
    creatives: paths.map((path, index) => creativeRow({ id: 7 + index, file: { path, mime: 'image/png' } })),
  } as unknown as SnapshotRows;
}

test('the player downloads in the morning, plays the whole day offline, and reports each play once', async () => {
  delivery.setNow(morningMs);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  await page.clock.install({ time: morningMs });
  await page.goto(`http://${host}${pagePath}`);
  await page.locator('#status', { hasText: 'Ready' }).waitFor();
  await page.locator('body[data-played]').waitFor();

  await context.setOffline(true);
  const answers: { url: string; fromWorker: boolean; status: number }[] = [];
  page.on('response', (answer) => {
    answers.push({ url: answer.url(), fromWorker: answer.fromServiceWorker(), status: answer.status() });
  });
  // Simulates a power cut: everything must come from its cache.
  await page.reload();
  await page.locator('#screen img').waitFor();
  const pictures = answers.filter(({ url }) => url.endsWith('.png'));
  expect(new Set(pictures.map(({ url }) => url)).size).toBe(colours.length);
  expect(answers.length).toBeGreaterThan(colours.length);
  expect(answers.every(({ fromWorker, status }) => fromWorker && status === 200)).toBe(true);

  const hoursOfDay = (midnightMs - morningMs) / 3_600_000;
  for (let hour = 0; hour <= hoursOfDay; hour += 1) await page.clock.runFor('01:00:00');
  const plays = (hoursOfDay * 3_600) / slotSeconds;
  await page.locator(`body[data-played="${plays}"]`).waitFor();
  expect(await page.locator('#screen img').count()).toBe(0);
  expect(await delivery.events()).toEqual([]);

  delivery.setNow(midnightMs + 2 * 3_600_000);
  await context.setOffline(false);
  await page.locator(`body[data-told="${plays}"]`).waitFor();
  // The second reconnect has nothing to report.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.clock.runFor('00:02:00');

  const journalFolder = join(delivery.dataFolder, 'journal');
  const log = createLog({ level: 'silent', name: 'test' });
  await createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log }).shipAll(
    new AbortController().signal,
  );
  const sources = { database: open.kysely, rawReports: null };
  const { totals, rows } = await readReport(sources, { groupBy: ['booking', 'hour'] }, { reach: 'everything' });
  expect(totals).toMatchObject({ impressions: plays, filtered: {} });
  expect(rows.length).toBe(colours.length * hoursOfDay);
  expect(rows.every(({ impressions }) => impressions === 3_600 / slotSeconds / colours.length)).toBe(true);
  const [chain] = (await readChains(open.kysely, 10)).get('hall-1') ?? [];
  expect(chain).toMatchObject({ records: plays, headSequence: plays, findings: [] });
  await context.close();
});
