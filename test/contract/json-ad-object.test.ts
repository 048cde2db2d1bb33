import { afterAll, beforeAll, expect, test } from 'vitest';
import { readByAndroid } from './clients/apps-and-pages.ts';
import { readByPrebid } from './clients/prebid-js.ts';
import { readBySdk } from './clients/typescript-sdk.ts';
import { bookedSlots, contractNowMs } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

/*
 * Rows of the table in wire-protocol 3, each tested with every kind of ad: banner, own markup, without a size, native,
 * stack and video.
 */

type Ad = Readonly<Record<string, unknown>>;

let delivery: ContractDelivery;
let body: string;
let ads: readonly Ad[];
/** The same with videos requested by URL, and the content at that URL. */
let byAddress: readonly Ad[];
let kept: string;
/** The ad of `_home_-lb`, complete. */
let first: Ad;
/** The ad of `_home__2-lb`: without a price, with a key and an end. */
let second: Ad;

beforeAll(async () => {
  delivery = await startContractDelivery();
  const answer = await delivery.post(bookedSlots);
  body = answer.body;
  ads = adsIn(answer);
  [first, second] = ads as readonly [Ad, Ad];
  byAddress = adsIn(await delivery.post(bookedSlots, { vastContentAsUrl: true }));
  kept = (await delivery.text(String(byAddress.find(isVideoFile)?.['cachedBodyUrl']))).body;
});
afterAll(() => delivery.close());

