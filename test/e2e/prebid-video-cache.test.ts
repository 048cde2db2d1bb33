import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeVast } from '../../src/core/vast/write-vast.ts';
import { readByVastClient } from '../proof/vast/read-by-vast-client.ts';
import { meaningOf } from '../proof/vast/vast-meaning.ts';
import { videoAd } from '../proof/vast/video-ad-options.ts';
import { collectFaults, launchChromium } from '../support/browser/browser.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

type Bid = { readonly vastUrl: string; readonly vastXml: string; readonly videoCacheKey: string };

const adHost = 'ads-demo.adhese.com';
const cacheHost = 'cache.example';
const pageHost = 'news.other-site.example';
const ad = videoAd({
  kind: 'inline',
  skip: 'time',
  files: 'many',
  companions: 'many',
  icons: 'many',
  verifications: 'many',
  tracking: 'twice and progress',
  clicks: 'through and tracking',
  texts: 'hostile',
  extras: 'all',
  flags: true,
});
const vast = writeVast(ad, '4.2');

const html = `<!doctype html><title>Player</title><link rel="icon" href="data:,">
<script src="https://${cacheHost}/examples/publisher/prebid.js"></script>
<script>
  pbjs.que.push(() => {
    pbjs.setConfig({ bidderTimeout: 5000, cache: { url: 'https://${cacheHost}/cache' }, userSync: { syncEnabled: false } });
    pbjs.addAdUnits([{
      code: 'player',
      mediaTypes: { video: { context: 'instream', playerSize: [640, 360], mimes: ['video/mp4'], protocols: [2, 3, 7, 8] } },
      bids: [{ bidder: 'adhese', params: { account: 'demo', location: '_news_', format: 'preroll' } }],
    }]);
    pbjs.requestBids({ bidsBackHandler: () => { window.bids = pbjs.getBidResponsesForAdUnitCode('player').bids; } });
  });
</script>`;

describe('an unmodified Prebid.js page uses Placard as its video cache', () => {
  let delivery: TestDelivery;
  let bidder: Server;
  let proxy: TlsProxy;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];
  let bid: Bid;

  beforeAll(async () => {
    delivery = await startTestDelivery();
    bidder = await startBidder();
    proxy = await startTlsProxy({
      [adHost]: { port: (bidder.address() as AddressInfo).port },
      [cacheHost]: { port: Number(new URL(delivery.base).port) },
      [pageHost]: { html },
    });
    const to = `127.0.0.1:${proxy.port}`;
    browser = await launchChromium(['*.adhese.com', '*.example'].map((name) => ({ name, to })));
    page = await browser.newPage();
    faults = collectFaults(page);
    await page.goto(`https://${pageHost}/`);
    const bids = await waitUntil('the bids', () =>
      page.evaluate(() => {
        const { bids: received } = window as unknown as { readonly bids?: readonly Bid[] };
        return received === undefined
          ? null
          : received.map(({ vastUrl, vastXml, videoCacheKey }) => ({ vastUrl, vastXml, videoCacheKey }));
      }),
    );
    expect(bids).toHaveLength(1);
    bid = bids[0] as Bid;
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    bidder?.close();
    await delivery?.close();
  });

  test('by one call from another site without a preflight', () => {
    const calls = proxy.requests.filter(({ host, path }) => host === cacheHost && path.startsWith('/cache'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /cache']);
    expect(bid.videoCacheKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(bid.vastUrl).toBe(`https://${cacheHost}/cache?uuid=${bid.videoCacheKey}`);
    expect(faults).toEqual([]);
  });

  test.each(['include', 'omit'] as const)(
    'and a player gets the document unchanged (credentials: %s)',
    async (credentials) => {
      const got = await page.evaluate(
        async ({ url, mode }) => {
          const answer = await fetch(url, { credentials: mode });
          const text = await answer.text();
          const document = new DOMParser().parseFromString(text, 'application/xml');
          const type = answer.headers.get('content-type');
          return {
            text,
            type,
            root: document.documentElement.nodeName,
            files: document.querySelectorAll('MediaFile').length,
          };
        },
        { url: `${bid.vastUrl}&pb_uuid=1`, mode: credentials },
      );
      expect({ ...got, text: null }).toEqual({
        text: null,
        type: 'application/xml; charset=utf-8',
        root: 'VAST',
        files: 2,
      });
      // Prebid.js has assigned the ad a new ID and rewritten the document. The stored document equals the sent one.
      expect(got.text === bid.vastXml).toBe(true);
      expect({ ...readByVastClient(got.text).meaning, id: ad.id }).toEqual(meaningOf(ad, '4.2'));
      expect(faults).toEqual([]);
    },
  );
});

/** Starts another ad server of this protocol, which responds with a VAST document. */
async function startBidder(): Promise<Server> {
  const answer = {
    slotName: '_news_-preroll',
    slotID: '10',
    adType: 'preroll',
    adFormat: 'preroll',
    origin: 'JERLICIA',
    id: '1000',
    orderId: '5',
    ext: 'advar',
    width: '640',
    height: '360',
    tag: vast,
    extension: { mediaType: 'video', prebid: { cpm: { amount: '2.50', currency: 'USD' } } },
  };
  const server = createServer((request, response) => {
    response.writeHead(200, {
      'access-control-allow-origin': request.headers.origin ?? '',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
      'content-type': 'application/json',
    });
    response.end(request.method === 'POST' ? JSON.stringify([answer]) : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
