import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { readReport } from '../../src/management/insight/report/read-report.ts';
import { readChains } from '../../src/management/insight/screen/read-chains.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts';
import { archiveList } from '../../src/platform/files/archive-list.ts';
import { openFolderStore } from '../../src/platform/files/folder-store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { html5SetOf } from '../../src/platform/media/html5-set.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { testSequences } from '../support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { videoCreative } from '../support/database/video-rows.ts';
import { writeZip } from '../support/media-files/write-zip.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../support/server/test-delivery.ts';

const host = 'ads.example';
const creativeHost = 'creatives.example';
/** 06:00 in Brussels. */
const morningMs = Date.parse('2027-03-03T05:00:00Z');
const midnightMs = Date.parse('2027-03-03T23:00:00Z');
const slotSeconds = 60;
/** Plays of a loop: an image, an HTML5 archive and markup, or a video three times. */
const loopSlots = 3;
const html5Files = [
  { name: 'images/one.png', colour: '#a33' },
  { name: 'images/two.png', colour: '#3a3' },
] as const;
const html5Page = `<!doctype html><html><head><meta name="ad.size" content="width=728,height=90">
  <link rel="stylesheet" href="style.css"></head>
  <body><p id="kind">HTML5</p><img id="one" src="images/one.png"><script src="script.js"></script></body></html>`;
const html5Script = `const two = new Image();
  two.id = 'two';
  two.src = 'images/two.png';
  document.body.append(two);
  fetch('data.json').then((response) => response.json()).then(({ offer }) => { document.body.dataset.offer = offer; });`;
const waitMs = 60_000;
let testDatabase: TestDatabase;
let open: OpenDatabase;
let delivery: TestDelivery;
let browser: Browser;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 2 });
  // One address of two names, as in production.
  delivery = await startTestDelivery(snapshotRows(), { creativeOrigin: `http://${creativeHost}` });
  await delivery.publish(rowsOf(await storedFiles(delivery.dataFolder)));
  const to = delivery.base.replace('http://', '');
  // Service workers require a secure context, which a real screen has by TLS.
  browser = await launchChromium(
    [
      { name: host, to },
      { name: creativeHost, to },
    ],
    [`--unsafely-treat-insecure-origin-as-secure=http://${host}`],
  );
});
afterAll(async () => {
  await browser?.close();
  await delivery?.close();
  await open?.kysely.destroy();
  await testDatabase?.close();
});

type Paths = { readonly image: string; readonly video: string; readonly html5: string };

async function storedFiles(folder: string): Promise<Paths> {
  const store = openFolderStore(folder);
  const poster = await store.store(await picture('#33a'), 'poster.png');
  const video = await store.store(await readFile(new URL('../support/media/clip.webm', import.meta.url)), 'clip.webm');
  const images = await Promise.all(
    html5Files.map(async ({ name, colour }) => ({ path: name, content: await picture(colour) })),
  );
  const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });
  const zip = writeZip([
    ...images,
    text('index.html', html5Page),
    text('script.js', html5Script),
    text('style.css', 'body { background-image: url("images/two.png") }'),
    text('data.json', '{"offer": "half price"}'),
  ]);
  const set = await html5SetOf(zip, { width: 728, height: 90, maxBytes: null, isClicked: false });
  for (const { name, content } of [archiveList(set.files), ...set.files]) {
    await store.store(content, name, { area: 'html5', under: set.under });
  }
  return { image: poster.path, video: video.path, html5: `html5/${set.under}/${set.page}` };
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 728, height: 90, channels: 3, background } })
    .png()
    .toBuffer();
}

/**
 * Returns a screen with two positions: one with an image, an HTML5 archive and markup, one for video. Each has a loop
 * with one booking for each creative.
 */
function rowsOf({ image, video, html5 }: Paths): SnapshotRows {
  const rows = snapshotRows();
  const loop = { loopSeconds: loopSlots * slotSeconds, slotSeconds, openingHours: [] };
  const [file] = videoCreative().media?.files ?? [];
  const clip = { ...file, url: `http://${host}/${video}`, mime: 'video/webm', bytes: null };
  const html = `<p id="kind">Markup</p><img src="http://${host}/${image}">`;
  const creatives = [
    { file: { path: image, mime: 'image/png' } },
    { kind: 'html5', file: { path: html5, mime: 'text/html' } },
    { kind: 'html', file: null, html },
    { kind: 'video', formatId: 3, file: null, video: videoCreative({}, { files: [clip] } as never) },
  ];
  const inventory = { ...bookingRow().inventory, positionIds: [10, 13] };
  return {
    ...rows,
    locations: [{ ...rows.locations[0], kind: 'screen', loop }],
    formats: [...rows.formats, { id: 3, code: 'clip', width: null, height: null, mediaType: 'video' }],
    positions: [...rows.positions, { id: 13, locationId: 1, formatId: 3, slotName: '_home_-clip' }],
    bookings: creatives.map((_, index) =>
      bookingRow({ id: 6 + index, inventory }, { id: 1000 + index, creativeId: 7 + index }),
    ),
    creatives: creatives.map((creative, index) => creativeRow({ id: 7 + index, ...creative })),
  } as unknown as SnapshotRows;
}

