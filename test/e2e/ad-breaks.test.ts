import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vmapFaults } from '../proof/vast/validate-vmap.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { playBreaks, servePlayer } from '../support/browser/video-player.ts';
import { type BookedVideo, bookVideos } from '../support/fixtures/book-videos.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const deliveryUrl = 'https://ads.example';
const content = 'https://content.example/video.webm';
const quartiles = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
const adCount = 3;
const breaks = ['start', '00:00:01', 'end'];

/** A page that fetches VMAP and its pods, plays them in Fluid Player, and displays companions beside the player. */
const page = `<!doctype html><title>Content</title><link rel="icon" href="data:,"><div id="side"></div>
<script type="module">
  import fluidPlayer from 'https://player.example/index.js';
  import { VASTParser, VASTTracker } from 'https://library.example/vast-client.js';
  Object.assign(window, { fluidPlayer, VASTParser, VASTTracker });
</script>`;

/** Returns an ad of two seconds with its own file and two companions. */
function videoOf(index: number) {
  const image = { kind: 'static', url: 'https://image.example/side.png', mime: 'image/png' };
  return {
    creative: {
      kind: 'video',
      clickUrl: 'https://harbour.example/',
      media: {
        durationMs: 2_000,
        files: [{ url: `https://media.example/${index}.webm`, mime: 'video/webm', width: 640, height: 360 }],
      },
      companions: [
        { width: 300, height: 250, resource: image, slotId: 'side' },
        { width: 728, height: 90, resource: image, slotId: 'top' },
      ],
    },
  };
}

describe('ad breaks of a content item', () => {
  let placard: RunningPlacard;
  let player: Awaited<ReturnType<typeof servePlayer>>;
  let proxy: TlsProxy;
  let browser: Browser;
  let booked: readonly BookedVideo[];
  let tab: Page;

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_DELIVERY_URL: deliveryUrl });
    booked = await bookVideos(placard.call, {
      location: '_show_',
      domain: 'harbour.example',
      cpm: { amount: '12.50', currency: 'EUR' },
      videos: Array.from({ length: adCount }, (_, index) => videoOf(index)),
      sharedPosition: '_pod',
    });
    player = await servePlayer();
    const clip = { file: await readFile(new URL('../support/media/clip.webm', import.meta.url)), type: 'video/webm' };
    const library = new URL('../../node_modules/@dailymotion/vast-client/dist/vast-client.min.js', import.meta.url);
    proxy = await startTlsProxy({
      'ads.example': { port: placard.deliveryPort },
      'player.example': { port: player.port },
      'library.example': { file: await readFile(library), type: 'text/javascript' },
      'media.example': clip,
      'content.example': clip,
      'image.example': { file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), type: 'image/svg+xml' },
      'site.example': { html: page },
    });
    browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
    tab = await browser.newPage();
    await tab.goto('https://site.example/');
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await player?.close();
    await placard?.close();
  });

  test('a real player plays the pods of VMAP with their companions, and each event is counted once', {
    timeout: 120_000,
  }, async () => {
    const slotName = booked[0]?.sharedSlotName ?? '';
    const query = `${breaks.map((one) => `break=${one}`).join('&')}&maxseq=${adCount}&poddur=6&max_per_brand=${adCount}`;
    const vmapUrl = `${deliveryUrl}/vmap/sl${slotName}/?${query}&vastVersion=4.2`;
    const vmap = await (await fetch(vmapUrl.replace(deliveryUrl, placard.deliveryUrl))).text();
    expect(vmapFaults(vmap)).toEqual([]);

    const played = await playBreaks(tab, { vmapUrl, content, breaks: breaks.length });
    expect(played.files.filter((file) => file !== content)).toHaveLength(breaks.length * adCount);
    for (let from = 0; from < breaks.length; from += 1) {
      const ads = played.files.filter((file) => file !== content).slice(from * adCount, (from + 1) * adCount);
      expect(new Set(ads).size).toBe(adCount);
    }
    expect(played.companions).toBe(2 * breaks.length * adCount);

    const called = proxy.requests.filter(({ path }) => path.startsWith('/track/')).map(({ path }) => path);
    expect(called.filter((path) => !path.includes('-companionView/'))).toEqual(
      [...new Set(called)].filter((path) => !path.includes('-companionView/')),
    );
    for (const { bookingId } of booked) {
      const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
      expect(totals).toMatchObject({
        impressions: breaks.length,
        clicks: 0,
        events: Object.fromEntries([...quartiles, 'companionView'].map((event) => [event, breaks.length])),
      });
      expect(totals.events).not.toHaveProperty('error');
    }
    process.stdout.write(`${played.files.length} files played, ${called.length} tracking URLs called\n`);
  });
});