const absolute = /^http:\/\/ads\.example\/[^'"\s]+$/;

function everyAd(check: (ad: Ad) => void): void {
  expect(ads).toHaveLength(bookedSlots.length);
  for (const ad of ads) check(ad);
}

/** None of the ads has these fields. Clients depend on their absence, and an empty text has another meaning. */
function isAbsent(...fields: readonly string[]): void {
  everyAd((ad) => expect(fields.filter((field) => field in ad)).toEqual([]));
}

/** Returns the field of each ad, null where it is absent. */
function each(field: string): readonly unknown[] {
  return ads.map((ad) => ad[field] ?? null);
}

function isVideoFile({ slotName }: Ad): boolean {
  return slotName === '_film_-preroll';
}

/** Checks by row of the table. */
const rows: Readonly<Record<string, () => void>> = {
  slotName: () => expect(ads.map((ad) => ad['slotName'])).toEqual(bookedSlots),
  slotID: () => expect(ads.map((ad) => ad['slotID'])).toEqual(bookedSlots.map((_, index) => String(10 + index))),
  adType: () => everyAd((ad) => expect(ad['adType']).toBe(String(ad['slotName']).split('-').at(-1))),
  origin: () => everyAd((ad) => expect(ad['origin']).toBe('JERLICIA')),
  originInstance: () => isAbsent('originInstance'),
  originData: () => everyAd((ad) => expect(ad['originData']).toEqual({})),
  adFormat: () => everyAd((ad) => expect(ad['adFormat']).toBe(ad['adType'])),
  id: () => expect(ads.map((ad) => ad['id'])).toEqual(bookedSlots.map((_, index) => String(1_000 + index))),
  libId: () => expect(ads.map((ad) => ad['libId'])).toEqual(bookedSlots.map((_, index) => String(70 + index))),
  orderId: () => everyAd((ad) => expect(ad['orderId']).toBe('5')),
  adspaceId: () => expect(ads.map((ad) => ad['adspaceId'])).toEqual(bookedSlots.map((_, index) => String(60 + index))),
  adspaceKey: () => expect([first['adspaceKey'], second['adspaceKey']]).toEqual([undefined, 'ext-12']),
  advertiserId: () => everyAd((ad) => expect(ad['advertiserId']).toBe('3')),
  'orderName, creativeName, orderProperty, comment, altText, share, deliveryMultiples, deliveryGroupId': () => {
    isAbsent('orderProperty', 'comment', 'share', 'deliveryMultiples', 'deliveryGroupId');
    expect(first).toMatchObject({ orderName: 'Été 2026', creativeName: 'Banner', altText: "It's an offer" });
    expect(Object.keys(second)).not.toContain('altText');
  },
  priority: () => everyAd((ad) => expect(ad['priority']).toBe('5')),
  tag: () => {
    everyAd((ad) => expect(String(ad['tag']).length).toBeGreaterThan(10));
    expect(first['tag']).toMatch(
      /^<a href="http:\/\/ads\.example\/raylene\/[^"]+"[^>]*><img src="http:\/\/ads\.example\/media\//,
    );
    const slots = readBySdk(body);
    const unrendered = [...slots].filter(([, slot]) => !slot.isRendered).map(([name]) => name);
    expect(unrendered).toEqual(['_home_-stack']);
  },
  body: () => everyAd((ad) => expect(ad['body']).toBe(ad['ext'] === 'js' ? ad['tag'] : undefined)),
  ext: () => expect(ads.map((ad) => ad['ext'])).toEqual(['png', 'png', 'js', 'js', 'png', 'stack', 'advar', 'png']),
  'width, height': () => {
    expect([first['width'], first['height']]).toEqual(['728', '90']);
    expect(each('width')).toEqual(['728', '728', '160', null, '600', '600', '640', '728']);
    expect(each('height')).toEqual(['90', '90', '600', null, '400', '400', '360', '90']);
  },
  widthLarge: () => isAbsent('widthLarge', 'heightLarge'),
  adDuration: () => expect(each('adDuration')).toEqual(ads.map((ad) => (isVideoFile(ad) ? '15' : null))),
  impressionCounter: () => everyAd((ad) => expect(ad['impressionCounter']).toMatch(absolute)),
  tracker: () => everyAd((ad) => expect(ad['tracker']).toBe(ad['impressionCounter'])),
  additionalTracker: () => isAbsent('additionalTracker'),
  viewableImpressionCounter: () => everyAd((ad) => expect(ad['viewableImpressionCounter']).toMatch(absolute)),
  'trackedImpressionCounter, trackingUrl, clickTag, url, tagUrl, poolPath, swfSrc, sfSrc, additionalCreativeTracker':
    () =>
      everyAd((ad) => {
        for (const field of ['clickTag', 'url'])
          expect(ad[field], field).toMatch(/^http:\/\/ads\.example\/raylene\/.+\/UR$/);
        for (const field of ['trackedImpressionCounter', 'trackingUrl', 'tagUrl', 'poolPath', 'swfSrc', 'sfSrc'])
          expect(ad[field], field).toBeUndefined();
      }),
  additionalViewableTracker: () => isAbsent('additionalViewableTracker'),
  'adspaceStart, adspaceEnd, timeStamp': () => {
    expect(second).toMatchObject({
      adspaceStart: '1700000000000',
      adspaceEnd: '1900000000000',
      timeStamp: String(contractNowMs),
    });
    expect(Object.keys(first)).not.toContain('adspaceEnd');
  },
  'auctionable, preview': () => isAbsent('auctionable', 'preview'),
  renderMode: () => isAbsent('renderMode'),
  extension: () =>
    expect(ads.map((ad) => (ad['extension'] as { mediaType: string }).mediaType)).toEqual(
      bookedSlots.map((name) => (name === '_film_-preroll' ? 'video' : 'banner')),
    ),
  'extension.prebid.cpm': () => {
    expect(first['extension']).toEqual({ mediaType: 'banner', prebid: { cpm: { amount: '2.50', currency: 'EUR' } } });
    expect(second['extension']).toEqual({ mediaType: 'banner' });
    const unit = (slotName: string) => ({ slotName, mediaType: 'banner' as const, sizes: [[728, 90]] as const });
    const bids = readByPrebid(body, [unit('_home_-lb'), unit('_home__2-lb')]);
    expect(bids).toMatchObject([
      { cpm: 2.5, currency: 'EUR' },
      { cpm: 0, currency: 'USD' },
    ]);
  },
  cachedBodyUrl: () => {
    isAbsent('cachedBodyUrl');
    const videoFile = byAddress.find(isVideoFile);
    expect(videoFile?.['tag']).toBe('');
    expect(videoFile?.['cachedBodyUrl']).toMatch(
      /^http:\/\/ads\.example\/content\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
    expect(kept).toMatch(/^<\?xml[^>]*\?><VAST version="3\.0"><Ad id="1006">/);
    expect(kept).toContain(`<Impression><![CDATA[${videoFile?.['impressionCounter']}]]></Impression>`);
    const others = byAddress.filter((ad) => !isVideoFile(ad));
    expect(others.map((ad) => [ad['cachedBodyUrl'], ad['tag'] === ''])).toEqual(others.map(() => [undefined, false]));
  },
  adomain: () =>
    expect(each('adomain')).toEqual(ads.map((ad) => (ad['slotName'] === '_home_-stack' ? null : ['shop.example']))),
  additionalCreatives: () => isAbsent('additionalCreatives'),
  'dm, swfSrc2nd...6th, width3rd..., adDuration2nd..., extraField1/2, heightLarge': () =>
    isAbsent('dm', 'swfSrc2nd', 'width3rd', 'adDuration2nd', 'extraField1', 'extraField2', 'heightLarge'),
};

test.each(Object.keys(rows))('wire-protocol 3, row %s', (row) => {
  (rows[row] as () => void)();
});

test('wire-protocol 3: contains no null, and every scalar is a text', () => {
  everyAd((ad) => {
    for (const [field, value] of Object.entries(ad)) {
      const isObject = ['originData', 'extension', 'adomain'].includes(field);
      expect([field, value === null, typeof value]).toEqual([field, false, isObject ? 'object' : 'string']);
    }
  });
});

test('wire-protocol 3: contains the additional fields that older SDK versions require', () => {
  for (const version of ['1.7.0', '1.6.0'] as const) expect(readBySdk(body, version).size).toBe(bookedSlots.length);
});

test('wire-protocol 3: contains no unreplaced template placeholder and no quote that breaks the markup of Prebid.js', () => {
  expect(body).not.toMatch(/<ADHESE_|<ADDITIONAL_|\[adhese|\[click(?:Url|Base)\]/);
  everyAd((ad) => expect(ad['impressionCounter']).not.toContain("'"));
});

test('wire-protocol 3: an ad without a size has none for pages, but one for apps, which otherwise lose all ads', async () => {
  expect(ads.find((ad) => ad['slotName'] === '_app_-fluid')).not.toHaveProperty('width');
  const path = bookedSlots.map((slot) => `sl${slot}`).join('/');
  const app = await delivery.text(`/json/${path}/tlall/ctsports/deAndroid/dtphone/brPixel_7`);
  expect(readByAndroid(app.body).map(({ slotName }) => slotName)).toEqual(bookedSlots);
});
