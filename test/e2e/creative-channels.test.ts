import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { archiveList } from '../../src/platform/files/archive-list.ts';
import { openFolderStore } from '../../src/platform/files/folder-store.ts';
import { html5SetOf } from '../../src/platform/media/html5-set.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { playAds, playerPage, servePlayer } from '../support/browser/video-player.ts';
import { foreignVideo, videoCreative } from '../support/database/video-rows.ts';
import { offerFields } from '../support/fixtures/template-format.ts';
import { writeZip } from '../support/media-files/write-zip.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../support/server/test-delivery.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

/** Each kind has a position of its own. Kinds with the same format differ only in their creative. */
const kinds = ['image', 'html', 'html5', 'mraid', 'advar', 'native', 'product', 'video', 'audio', 'vast'] as const;
type Kind = (typeof kinds)[number];
const channels = ['json', 'script', 'tag', 'stack', 'openrtb', 'vast', 'headup', 'playlist', 'preview'] as const;
type Channel = (typeof channels)[number];

/**
 * Result of a channel: the impression of the shown ad was counted once, its files are listed, it was shown without an
 * impression, or the code of the reason in the guide.
 */
type Result = 'counted' | 'listed' | 'shown' | 'data' | 'player' | 'no video' | 'network' | 'other server' | 'app';

const adHost = 'ads.example';
const deliveryUrl = `https://${adHost}`;
const slotOf = (kind: Kind) => `_home_-${kind}`;
const positionOf = (kind: Kind) => 10 + kinds.indexOf(kind);
const bookingOf = (kind: Kind) => 100 + kinds.indexOf(kind);
const creativeOf = (kind: Kind) => 200 + kinds.indexOf(kind);
const mediaTypes: Readonly<Record<Kind, string>> = {
  image: 'banner',
  html: 'banner',
  html5: 'banner',
  mraid: 'banner',
  advar: 'banner',
  native: 'native',
  product: 'native',
  video: 'video',
  audio: 'audio',
  vast: 'video',
};
const forPlayers = (kind: Kind) => ['video', 'audio'].includes(mediaTypes[kind]);

let delivery: TestDelivery;
let player: Awaited<ReturnType<typeof servePlayer>>;
let proxy: TlsProxy;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows(), { deliveryUrl, creativeOrigin: 'https://creatives.example' });
  player = await servePlayer();
  const media = async (name: string) => ({
    file: await readFile(new URL(`../support/media/${name}.webm`, import.meta.url)),
    type: 'video/webm',
  });
  const port = Number(new URL(delivery.base).port);
  proxy = await startTlsProxy({
    [adHost]: { port },
    'creatives.example': { port },
    'player.example': { port: player.port },
    'media.example': await media('clip'),
    'sound.example': await media('sound'),
    'page.example': {
      html: playerPage('player.example', '<script src="https://ads.example/placard.js" async></script>'),
    },
  });
  await delivery.publish(await rowsOf(delivery.dataFolder));
  browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await player?.close();
  await delivery?.close();
});