test.each([
  { slot: '_home_-lb', positionId: 10, screen: 'hall-1', kinds: ['HTML5', 'Markup', 'img'] },
  { slot: '_home_-clip', positionId: 13, screen: 'hall-2', kinds: ['video'] },
])(
  'the player downloads $kinds in the morning, plays offline all day, and reports each play once',
  async (expected) => {
    const { slot, positionId, screen, kinds } = expected;
    const eventsBefore = (await delivery.events()).length;
    delivery.setNow(morningMs);
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(waitMs);
    await page.clock.install({ time: morningMs });
    await page.goto(`http://${host}/examples/player/?screen=${screen}&slot=${slot}`);
    await page.locator('#status', { hasText: 'Ready' }).waitFor();
    await page.locator('body[data-played]').waitFor();

    await context.setOffline(true);
    const answers: { url: string; fromWorker: boolean; status: number }[] = [];
    page.on('response', (answer) => {
      answers.push({ url: answer.url(), fromWorker: answer.fromServiceWorker(), status: answer.status() });
    });
    // Simulates a power cut: everything must come from its cache.
    await page.reload();
    await page
      .locator('#status', { hasText: 'Offline' })
      .or(page.locator('#status', { hasText: 'Ready' }))
      .waitFor();
    expect(await kindsOfLoop(page)).toEqual(kinds);
    expect(answers.length).toBeGreaterThan(loopSlots);
    const hoursOfDay = (midnightMs - morningMs) / 3_600_000;
    for (let hour = 0; hour <= hoursOfDay; hour += 1) await page.clock.runFor('01:00:00');
    const plays = (hoursOfDay * 3_600) / slotSeconds;
    await page.locator(`body[data-played="${plays}"]`).waitFor();
    expect(await page.locator('#screen > *').count()).toBe(0);
    expect((await delivery.events()).length).toBe(eventsBefore);
    // The content of pages and of their files comes from memory, everything else from the service worker.
    const requested = answers.filter(({ url }) => url.startsWith('http'));
    expect(requested.filter(({ fromWorker, status }) => !fromWorker || status >= 300)).toEqual([]);

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
    const report = await readReport(sources, { groupBy: ['position', 'booking', 'hour'] }, { reach: 'everything' });
    const rows = report.rows.filter((row) => row.positionId === positionId);
    const bookings = kinds.length;
    expect(report.totals.filtered).toEqual({});
    expect(rows.length).toBe(bookings * hoursOfDay);
    expect(rows.every(({ impressions }) => impressions === 3_600 / slotSeconds / bookings)).toBe(true);
    const [chain] = (await readChains(open.kysely, positionId)).get(screen) ?? [];
    expect(chain).toMatchObject({ records: plays, headSequence: plays, findings: [] });
    const sum = rows.reduce((all, { impressions }) => all + impressions, 0);
    process.stdout.write(
      `${screen}: ${plays} plays offline, ${requested.length} responses from the cache, ${sum} impressions counted\n`,
    );
    await context.close();
  },
);

/** Plays one loop, and checks the content of each ad. Returns the kinds of ads. */
async function kindsOfLoop(page: Page): Promise<readonly string[]> {
  const kinds = new Set<string>();
  for (let play = 0; play < loopSlots; play += 1) {
    const ad = page.locator('#screen > *');
    await ad.waitFor();
    const name = await ad.evaluate((element) => element.localName);
    kinds.add(name === 'iframe' ? await kindOfFrame(page) : name);
    await page.clock.runFor(slotSeconds * 1_000);
  }
  return [...kinds].sort();
}

async function kindOfFrame(page: Page): Promise<string> {
  const frame = page.frameLocator('#screen > iframe');
  const kind = (await frame.locator('#kind').textContent()) ?? '';
  const widths = () => frame.locator('img').evaluateAll(loadedImages);
  await expect.poll(widths).toEqual(kind === 'HTML5' ? [728, 728] : [728]);
  if (kind !== 'HTML5') return kind;
  expect(await frame.locator('body[data-offer]').getAttribute('data-offer')).toBe('half price');
  const background = await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundImage);
  expect(background).toMatch(/^url\("blob:/);
  return kind;
}

function loadedImages(images: readonly Element[]): readonly number[] {
  return images.map((image) => (image as HTMLImageElement).naturalWidth);
}
