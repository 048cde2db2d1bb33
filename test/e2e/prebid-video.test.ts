import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectFaults, launchChromium } from '../support/browser/browser.ts';
import { playAds, playerPage, servePlayer } from '../support/browser/video-player.ts';
import { type BookedVideo, bookVideos } from '../support/fixtures/book-videos.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

type Bid = {
  readonly cpm: number;
  readonly currency: string;
  readonly mediaType: string;
  readonly creativeId: string;
  readonly vastUrl: string;
  readonly vastXml?: string;
  readonly videoCacheKey?: string;
};

const adHost = 'ads-demo.adhese.com';
const pageHost = 'videos.other-site.example';
const videoFile = 'https://media.example/video.webm';

/** Returns a page that plays the bid of Prebid.js, with the given configuration. */
function pageWith(config: object): string {
  return playerPage(
    'player.example',
    `<script src="https://${adHost}/examples/publisher/prebid.js"></script>
<script>
  pbjs.que.push(() => {
    pbjs.setConfig(${JSON.stringify({ bidderTimeout: 5_000, userSync: { syncEnabled: false }, ...config })});
    pbjs.addAdUnits([{
      code: 'player',
      mediaTypes: { video: { context: 'instream', playerSize: [640, 360], mimes: ['video/webm'], protocols: [2, 3, 7, 8] } },
      bids: [{ bidder: 'adhese', params: { account: 'demo', location: '_channel_', format: 'preroll' } }],
    }]);
    pbjs.requestBids({ bidsBackHandler: () => { window.bids = pbjs.getBidResponsesForAdUnitCode('player').bids; } });
  });
</script>`,
  );
}

describe('an unmodified Prebid.js page on another site plays a video ad', () => {
  let placard: RunningPlacard;
  let player: Awaited<ReturnType<typeof servePlayer>>;
  let proxy: TlsProxy;
  let browser: Browser;
  let booked: BookedVideo;

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_DELIVERY_URL: `https://${adHost}` });
    const files = [{ url: 'https://media.example/ad.webm', mime: 'video/webm', width: 640, height: 360 }];
    const creative = { kind: 'video', clickUrl: 'https://harbour.example/', media: { durationMs: 2_000, files } };
    const cpm = { amount: '12.50', currency: 'EUR' };
    const wanted = { location: '_channel_', domain: 'harbour.example', cpm, videos: [{ creative }] };
    booked = (await bookVideos(placard.call, wanted))[0] as BookedVideo;
    player = await servePlayer();
    proxy = await startTlsProxy({
      [adHost]: { port: placard.deliveryPort },
      'player.example': { port: player.port },
      'media.example': {
        file: await readFile(new URL('../support/media/clip.webm', import.meta.url)),
        type: 'video/webm',
      },
      [pageHost]: { html: pageWith({}) },
      [`own-cache.${pageHost}`]: {
        html: pageWith({ adhese: { vastContentAsUrl: false }, cache: { url: `https://${adHost}/cache` } }),
      },
    });
    const to = `127.0.0.1:${proxy.port}`;
    browser = await launchChromium(['*.adhese.com', '*.example'].map((name) => ({ name, to })));
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await player?.close();
    await placard?.close();
  });

  async function open(host: string): Promise<{ readonly page: Page; readonly bid: Bid }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const faults = collectFaults(page);
    await page.goto(`https://${host}/`);
    const bids = await waitUntil('the bids', () =>
      page.evaluate(() => {
        const { bids: received } = window as unknown as { readonly bids?: readonly unknown[] };
        return received === undefined ? null : (JSON.parse(JSON.stringify(received)) as readonly Bid[]);
      }),
    );
    expect(bids).toHaveLength(1);
    // Checked before the player starts, which logs errors about interrupted playback.
    expect(faults).toEqual([]);
    return { page, bid: bids[0] as Bid };
  }

  const report = () => currentTotals(placard.call, `groupBy=booking&bookingId=${booked.bookingId}`);
  const quartiles = (times: number) => ({
    impressions: times,
    clicks: 0,
    events: expect.objectContaining({
      start: times,
      firstQuartile: times,
      midpoint: times,
      thirdQuartile: times,
      complete: times,
    }),
  });

  test('by cachedBodyUrl, and each event is counted once', async () => {
    const { page, bid } = await open(pageHost);
    expect(bid).toMatchObject({ cpm: 12.5, currency: 'EUR', mediaType: 'video', creativeId: String(booked.adId) });
    expect(bid.vastUrl).toMatch(new RegExp(`^https://${adHost}/content/[0-9a-f-]{36}\\?pb_uuid=\\w+$`));
    const toAds = proxy.requests.filter(({ host, path }) => host === adHost && path === '/json');
    expect(toAds.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    const played = await playAds(page, [bid.vastUrl], videoFile);
    expect(played.map(({ outcome }) => outcome)).toEqual(['shown']);
    expect(await report()).toMatchObject(quartiles(1));
    await page.close();
  });

  test("by Prebid's own call of the cache", async () => {
    const { page, bid } = await open(`own-cache.${pageHost}`);
    expect(bid.vastUrl).toBe(`https://${adHost}/cache?uuid=${bid.videoCacheKey}`);
    expect(bid.vastXml).toContain('<InLine>');
    const puts = proxy.requests.filter(({ host, path }) => host === adHost && path === '/cache');
    expect(puts.map(({ method }) => method)).toEqual(['POST']);
    const played = await playAds(page, [bid.vastUrl], videoFile);
    expect(played.map(({ outcome }) => outcome)).toEqual(['shown']);
    expect(await report()).toMatchObject(quartiles(2));
    await page.close();
  });
});