async function rowsOf(folder: string): Promise<SnapshotRows> {
  const store = openFolderStore(folder);
  const picture = sharp({ create: { width: 728, height: 90, channels: 3, background: '#a33' } });
  const { path } = await store.store(await picture.png().toBuffer(), 'offer.png');
  const zip = writeZip([
    { path: 'index.html', content: '<meta name="ad.size" content="width=728,height=90"><script src="a.js"></script>' },
    { path: 'a.js', content: 'document.title = "HTML5"' },
  ]);
  const set = await html5SetOf(zip, { width: 728, height: 90, maxBytes: null, isClicked: false });
  for (const { name, content } of [archiveList(set.files), ...set.files]) {
    await store.store(content, name, { area: 'html5', under: set.under });
  }
  const file = { path, mime: 'image/png' };
  const images = { photo: { ...file, width: 728, height: 90 } };
  const [first] = videoCreative().media?.files ?? [];
  const own = (host: string) =>
    videoCreative({}, { files: [{ ...first, url: `https://${host}/a.webm`, mime: 'video/webm' }] } as never);
  const contents: Readonly<Record<Kind, object>> = {
    image: { file },
    html: { html: '<b>Offer</b>' },
    mraid: { kind: 'html', html: '<script src="mraid.js"></script><b>Offer</b>' },
    html5: { file: { path: `html5/${set.under}/${set.page}`, mime: 'text/html' } },
    advar: { fields: { headline: 'Offer' }, images },
    native: { fields: { headline: 'Offer' }, images },
    product: { fields: { title: 'Coffee', image: `https://shop.example/coffee.png` }, images: {} },
    video: { video: own('media.example') },
    audio: { video: own('sound.example') },
    vast: { video: foreignVideo(`${deliveryUrl}/ad/sl${slotOf('video')}/`) },
  };
  const template = { templateFields: offerFields };
  const rows = snapshotRows();
  return {
    ...rows,
    locations: [{ ...rows.locations[0], kind: 'screen', loop: { loopSeconds: 60, slotSeconds: 10, openingHours: [] } }],
    formats: kinds.map((kind) => {
      const size = forPlayers(kind) ? { width: null, height: null } : { width: 728, height: 90 };
      const drawn = { ...template, templateHtml: '<b>[field:headline]</b>' };
      const more = kind === 'advar' ? drawn : kind === 'native' ? template : {};
      return { id: positionOf(kind), code: kind, mediaType: mediaTypes[kind], ...size, ...more };
    }),
    positions: kinds.map((kind) => {
      const id = positionOf(kind);
      return { id, locationId: 1, formatId: id, slotName: slotOf(kind) };
    }),
    bookings: kinds.map((kind) => {
      const inventory = { ...bookingRow().inventory, positionIds: [positionOf(kind)] };
      const ad = { id: 1_000 + bookingOf(kind), creativeId: creativeOf(kind) };
      return bookingRow({ id: bookingOf(kind), inventory, cpm: { micros: 2_500_000, currency: 'EUR' } }, ad);
    }),
    creatives: kinds.map((kind) =>
      creativeRow({ id: creativeOf(kind), kind, formatId: positionOf(kind), file: null, ...contents[kind] }),
    ),
  } as unknown as SnapshotRows;
}

test.each(kinds)(
  'a creative of kind %s is shown and counted once in each channel, or the guide has the reason',
  async (kind) => {
    const results: Result[] = [];
    for (const channel of channels) {
      page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.setDefaultTimeout(15_000);
      await page.goto('https://page.example/');
      const before = (await delivery.events()).length;
      const shown = await show[channel](kind);
      if (shown === 'counted') await expectOneImpression(kind, before);
      else expect(await impressionsOf(kind, before), channel).toEqual([]);
      results.push(shown);
      await page.close();
    }
    const guide = await readFile(new URL('../../docs/guide/creatives/channels.md', import.meta.url), 'utf8');
    expect(guide.split('\n').find((line) => line.startsWith(`| ${kind} |`))).toBe(
      `| ${[kind, ...results].join(' | ').replaceAll('counted', '✓')} |`,
    );
  },
);

/**
 * Returns the IDs of the impressions of a kind that count. An ID counts once, however often it is reported. A wrapped
 * video is another ad with its own impression.
 */
async function impressionsOf(kind: Kind, before: number): Promise<readonly string[]> {
  const events = (await delivery.events()).slice(before);
  const ofKind = events.filter((event) => event.kind === 'impression' && event.bookingId === bookingOf(kind));
  expect(ofKind.filter(({ filtered }) => filtered !== null)).toEqual([]);
  return [...new Set(ofKind.map(({ eventId }) => eventId))];
}

async function expectOneImpression(kind: Kind, before: number): Promise<void> {
  await waitUntil('an impression', async () => (await impressionsOf(kind, before)).length > 0);
  // Time for a second one.
  await page.waitForTimeout(200);
  expect(await impressionsOf(kind, before)).toHaveLength(1);
}

