import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildVideoAd } from '../../src/core/vast/build-video-ad.ts';
import { type VastVersion, vastVersions } from '../../src/core/vast/vast-version.ts';
import type { VideoCreative } from '../../src/core/vast/video-creative.ts';
import { pairwiseRows } from '../proof/vast/pairwise.ts';
import { asFarAsIabReads, readByIab } from '../proof/vast/read-by-iab.ts';
import { asFarAsVastClientReads, readByVastClient } from '../proof/vast/read-by-vast-client.ts';
import { meaningOf } from '../proof/vast/vast-meaning.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { type Played, playAds, playerPage, servePlayer } from '../support/browser/video-player.ts';
import { type BookedVideo, bookVideos } from '../support/fixtures/book-videos.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type VideoVariant, videoFactors, videoVariant } from '../support/media-files/video-variants.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const adHost = 'ads.example';
const deliveryUrl = `https://${adHost}`;
const location = '_channel_';
/** Destination of a wrapped ad: the first position, requested as from another ad server. */
const foreignVast = `https://other.example/ad/sl${location}-preroll/?c=[CACHEBUSTING]`;
const plain = Object.fromEntries(Object.entries(videoFactors).map(([name, [first]]) => [name, first])) as VideoVariant;
const rows = [plain, ...pairwiseRows(videoFactors)];
const quartiles = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

type VideoSource = BookedVideo & {
  readonly creative: VideoCreative & { readonly name: string; readonly clickUrl: string | null };
};

describe('video ads with every pair of options, in every version of VAST', () => {
  let placard: RunningPlacard;
  let player: Awaited<ReturnType<typeof servePlayer>>;
  let proxy: TlsProxy;
  let browser: Browser;
  let videoFiles: readonly VideoSource[];

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_DELIVERY_URL: deliveryUrl });
    const booked = await bookVideos(placard.call, {
      location,
      domain: 'harbour.example',
      cpm: { amount: '12.50', currency: 'EUR' },
      videos: rows.map((row) => videoVariant(row, foreignVast)),
    });
    videoFiles = await Promise.all(
      booked.map(async (one) => {
        const { body } = await placard.call('GET', `/api/v1/creatives/${one.creativeId}`);
        return { ...one, creative: body as VideoSource['creative'] };
      }),
    );
    player = await servePlayer();
    const media = async (name: string) => ({
      file: await readFile(new URL(`../support/media/${name}.webm`, import.meta.url)),
      type: 'video/webm',
    });
    proxy = await startTlsProxy({
      [adHost]: { port: placard.deliveryPort },
      'other.example': { port: placard.deliveryPort },
      'player.example': { port: player.port },
      'media.example': await media('clip'),
      'sound.example': await media('sound'),
      'videos.site.example': { html: playerPage('player.example') },
    });
    browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await player?.close();
    await placard?.close();
  });

  test.each(vastVersions)('two parsers read VAST %s with the intended meaning', async (version) => {
    for (const [index, videoFile] of videoFiles.entries()) {
      const answer = await fetch(`${placard.deliveryUrl}/ad/sl${videoFile.slotName}/?vastVersion=${version}`);
      const xml = (await answer.text()).replaceAll(/\/II[\w-]{60,}/g, '/IItoken');
      const named = xml.replace(/<AdServingId>[\w-]{60,}</, '<AdServingId>token<');
      const position = /\/sl(\d+)\/IItoken/.exec(xml)?.[1] ?? '';
      const expected = meaningOf(adOf(videoFile, rows[index] as VideoVariant, position), version);
      expect(readByVastClient(named).meaning, JSON.stringify(rows[index])).toEqual(asFarAsVastClientReads(expected));
      expect(readByIab(named).meaning, JSON.stringify(rows[index])).toEqual(asFarAsIabReads(expected));
    }
  });

  test('a real player shows all of them, and each event is counted once', { timeout: 400_000 }, async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto('https://videos.site.example/');
    const urls = videoFiles.flatMap(({ slotName }) =>
      vastVersions.map((version: VastVersion) => `${deliveryUrl}/ad/sl${slotName}/?vastVersion=${version}`),
    );
    const played = await playAds(page, urls, 'https://media.example/video.webm', 8);
    expect(notShown(played)).toEqual([]);
    const called = proxy.requests.filter(({ path }) => path.startsWith('/track/')).map(({ path }) => path);
    for (const event of quartiles) {
      const calls = called.filter((path) => new RegExp(`^/track/\\d+-${event}/`).test(path));
      expect(calls.length, event).toBe(new Set(calls).size);
    }
    const wrapped = rows.filter(({ kind }) => kind === 'vast').length;
    for (const [index, { bookingId }] of videoFiles.entries()) {
      // The first ad was also shown by each wrapper.
      const times = vastVersions.length * (index === 0 ? 1 + wrapped : 1);
      const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
      expect(totals, JSON.stringify(rows[index])).toMatchObject({
        impressions: times,
        clicks: 0,
        events: Object.fromEntries(quartiles.map((event) => [event, times])),
      });
      expect(totals.events).not.toHaveProperty('error');
    }
    process.stdout.write(`${played.length} ads played, ${called.length} tracking URLs called\n`);
  });
});

/** Returns the ad that the document of this creative should describe, with `token` for the signed part. */
function adOf(videoFile: VideoSource, row: VideoVariant, position: string) {
  const { creative, adId, creativeId } = videoFile;
  const trackingPath = `sl${position}/IItoken`;
  const click = `${deliveryUrl}/raylene/${trackingPath}/ad${adId}-${creativeId}/UR`;
  const target = creative.clickUrl;
  return buildVideoAd(creative, {
    adId: String(adId),
    creativeId: String(creativeId),
    name: creative.name,
    mediaType: row.kind === 'audio' ? 'audio' : 'video',
    servingId: 'token',
    addresses: {
      event: (name) => `${deliveryUrl}/track/${adId}${name === null ? '' : `-${name}`}/${trackingPath}/`,
      click,
      clickThrough: target === null ? null : click + target,
      target,
    },
  });
}

function notShown(played: readonly Played[]): readonly Played[] {
  return played.filter(({ outcome }) => outcome !== 'shown');
}
