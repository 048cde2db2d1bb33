import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
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
let proxy: TlsProxy;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const creatives = [creativeRow({ kind: 'html', file: null, html, trackers })];
  const rows = snapshotRows({ creatives, bookings: [bookingRow({ trackers: ofBooking })] });
  delivery = await startTestDelivery(rows, { deliveryUrl: 'https://ads.example' });
  proxy = await startTlsProxy({
    'ads.example': { port: Number(new URL(delivery.base).port) },
    'count.example': { file: Buffer.from('GIF89a'), type: 'image/gif' },
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
