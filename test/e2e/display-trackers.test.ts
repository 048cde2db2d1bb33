import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveList } from '../../src/platform/files/archive-list.ts';
import { openFolderStore } from '../../src/platform/files/folder-store.ts';
import { html5SetOf } from '../../src/platform/media/html5-set.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { writeZip } from '../support/media-files/write-zip.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../support/server/test-delivery.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const trackers = {
  impression: ['https://count.example/impression?cb=[CACHEBUSTING]'],
  viewable: ['https://count.example/viewable'],
  click: ['https://count.example/click'],
};
/** The booking has the click URL of the creative too, which is called once. */
const ofBooking = {
  impression: ['https://count.example/booking/impression?slot=[adheseReplace:SL]'],
  viewable: ['https://count.example/booking/viewable'],
  click: ['https://count.example/click', 'https://count.example/booking/click'],
};
const html = '<a href="[clickUrl]" target="_blank" style="display:block;width:728px;height:90px">Offer</a>';
const placardTag = `<script>placard = [(tag) => tag.configure({ parameters: { tl: ['CONSENT'] } })]</script>
  <script async src="https://ads.example/placard.js"></script>
  <div data-placard="_home_-lb"></div>`;
const scriptTag = '<script src="https://ads.example/ad/sl_home_-lb/tlCONSENT/"></script>';

let delivery: TestDelivery;
let rows: ReturnType<typeof snapshotRows>;
let proxy: TlsProxy;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const creatives = [creativeRow({ kind: 'html', file: null, html, trackers })];
  rows = snapshotRows({ creatives, bookings: [bookingRow({ trackers: ofBooking })] });
  const hosts = { deliveryUrl: 'https://ads.example', creativeOrigin: 'https://creatives.example' };
  delivery = await startTestDelivery(rows, hosts);
  proxy = await startTlsProxy({
    'ads.example': { port: Number(new URL(delivery.base).port) },
    'creatives.example': { port: Number(new URL(delivery.base).port) },
    'count.example': { file: Buffer.from('GIF89a'), type: 'image/gif' },
    'untouched.example': { html: `<!doctype html><title>Page</title>${scriptTag.replace('CONSENT', 'all')}` },
    'shop.example': { html: '<!doctype html><title>Shop</title>' },
    'page.example': { html: '<!doctype html><title>Page</title><link rel="icon" href="data:,">' },
  });
  browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await delivery?.close();
});

const calledSince = (before: number) =>
  proxy.requests
    .slice(before)
    .filter(({ host }) => host === 'count.example')
    .map(({ path }) => path.replace(/\?.*/, ''))
    .sort();

/** Returns the paths of the trackers of these events, of the creative and of the booking. */
function calls(...events: readonly string[]): readonly string[] {
  return events.flatMap((event) => [`/${event}`, `/booking/${event}`]).sort();
}

async function open(markup: string): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.setDefaultTimeout(10_000);
  await page.goto('https://page.example/');
  await page.setContent(`<!doctype html><title>Page</title><body style="margin:0">${markup}`);
}

test.each([
  ['the Placard tag', placardTag],
  ['the script tag', scriptTag],
])('%s calls each third-party tracker of creative and booking once for a viewer who consents', async (name, tag) => {
  const before = proxy.requests.length;
  await open(tag.replace('CONSENT', 'all'));
  const ad = name === 'the Placard tag' ? page.frameLocator('iframe').locator('a') : page.locator('a');
  await ad.waitFor();
  await expect.poll(() => calledSince(before), { timeout: 6_000 }).toEqual(calls('impression', 'viewable'));
  await ad.click();
  await expect.poll(() => calledSince(before), { timeout: 6_000 }).toEqual(calls('impression', 'viewable', 'click'));
  await page.waitForTimeout(1_500);
  expect(calledSince(before)).toEqual(calls('impression', 'viewable', 'click'));
  await page.close();
});

test.each([
  ['the Placard tag', placardTag],
  ['the script tag', scriptTag],
])('%s calls no third party without consent', async (name, tag) => {
  const before = proxy.requests.length;
  await open(tag.replace('CONSENT', 'none'));
  const ad = name === 'the Placard tag' ? page.frameLocator('iframe').locator('a') : page.locator('a');
  await ad.click();
  await page.waitForTimeout(1_500);
  expect(calledSince(before)).toEqual([]);
  await page.close();
});

