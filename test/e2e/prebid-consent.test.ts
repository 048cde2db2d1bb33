import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { writeTcfString } from '../support/media-files/write-tcf-string.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { bookingRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const adHost = 'ads-demo.adhese.com';
const pageHost = 'news.other-site.example';

/** Per position, one ad that needs consent, and one that replaces it without consent. */
const ads = { capped: 1001, personalised: 1002, instead: [1003, 1004] };
const booked = (id: number, positionId: number, adId: number, change: object) =>
  bookingRow(
    {
      id,
      inventory: { positionIds: [positionId], locationIds: [], publicationIds: [], publisherIds: [] },
      cpm: { micros: 2_500_000, currency: 'USD' },
      ...change,
    },
    { id: adId },
  );
const rows = snapshotRows({
  positions: [
    { id: 10, locationId: 1, formatId: 1, slotName: '_news_-lb' },
    { id: 11, locationId: 1, formatId: 1, slotName: '_side_-lb' },
  ],
  bookings: [
    booked(1, 10, ads.capped, { caps: [{ scope: 'day', most: 1 }] }),
    booked(2, 11, ads.personalised, { targeting: { fact: 'consent', values: ['granted'] } }),
    ...ads.instead.map((adId, index) => booked(3 + index, 10 + index, adId, { delivery: { method: 'fill' } })),
  ],
});

/** Consent strings of consent platforms. The last one is a string that was case-folded in transit. */
const strings: Readonly<Record<string, string>> = {
  everything: writeTcfString([1, 2, 3, 4, 7], [1]),
  'caps only': writeTcfString([1, 2]),
  nothing: writeTcfString([]),
  mangled: writeTcfString([1, 2, 3, 4, 7], [1]).toLowerCase(),
};

/** GPP strings that a page in the US passes to the adapter as a common target (docs/guide/integrate/consent.md). */
const gppStrings: Readonly<Record<string, string>> = {
  'not opted out': 'DBABLA~BVQqAAAAAgA',
  'opted out': 'DBABLA~CEAQAAAAAABA.QA',
};

/**
 * Page with a consent platform (IAB interface) and a known reader. Enforcement in Prebid.js is disabled, as on sites
 * that leave it to their ad server, so the reader's ID is always sent.
 */
const html = `<!doctype html><title>News</title><link rel="icon" href="data:,">
<script>
  const said = new URLSearchParams(location.search);
  const tcString = ${JSON.stringify(strings)}[said.get('consent')];
  const gpp = ${JSON.stringify(gppStrings)}[said.get('consent')];
  if (tcString) {
    window.__tcfapi = (command, version, callback) => {
      const none = { consents: {}, legitimateInterests: {} };
      callback({ tcString, gdprApplies: true, cmpStatus: 'loaded', eventStatus: 'tcloaded', listenerId: 1, tcfPolicyVersion: 5,
        purpose: none, vendor: none, specialFeatureOptins: {}, publisher: { ...none, restrictions: {} } }, true);
    };
  }
</script>
<script src="https://${adHost}/examples/publisher/prebid.js"></script>
<script>
  const adUnit = (location) => ({
    code: location,
    mediaTypes: { banner: { sizes: [[728, 90]] } },
    bids: [{ bidder: 'adhese', params: { account: 'demo', location, format: 'lb' } }],
  });
  const open = (purpose) => ({ purpose, enforcePurpose: false, enforceVendor: false });
  pbjs.que.push(() => {
    pbjs.setConfig({
      bidderTimeout: 5000,
      userSync: { syncEnabled: false },
      adhese: { globalTargets: { ui: [said.get('reader')], ...(gpp && { gpp: [gpp], gpp_sid: ['7'] }) } },
      ...(tcString && {
        consentManagement: {
          gdpr: { cmpApi: 'iab', timeout: 3000, rules: ['storage', 'basicAds', 'personalizedAds', 'measurement'].map(open) },
        },
      }),
    });
    pbjs.addAdUnits([adUnit('_news_'), adUnit('_side_')]);
    pbjs.requestBids({
      bidsBackHandler: () => {
        window.won = ['_news_', '_side_'].map((code) => pbjs.getBidResponsesForAdUnitCode(code).bids.map((bid) => Number(bid.creativeId)));
      },
    });
  });
</script>`;

let delivery: TestDelivery;
let proxy: TlsProxy;
let browser: Browser;

beforeAll(async () => {
  delivery = await startTestDelivery(rows);
  proxy = await startTlsProxy({ [adHost]: { port: Number(new URL(delivery.base).port) }, [pageHost]: { html } });
  const to = `127.0.0.1:${proxy.port}`;
  browser = await launchChromium(['*.adhese.com', '*.example'].map((name) => ({ name, to })));
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await delivery?.close();
});

/** Returns the ads of both positions for a new reader, and the requests of Prebid.js. */
async function visit(reader: string, consent: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `https://${adHost}/json`) sent.push(request.postData() ?? '');
  });
  await page.goto(`https://${pageHost}/?reader=${reader}&consent=${encodeURIComponent(consent)}`);
  const won = await waitUntil('the bids', () =>
    page.evaluate(() => (window as unknown as { readonly won?: readonly (readonly number[])[] }).won ?? null),
  );
  await context.close();
  const body = JSON.parse(sent[0] ?? '{}') as {
    readonly parameters: { readonly xt?: readonly string[]; readonly ui?: readonly string[] };
  };
  return { won: won.flat(), xt: body.parameters.xt?.[0], reader: body.parameters.ui?.[0] };
}

test('with consent a reader is counted and gets the ads that need consent', async () => {
  const xt = strings['everything'];
  const first = await visit('anna', 'everything');
  expect(first).toEqual({ won: [ads.capped, ads.personalised], xt, reader: 'anna' });
  const second = await visit('anna', 'everything');
  expect(second).toEqual({ won: [ads.instead[0], ads.personalised], xt, reader: 'anna' });
  const other = await visit('bert', 'everything');
  expect(other.won).toEqual([ads.capped, ads.personalised]);
});

test('with consent to purposes 1 and 2 a reader is counted and gets no personalized ads', async () => {
  expect((await visit('cees', 'caps only')).won).toEqual([ads.capped, ads.instead[1]]);
  expect((await visit('cees', 'caps only')).won).toEqual([ads.instead[0], ads.instead[1]]);
});

test.each(['nothing', 'mangled', 'no platform'])(
  'without consent (%s) a reader gets the other ads, although Prebid.js has sent the ID',
  async (consent) => {
    for (let time = 0; time < 2; time += 1) {
      expect(await visit('dora', consent)).toEqual({ won: ads.instead, xt: strings[consent], reader: 'dora' });
    }
  },
);

test('without a consent platform, GPP applies: a reader who has opted out is not counted and gets no personalized ads', async () => {
  expect((await visit('fons', 'not opted out')).won).toEqual([ads.capped, ads.personalised]);
  expect((await visit('gust', 'opted out')).won).toEqual(ads.instead);
});

test('a later refusal applies immediately', async () => {
  expect((await visit('emma', 'everything')).won).toEqual([ads.capped, ads.personalised]);
  expect((await visit('emma', 'nothing')).won).toEqual(ads.instead);
});
