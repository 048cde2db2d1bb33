import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath, collectFaults, launchChromium } from '../support/browser/browser.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const require = createRequire(import.meta.url);

/** Event of Prebid.js about a bid. */
type BidWon = {
  readonly bidder: string;
  readonly adUnitCode: string;
  readonly cpm: number;
  readonly currency: string;
  readonly width: number;
  readonly height: number;
  readonly creativeId: string;
  readonly dealId: string;
  readonly meta: { readonly advertiserDomains: readonly string[] };
};

const adHost = 'ads-demo.adhese.com';
const pageHost = 'news.example';
const brandHost = 'harbour-bikes.example';

describe('an unmodified Prebid.js page', () => {
  let placard: RunningPlacard;
  let proxy: TlsProxy;
  let browser: Browser;
  let booked: BookedBanner;
  let page: Page;
  let faults: readonly string[];

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_DELIVERY_URL: `https://${adHost}` });
    booked = await bookOneBanner(placard.call, {
      location: '_thecourier_article_',
      format: { code: 'rectangle', width: 300, height: 250 },
      domain: brandHost,
      clickUrl: `https://${brandHost}/spring?from=rectangle`,
      cpm: { amount: '2.50', currency: 'EUR' },
    });
    proxy = await startTlsProxy({
      [adHost]: { port: placard.deliveryPort },
      [pageHost]: { port: placard.deliveryPort },
      [brandHost]: { html: '<!doctype html><title>Harbour Bikes</title>' },
      'user-sync.adhese.com': { html: '<!doctype html><title>User sync</title>' },
    });
    const to = `127.0.0.1:${proxy.port}`;
    browser = await launchChromium(['*.adhese.com', '*.example'].map((name) => ({ name, to })));
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    faults = collectFaults(page);
    await page.goto(`https://${pageHost}/examples/publisher/prebid.html`);
    await waitUntil('the bid to be won', () =>
      page.evaluate(() => document.querySelector('#ad-rectangle iframe') !== null),
    );
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await placard?.close();
  });

  test('is the package file, byte for byte', async () => {
    const packaged = require.resolve('prebid.js');
    const build = new URL('../../not-for-prod/prebid.js', pathToFileURL(packaged));
    const served = await fetch(`${placard.deliveryUrl}/examples/publisher/prebid.js`);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(build))).toBe(true);
  });

  test('wins the banner bid at the price of the booking', async () => {
    const won = await waitUntil('the event bidWon', async () => {
      const events = await prebidEvents(page, 'bidWon');
      return events.length > 0 ? events : null;
    });
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({
      bidder: 'adhese',
      adUnitCode: 'ad-rectangle',
      cpm: 2.5,
      currency: 'EUR',
      width: 300,
      height: 250,
      creativeId: String(booked.adId),
      dealId: String(booked.campaignId),
      meta: { advertiserDomains: [brandHost] },
    });
    expect(await prebidEvents(page, 'bidderError')).toEqual([]);
  });

  test('renders the creative, decoded and in its own size', async () => {
    const image = bannerLink(page).locator('img');
    await image.waitFor({ state: 'visible' });
    const decoded = await image.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      return { natural: [element.naturalWidth, element.naturalHeight], shown: [element.width, element.height] };
    });
    expect(decoded).toEqual({ natural: [300, 250], shown: [300, 250] });
    await page.screenshot({ path: await artefactPath('prebid.png') });
  });

  test('requests across sites with a preflight, and loads the user sync frame', async () => {
    const toAds = proxy.requests
      .filter(({ host, path }) => host === adHost && path === '/json')
      .map(({ method }) => method);
    expect(toAds).toEqual(['OPTIONS', 'POST']);
    await waitUntil('the user sync', () => proxy.requests.some(({ host }) => host === 'user-sync.adhese.com'));
    expect(faults).toEqual([]);
  });

  test('counts exactly one impression, also when its URL is requested again', async () => {
    const query = `groupBy=booking&bookingId=${booked.bookingId}`;
    const tracked = await waitUntil('the impression', () =>
      proxy.requests.find(({ host, path }) => host === adHost && path.startsWith('/track/')),
    );
    expect(await currentTotals(placard.call, query)).toMatchObject({ impressions: 1, clicks: 0, filtered: {} });
    const again = await fetch(`${placard.deliveryUrl}${tracked.path}`);
    expect([again.status, again.headers.get('content-type')]).toEqual([200, 'image/gif']);
    const filtered = { duplicate: { impression: 1 } };
    expect(await currentTotals(placard.call, query)).toMatchObject({ impressions: 1, clicks: 0, filtered });
  });

  test('redirects a click to the brand and counts it', async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), bannerLink(page).click()]);
    await popup.waitForURL(`https://${brandHost}/spring?from=rectangle`);
    expect(await popup.title()).toBe('Harbour Bikes');
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${booked.bookingId}`);
    expect(totals).toMatchObject({ impressions: 1, viewables: 0, clicks: 1, events: {} });
  });
});

/** Prebid.js writes a nested frame into the frame of the page. */
function bannerLink(page: Page): Locator {
  return page.frameLocator('#ad-rectangle iframe').frameLocator('iframe').locator('a');
}

/** Returns all events of one kind that Prebid.js has reported. */
async function prebidEvents(page: Page, kind: string): Promise<readonly BidWon[]> {
  return page.evaluate((wanted) => {
    type Recorded = { readonly eventType: string; readonly args: unknown };
    const { pbjs } = window as unknown as { readonly pbjs: { readonly getEvents: () => readonly Recorded[] } };
    const events = pbjs.getEvents().filter(({ eventType }) => eventType === wanted);
    // A JSON round trip removes values that cannot be serialized.
    return JSON.parse(JSON.stringify(events.map(({ args }) => args)));
  }, kind);
}