test('an ad that is not visible for a second is not viewable for third parties either', async () => {
  const before = proxy.requests.length;
  await open(`${scriptTag.replace('CONSENT', 'all')}<div style="height:3000px"></div>`);
  await page.locator('a').waitFor();
  await page.evaluate('scrollTo(0, 2000)');
  await page.waitForTimeout(1_500);
  expect(calledSince(before)).toEqual(calls('impression'));
  await page.evaluate('scrollTo(0, 0)');
  await expect.poll(() => calledSince(before), { timeout: 6_000 }).toEqual(calls('impression', 'viewable'));
  await page.close();
});

/** Returns the rows with an HTML5 creative, whose files are in the store. */
async function html5Rows(content: string): Promise<typeof rows> {
  const upload = writeZip([{ path: 'index.html', content: `<!doctype html><title>clickTag</title>${content}` }]);
  const set = await html5SetOf(upload, { width: 728, height: 90, maxBytes: null, isClicked: true });
  const store = openFolderStore(delivery.dataFolder);
  for (const { name, content: bytes } of [archiveList(set.files), ...set.files]) {
    await store.store(bytes, name, { area: 'html5', under: set.under });
  }
  const file = { path: `html5/${set.under}/${set.page}`, mime: 'text/html' };
  return { ...rows, creatives: [creativeRow({ kind: 'html5', file, trackers })] };
}

const opened = 'style="display:block;height:90px">Offer</a>';

describe('the click of an HTML5 creative, in a frame of another origin', () => {
  afterAll(() => delivery.publish(rows));

  const link = `<a href="javascript:window.open(window.clickTag)" ${opened}`;
  const report = "parent.postMessage('placard:click', '*')";
  const clicksSince = (before: number) => calledSince(before).filter((path) => path.includes('click'));

  test.each([
    ['a link with the code of an export tool', link],
    ['a handler', `<a onclick="event.stopPropagation(); window.open(clickTag)" ${opened}`],
    ['a link to the click URL', `<a id="go" target="_blank" ${opened}<script>go.href = clickTag</script>`],
  ])('by %s calls each click tracker once', async (_how, content) => {
    await delivery.publish(await html5Rows(content));
    for (const tag of [placardTag, scriptTag]) {
      const [before, events] = [proxy.requests.length, (await delivery.events()).length];
      await open(tag.replace('CONSENT', 'all'));
      const outer = tag === placardTag ? page.frameLocator('iframe') : page;
      const popup = page.waitForEvent('popup');
      await outer.frameLocator('iframe').locator('a').click();
      await (await popup).waitForURL('https://shop.example/**');
      await expect.poll(() => clicksSince(before)).toEqual(calls('click'));
      await page.waitForTimeout(300);
      expect(clicksSince(before)).toEqual(calls('click'));
      const counted = (await delivery.events()).slice(events).filter(({ kind }) => kind === 'click');
      expect(counted).toHaveLength(1);
      await page.close();
    }
  });

  test('is not reported before an interaction with the page', async () => {
    await delivery.publish(await html5Rows(`${link}<script>${report}</script>`));
    const before = proxy.requests.length;
    page = await browser.newPage();
    // Without a call of Playwright in the page, which counts as an interaction.
    await page.goto('https://untouched.example/');
    await expect.poll(() => calledSince(before)).toContain('/impression');
    await expect
      .poll(() => proxy.requests.slice(before).some(({ path }) => path.startsWith('/html5/')), { timeout: 6_000 })
      .toBe(true);
    await page.waitForTimeout(500);
    expect(clicksSince(before)).toEqual([]);
    await page.frameLocator('iframe').locator('a').evaluate(report);
    await expect.poll(() => clicksSince(before)).toEqual(calls('click'));
    await page.close();
  });

  test('is not reported by other frames, or without consent', async () => {
    await delivery.publish(await html5Rows(link));
    const before = proxy.requests.length;
    const other = `<iframe id="other" srcdoc="<b>Other</b><script>${report}</script>"></iframe>`;
    await open(scriptTag.replace('CONSENT', 'all') + other);
    await page.frameLocator('iframe[title]').locator('a').waitFor();
    await page.frameLocator('#other').locator('b').evaluate(report);
    await page.waitForTimeout(300);
    expect(clicksSince(before)).toEqual([]);
    await page.close();
    await open(scriptTag.replace('CONSENT', 'none'));
    await page.frameLocator('iframe').locator('a').click();
    await page.waitForTimeout(300);
    expect(clicksSince(before)).toEqual([]);
    await page.close();
  });
});
