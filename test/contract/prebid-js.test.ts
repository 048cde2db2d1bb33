import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdUnit, readByPrebid } from './clients/prebid-js.ts';
import { contractRows, emptySlot } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

const leaderboard: AdUnit = { slotName: '_home_-lb', mediaType: 'banner', sizes: [[728, 90]] };
const page = { origin: 'https://news.example', 'content-type': 'application/json' };

/** Returns the request in the form of the adapter. */
function sent(slotNames: readonly string[], more: object = {}) {
  return {
    slots: slotNames.map((slotname) => ({ slotname, parameters: { ci: ['gent'] } })),
    parameters: { xt: ['CPxyz'], xf: [Buffer.from('https://news.example/?a=1').toString('base64url')] },
    vastContentAsUrl: true,
    user: { ext: {} },
    ...more,
  };
}

test('wire-protocol 5.1, registration: banner and video, by location and format', async () => {
  const [banner, videoFile] = adsIn(await delivery.post([], sent(['_home_-lb', '_film_-preroll']), page));
  expect([banner?.['extension'], videoFile?.['extension']]).toMatchObject([
    { mediaType: 'banner' },
    { mediaType: 'video' },
  ]);
});

test('wire-protocol 5.1, request: a location without sizes is a complete slot name, and unknown fields are ignored', async () => {
  const odd = {
    slots: [{ slotname: 'justlocation' }, { slotname: 'loc-300x250_728x90', parameters: {} }],
    timeout: 1,
    x: null,
  };
  expect(await delivery.post([], odd, page)).toMatchObject({ status: 200, body: '[]' });
});

test('wire-protocol 5.1, answer handling: ads are matched by slot name, in any number', async () => {
  const units = [leaderboard, { ...leaderboard, slotName: emptySlot }, leaderboard];
  const { body } = await delivery.post([], sent(units.map(({ slotName }) => slotName)), page);
  expect(readByPrebid(body, units).map((bid) => bid?.creativeId)).toEqual(['1000', undefined, '1000']);
});

test('wire-protocol 5.1, bid fields of an own ad', async () => {
  const { body } = await delivery.post([], sent(['_home_-lb']), page);
  const [bid] = readByPrebid(body, [leaderboard]);
  expect(bid).toMatchObject({
    cpm: 2.5,
    currency: 'EUR',
    width: 728,
    height: 90,
    creativeId: '1000',
    dealId: '5',
    advertiserDomains: ['shop.example'],
  });
});

test('wire-protocol 5.1, markup and banner: the tag, and one impression image without breaking quotes', async () => {
  const { body } = await delivery.post([], sent(['_home_-lb', '_home_-sky']), page);
  const sky: AdUnit = { slotName: '_home_-sky', mediaType: 'banner', sizes: [[160, 600]] };
  const bids = readByPrebid(body, [leaderboard, sky]);
  expect(bids[1]?.markup).toContain('<script>');
  for (const bid of bids) {
    const [, address = '', ...rest] = /<img src='([^']*)' style='height:1px/.exec(String(bid?.markup)) ?? [];
    expect([address.includes('/track/'), rest]).toEqual([true, []]);
    expect(await delivery.eventsOf(async () => void (await delivery.fetch(address)))).toMatchObject([
      { kind: 'impression' },
    ]);
  }
});

test('wire-protocol 5.1, core checks: a banner for a video unit is dropped, and units with several sizes need a size in the ad', async () => {
  const { body } = await delivery.post([], sent(['_home_-lb', '_app_-fluid']), page);
  const fluid: AdUnit = { slotName: '_app_-fluid', mediaType: 'banner', sizes: [[300, 250]] };
  const bids = readByPrebid(body, [
    { ...leaderboard, mediaType: 'video' },
    fluid,
    { ...fluid, sizes: [...fluid.sizes, [1, 1]] },
  ]);
  expect(bids.map((bid) => bid === null)).toEqual([true, false, true]);
});