type StackAd = {
  readonly impressionCounter: string;
  readonly assets: readonly { readonly video?: { readonly vasttag: string } }[];
};

type JsonAd = { readonly tag: string; readonly impressionCounter: string };

const jsonPath = (kind: Kind) => `/json/sl${slotOf(kind)}/tlall/`;

async function adsAt(path: string): Promise<readonly JsonAd[]> {
  return (await (await fetch(delivery.base + path)).json()) as JsonAd[];
}

async function jsonAd(kind: Kind, path = jsonPath(kind)): Promise<JsonAd> {
  const [ad] = await adsAt(path);
  if (ad === undefined) throw new Error(`No ad of kind ${kind}`);
  return ad;
}

/** Plays a VAST document or the document at a URL. */
async function play(document: string): Promise<void> {
  const url = document.startsWith('https://')
    ? document
    : await page.evaluate((xml) => URL.createObjectURL(new Blob([xml], { type: 'text/xml' })), document);
  const played = await playAds(page, [url], 'https://media.example/video.webm');
  expect(played.map(({ outcome }) => outcome)).toEqual(['shown']);
}

/** Shows markup, or the image of a native ad, and calls its impression URLs once it has loaded. */
async function draw(markup: string, impressionUrls: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ text, urls }) => {
      const element = document.createElement('div');
      element.append(document.createRange().createContextualFragment(text));
      document.body.append(element);
      for (const url of urls) new Image().src = url;
    },
    { text: markup, urls: impressionUrls },
  );
}

/** Returns the markup with which a page draws a native ad. */
function nativeMarkup(text: string): string {
  const content = JSON.parse(text.replaceAll("'", '"')) as Record<string, unknown>;
  const { assets = [] } = (content['native'] ?? content) as { assets?: { img?: { url: string } }[] };
  const image = assets.find(({ img }) => img !== undefined)?.img?.url;
  return `<p>${image === undefined ? 'Ad' : `<img src="${image}">`}</p>`;
}