test.each(['', '&gdpr=1&consentString=CPxyz', '&gdpr=0&consentString=', '&gdpr=undefined&consentString=%'])(
  'wire-protocol 5.1, user sync: an HTML page for account=demo%s',
  async (query) => {
    const { status, headers, body } = await delivery.text(`/iframe/user_sync.html?account=demo${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!doctype html>/i);
  },
);

test('wire-protocol 5.1, zero cpm: ads that are not priced per 1,000 impressions bid 0 USD', async () => {
  const { body } = await delivery.post([], sent(['_home__2-lb']), page);
  const [bid] = readByPrebid(body, [{ ...leaderboard, slotName: '_home__2-lb' }]);
  expect(bid).toMatchObject({ cpm: 0, currency: 'USD', creativeId: '1001' });
});

test.each([
  [
    '1.38.0: GET with the targets of all bids',
    '/json/sl_home_-lb/xtCPxyz/xfaHR0cHM6Ly9hLmV4YW1wbGUv/kwa;b/?t=1700000000000',
  ],
])('wire-protocol 5.1, history, %s', async (_what, path) => {
  const { body } = await delivery.text(path, { headers: { origin: 'https://news.example' } });
  expect(readByPrebid(body, [leaderboard])).toMatchObject([{ cpm: 2.5 }]);
});

test.each([
  [
    '4.3.0: merged targets and an id of ID5',
    { slots: [{ slotname: '_home_-lb' }], parameters: { x5: ['ID5-1'], ci: ['a'] }, user: undefined },
  ],
  ['4.25.0: parameters by slot', { slots: [{ slotname: '_home_-lb', parameters: { ci: ['a', 7], zero: [0] } }] }],
  [
    '4.28.0: extended ids',
    { user: { ext: { eids: [{ source: 'id5-sync.com', uids: [{ id: 'ID5-1', atype: 1 }] }] } } },
  ],
  ['6.1.0: vastContentAsUrl switched off', { vastContentAsUrl: false }],
])('wire-protocol 5.1, history, %s', async (_what, more) => {
  const { body } = await delivery.post([], { ...sent(['_home_-lb']), ...more }, page);
  expect(readByPrebid(body, [leaderboard])).toMatchObject([{ cpm: 2.5 }]);
});

test('wire-protocol 5.1, spec case: an empty array without an ad is no bid', async () => {
  const { status, body } = await delivery.post([], sent([emptySlot]), page);
  expect([status, body, readByPrebid(body, [{ ...leaderboard, slotName: emptySlot }])]).toEqual([200, '[]', [null]]);
});

const videoFile: AdUnit = { slotName: '_film_-preroll', mediaType: 'video', sizes: [[640, 360]] };

test('wire-protocol 5.1, video and spec case: an own video by URL, which the core accepts without a cache', async () => {
  const { body } = await delivery.post([], sent(['_film_-preroll', '_home_-lb']), page);
  const [bid, banner] = readByPrebid(body, [videoFile, leaderboard]);
  expect([bid?.vastXml, bid?.width, bid?.height]).toEqual([undefined, 640, 360]);
  expect(banner?.markup).toContain('<img');
  const vast = await delivery.text(`${bid?.vastUrl}?pb_uuid=1`, { headers: page });
  expect([vast.status, vast.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(vast.headers.get('access-control-allow-origin')).toBe(page.origin);
});

test('wire-protocol 5.1, spec case: an own video inline as VAST in tag, with which a page with a cache bids', async () => {
  const { body } = await delivery.post([], sent(['_film_-preroll'], { vastContentAsUrl: false }), page);
  expect(readByPrebid(body, [videoFile])).toEqual([null]);
  const [bid] = readByPrebid(body, [{ ...videoFile, hasCache: true }]);
  expect(bid?.vastXml).toMatch(/<VAST version="3.0">/);
});

test('wire-protocol 5.1, spec case: a video without a price bids 0 USD', async () => {
  await delivery.publish(contractRows({ cpm: null }));
  const { body } = await delivery.post([], sent(['_film_-preroll']), page);
  expect(readByPrebid(body, [videoFile])).toMatchObject([{ cpm: 0, currency: 'USD' }]);
  await delivery.publish(contractRows());
});