const show: Readonly<Record<Channel, (kind: Kind) => Promise<Result>>> = {
  async json(kind) {
    if (kind === 'mraid') return (await adsAt(jsonPath(kind))).length === 0 ? 'app' : 'counted';
    const { tag, impressionCounter } = await jsonAd(kind);
    if (forPlayers(kind)) await play(tag);
    else await draw(/^\s*[[{]/.test(tag) ? nativeMarkup(tag) : tag, [impressionCounter]);
    return 'counted';
  },
  async script(kind) {
    if (forPlayers(kind)) return 'player';
    const response = await fetch(`${delivery.base}/ad/sl${slotOf(kind)}/`);
    if (kind === 'mraid' && !(await response.clone().text()).includes('Offer')) return 'app';
    if (!response.headers.get('content-type')?.includes('javascript')) return 'data';
    await page.evaluate(
      (src) => {
        document.body.append(Object.assign(document.createElement('script'), { src }));
      },
      `${deliveryUrl}/ad/sl${slotOf(kind)}/`,
    );
    return 'counted';
  },
  async tag(kind) {
    const outcome = await page.evaluate((slotName) => {
      const slot = document.createElement('div');
      slot.dataset['placard'] = slotName;
      document.body.append(slot);
      return new Promise<string>((resolve) => {
        for (const type of ['placard:impression', 'placard:error', 'placard:empty']) {
          slot.addEventListener(type, () => resolve(type));
        }
      });
    }, slotOf(kind));
    if (outcome === 'placard:impression') return 'counted';
    if (kind === 'mraid' && outcome === 'placard:empty') return 'app';
    expect(outcome).toBe('placard:error');
    return forPlayers(kind) ? 'player' : 'data';
  },
  async stack(kind) {
    const response = await fetch(`${delivery.base}/m/stack/sl${slotOf(kind)}/`);
    const { ads } = (await response.json()) as { ads: { native: StackAd }[] };
    const [ad] = ads;
    if (ad === undefined) return kind === 'mraid' ? 'app' : 'data';
    const { assets, impressionCounter } = ad.native;
    const vast = assets.find(({ video }) => video !== undefined)?.video?.vasttag;
    if (vast !== undefined) await play(vast);
    // The URL of the entry and that of the document are the same impression.
    await draw(nativeMarkup(JSON.stringify(ad.native)), [impressionCounter]);
    return 'counted';
  },
  async openrtb(kind) {
    const medium = forPlayers(kind)
      ? {
          [mediaTypes[kind]]: { mimes: ['video/webm'], protocols: [2, 3, 5, 6, 7, 8], minduration: 1, maxduration: 60 },
        }
      : mediaTypes[kind] === 'native'
        ? { native: { request: JSON.stringify({ ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] }) } }
        : { banner: { w: 728, h: 90, ...(kind === 'mraid' && { api: [5] }) } };
    const imp = { id: 'i1', ...medium, ext: { adhese: { SL: [slotOf(kind)], tl: ['all'] } } };
    const body = JSON.stringify({ id: 'r1', imp: [imp], site: { page: 'https://page.example/' }, cur: ['EUR'] });
    const response = await fetch(`${delivery.base}/openrtb2`, { method: 'POST', body });
    if (response.status === 204) return 'data';
    const { seatbid } = (await response.json()) as { seatbid: { bid: { adm: string }[] }[] };
    const adm = seatbid[0]?.bid[0]?.adm ?? '';
    if (forPlayers(kind)) await play(adm);
    else if (mediaTypes[kind] !== 'native') await draw(adm, []);
    else {
      const content = JSON.parse(adm) as { imptrackers?: string[]; native?: { imptrackers?: string[] } };
      await draw(nativeMarkup(adm), (content.native ?? content).imptrackers ?? []);
    }
    return 'counted';
  },
  async vast(kind) {
    if (!forPlayers(kind)) return 'no video';
    await play(`${deliveryUrl}/ad/sl${slotOf(kind)}/?vastVersion=4.2`);
    return 'counted';
  },
  async headup(kind) {
    const response = await fetch(`${delivery.base}/api/headsup/download-list/sl${slotOf(kind)}`);
    const list = (await response.json()) as { media: unknown[]; excluded: { creativeId: number; reason: string }[] };
    if (list.media.length > 0) return 'listed';
    expect(list.excluded.map(({ creativeId }) => creativeId)).toEqual([creativeOf(kind)]);
    const reason = list.excluded[0]?.reason;
    return reason === 'needs_app' ? 'app' : reason === 'third_party_vast' ? 'other server' : 'network';
  },
  async playlist(kind) {
    const response = await fetch(`${delivery.base}/v1/screens/hall/playlist`, {
      method: 'POST',
      body: JSON.stringify({ slotName: slotOf(kind) }),
    });
    const { entries } = (await response.json()) as { entries: unknown[] };
    if (entries.length === 0) return kind === 'vast' ? 'other server' : kind === 'mraid' ? 'app' : 'network';
    await page.goto(`${deliveryUrl}/examples/player/?screen=hall-${kind}&slot=${slotOf(kind)}`);
    // The next slot starts within 10 seconds, and its play ends 10 seconds later.
    await page.locator('body[data-played="1"]').waitFor({ timeout: 30_000 });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.locator('body[data-told]').waitFor();
    return 'counted';
  },
  async preview(kind) {
    const ad = await jsonAd(kind, `/creatives/preview/json/tag.do?id=${creativeOf(kind)}`);
    if (forPlayers(kind)) await play(ad.tag);
    else await draw(/^\s*[[{]/.test(ad.tag) ? nativeMarkup(ad.tag) : ad.tag, [ad.impressionCounter]);
    await page.waitForTimeout(200);
    return 'shown';
  },
};
