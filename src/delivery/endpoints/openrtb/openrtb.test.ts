import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

type Bid = Record<string, unknown> & {
  readonly adm: string;
  readonly ext: { readonly adhese: Record<string, unknown> };
};
type Change = Readonly<Record<string, unknown>>;

const eur = { cpm: { micros: 2_500_000, currency: 'EUR' } };
const formats = ['banner', 'video', 'audio', 'native', 'stack'].map((mediaType, index) => ({
  id: index + 1,
  code: mediaType,
  width: index === 0 ? 728 : null,
  height: index === 0 ? 90 : null,
  mediaType,
}));
const positions = formats.map(({ id, code }) => ({
  id: 9 + id,
  locationId: 1,
  formatId: id,
  slotName: `_home_-${code}`,
}));

/** Returns one position and one priced ad of this media type. */
function rowsOf(mediaType: string, creative: Change = {}, booking: Change = eur) {
  const formatId = formats.findIndex(({ code }) => code === mediaType) + 1;
  const inventory = { positionIds: [9 + formatId], locationIds: [], publicationIds: [], publisherIds: [] };
  const bookings = [bookingRow({ inventory, ...booking })];
  return snapshotRows({ formats, positions, bookings, creatives: [creativeRow({ formatId, ...creative })] });
}

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf('banner'));
});
afterAll(() => delivery.close());

const noConsent = { ext: { adhese: { SL: ['_home_-banner'] } } };

function bidRequest(change: Change = {}, imp: Change = {}) {
  const first = {
    id: 'i1',
    banner: { w: 300, h: 250 },
    ext: { adhese: { SL: ['_home_-banner'], tl: ['all'] } },
    ...imp,
  };
  return { id: 'r1', imp: [first], site: { page: 'https://example.org/' }, cur: ['EUR'], ...change };
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return delivery.fetch('/openrtb2', { method: 'POST', body: JSON.stringify(body), headers });
}

async function bidFor(change: Change = {}, imp: Change = {}): Promise<Bid> {
  const answer = await post(bidRequest(change, imp));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const { seatbid } = (await answer.json()) as { seatbid: [{ bid: [Bid] }] };
  return seatbid[0].bid[0];
}

async function expectNoBid(change: Change = {}, imp: Change = {}): Promise<void> {
  const answer = await post(bidRequest(change, imp));
  expect([answer.status, await answer.text()]).toEqual([204, '']);
}

describe('wire-protocol 5.2: POST /openrtb2', () => {
  test('the exchange of 12(a): a banner with click and impression in its markup', async () => {
    const answer = await post(bidRequest());
    const { seatbid, ...rest } = (await answer.json()) as { seatbid: [{ bid: [Bid] }] };
    expect(rest).toEqual({ id: 'r1', cur: 'EUR' });
    const [bid] = seatbid[0].bid;
    expect(bid).toMatchObject({ impid: 'i1', price: 2.5, crid: '7', dealid: '5', w: 728, h: 90, mtype: 1 });
    expect(bid).toMatchObject({ adomain: ['shop.example'], id: expect.stringMatching(/^[\w-]+$/) });
    const [image] = /http:\/\/ads\.example\/track\/1000\/[^"]+/.exec(bid.adm) ?? [];
    const [click] = /http:\/\/ads\.example\/raylene\/[^"]+/.exec(bid.adm) ?? [];
    expect(click).toMatch(/\/URhttps:\/\/shop\.example\/offer/);
    expect((await delivery.fetch(String(image))).status).toBe(200);
    const events = await delivery.events();
    expect(events.at(-1)).toMatchObject({ kind: 'impression', adId: 1000, bookingId: 6, filtered: null });
  });

  test('a trailing slash, other methods, preflight and cross-origin headers', async () => {
    const body = JSON.stringify(bidRequest());
    expect((await delivery.fetch('/openrtb2/', { method: 'POST', body })).status).toBe(200);
    const got = await delivery.fetch('/openrtb2');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await delivery.fetch('/openrtb2', { method: 'OPTIONS' })).status).toBe(204);
    const cross = await post(bidRequest(), { origin: 'https://news.example' });
    expect(cross.headers.get('access-control-allow-origin')).toBe('https://news.example');
    expect(cross.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('the slot name may be encoded (Java), unencoded (Go), in a list, a single value, or the tagid', async () => {
    for (const SL of [['_home_-banner'], ['%5Fhome_-banner'], '_home_-banner']) {
      expect(await bidFor({}, { ext: { adhese: { SL } } })).toMatchObject({ impid: 'i1' });
    }
    expect(await bidFor({}, { ext: {}, tagid: '_home_-banner' })).toMatchObject({ impid: 'i1' });
    await expectNoBid({}, { ext: { adhese: { SL: ['unknown'] } } });
  });

  test('unknown fields of the request are ignored', async () => {
    const odd = {
      site: 7,
      app: null,
      device: [],
      user: 'x',
      regs: { gdpr: 1 },
      source: {},
      tmax: 'x',
      badv: [null],
      at: 1,
    };
    expect(await bidFor(odd, { ext: { adhese: { SL: ['_home_-banner'], n: 1, o: {} } }, pmp: 1 })).toMatchObject({
      price: 2.5,
    });
  });

  test.each([
    ['no JSON', '{', ''],
    ['no object', '[]', ''],
    ['no impression', { id: 'r1', imp: [] }, '/imp'],
    ['an invalid impression', { id: 'r1', imp: [1] }, '/imp'],
    ['no id', { imp: [{ id: 'i1', tagid: 'a' }] }, '/id'],
    ['an impression without an ID', { id: 'r1', imp: [{ id: 1, tagid: 'a' }] }, '/imp/0/id'],
  ])('%s is rejected with the name of the field', async (_what, body, pointer) => {
    const answer = await delivery.fetch('/openrtb2', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer }] }]);
  });

  test('a body above 64 KiB is rejected', async () => {
    expect((await post({ ...bidRequest(), filler: 'x'.repeat(64 * 1024) })).status).toBe(413);
  });

  test('a body may be compressed with gzip, within the same limit', async () => {
    const packed = (body: unknown, encoding = 'gzip') =>
      delivery.fetch('/openrtb2', {
        method: 'POST',
        body: gzipSync(JSON.stringify(body)),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
    for (const encoding of ['gzip', 'x-gzip', ' GZIP ']) {
      expect([encoding, (await packed(bidRequest(), encoding)).status]).toEqual([encoding, 200]);
    }
    expect((await packed({ ...bidRequest(), filler: ' '.repeat(64 * 1024) })).status).toBe(413);
    expect((await packed(bidRequest(), 'br')).status).toBe(415);
    expect((await packed('no object')).status).toBe(400);
    expect((await post(bidRequest(), { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await post(bidRequest(), { 'content-encoding': 'identity' })).status).toBe(200);
  });

  test('targeted values are read from the OpenRTB objects', async () => {
    const wellKnown = {
      site: { page: 'https://example.org/cars/1' },
      device: { devicetype: 4, os: 'iOS', language: 'nl', geo: { lat: 51.05, lon: 3.72 } },
    };
    const leaves = [
      { fact: 'device', values: ['phone'] },
      { fact: 'os', values: ['ios'] },
      { fact: 'language', values: ['nl'] },
      { urlParts: ['/cars/'] },
      { near: { latitude: 51.05, longitude: 3.72, metres: 100 } },
      { key: 'tl', values: ['all'] },
    ];
    await delivery.publish(rowsOf('banner', {}, { ...eur, targeting: { all: leaves } }));
    expect(await bidFor(wellKnown)).toMatchObject({ impid: 'i1' });
    for (const left of ['site', 'device']) await expectNoBid({ ...wellKnown, [left]: undefined });
    await delivery.publish(rowsOf('banner'));
  });

  test('an unreadable consent string is no consent, and not an error', async () => {
    const caps = [{ scope: 'hour', most: 1 }];
    await delivery.publish(rowsOf('banner', {}, { ...eur, caps }));
    const user = { eids: [{ source: 'id5-sync.com', uids: [{ id: 'x' }] }] };
    for (const consent of ['coxyz_mangled____', '', 7]) await expectNoBid({ user: { ...user, consent } }, noConsent);
    await expectNoBid({ user: { ...user, ext: { consent: 'x' } } });
    expect(await bidFor({ user })).toMatchObject({ impid: 'i1' });
    await expectNoBid({ user });
    await delivery.publish(rowsOf('banner'));
  });
});

describe('wire-protocol 12(c) 22: conditions under which Prebid Server drops a bid', () => {
  test('ext.adhese contains only texts, and the fields that Java reads', async () => {
    const { ext } = await bidFor();
    expect(Object.values(ext.adhese).filter((value) => typeof value !== 'string')).toEqual([]);
    expect(ext.adhese).toMatchObject({
      priority: '5',
      orderProperty: '',
      adFormat: 'banner',
      adType: 'banner',
      adspaceId: '6',
      libId: '7',
      slotId: '10',
      viewableImpressionCounter: expect.stringMatching(/^http:\/\/ads\.example\/track\/1000-Adhese_IABview\//),
    });
  });

  test('impid is echoed and crid is never empty', async () => {
    expect(await bidFor({}, { id: 'imp/é-2' })).toMatchObject({ impid: 'imp/é-2', crid: '7' });
  });

  test('a booking without a price bids 0 as a deal, in a currency of the request', async () => {
    await delivery.publish(rowsOf('banner', {}, {}));
    const answer = await post(bidRequest({ cur: ['SEK', 'EUR'] }));
    expect(await answer.json()).toMatchObject({ cur: 'SEK', seatbid: [{ bid: [{ price: 0, dealid: '5' }] }] });
    await expectNoBid({}, { bidfloor: 0.01, bidfloorcur: 'SEK' });
    await delivery.publish(rowsOf('banner'));
  });

  test('a booking bids in its own currency if the request names none, and not in a currency without an exchange rate', async () => {
    await expectNoBid({ cur: ['USD'] });
    for (const cur of [undefined, [], 'EUR', [7]]) {
      expect(await (await post(bidRequest({ cur }))).json()).toMatchObject({ cur: 'EUR' });
    }
    expect((await (await post(bidRequest({ cur: ['USD', 'EUR'] }))).json()) as object).toMatchObject({ cur: 'EUR' });
  });

  test('floor, blocked domains and private auctions', async () => {
    expect(await bidFor({}, { bidfloor: 2.5, bidfloorcur: 'EUR' })).toMatchObject({ price: 2.5 });
    await expectNoBid({}, { bidfloor: 2.51, bidfloorcur: 'EUR' });
    // Without an exchange rate, the exchange applies the floor.
    expect(await bidFor({}, { bidfloor: 1 })).toMatchObject({ price: 2.5 });
    await expectNoBid({ badv: ['SHOP.example'] });
    expect(await bidFor({ badv: ['op.example', 'other.example'] })).toMatchObject({ price: 2.5 });
    expect(await bidFor({}, { pmp: { private_auction: 1, deals: [{ id: '5' }] } })).toMatchObject({ dealid: '5' });
    await expectNoBid({}, { pmp: { private_auction: 1, deals: [{ id: '4' }] } });
  });
});

describe('OpenRTB 2.6, 3.2.4: the terms of an impression are applied before the draw', () => {
  const inDollars = { cpm: { micros: 9_000_000, currency: 'USD' }, priority: 0 };

  test('a booking that cannot bid leaves the impression to another one', async () => {
    const { bookings, creatives, ...rows } = rowsOf('banner', {}, inDollars);
    const [dear] = bookings as [object];
    const cheap = { ...dear, id: 61, priority: 9, ...eur, ads: [{ ...bookingRow().ads[0], id: 1001, creativeId: 8 }] };
    const second = creativeRow({ id: 8, formatId: 1, domains: ['other.example'] });
    await delivery.publish({ ...rows, bookings: [...bookings, cheap as never], creatives: [...creatives, second] });
    for (let each = 0; each < 10; each += 1) {
      expect(await bidFor({ badv: ['shop.example'] })).toMatchObject({ adid: '1001' });
      expect(await bidFor({ cur: ['USD', 'EUR'], badv: ['other.example'] })).toMatchObject({ adid: '1000' });
      expect(await bidFor({ cur: ['EUR'] })).toMatchObject({ price: 2.5 });
    }
    await expectNoBid({ badv: ['other.example', 'shop.example'] });
    await delivery.publish(rowsOf('banner'));
  });

  test('a request without a possible response does not count toward a cap', async () => {
    const caps = [{ scope: 'life', most: 1 }];
    await delivery.publish(rowsOf('banner', {}, { ...eur, caps }));
    const user = { eids: [{ source: 'id5-sync.com', uids: [{ id: 'y' }] }] };
    await expectNoBid({ user }, { bidfloor: 9, bidfloorcur: 'EUR' });
    await expectNoBid({ user }, { banner: undefined, native: { request: '{}' } });
    expect(await bidFor({ user })).toMatchObject({ price: 2.5 });
    await expectNoBid({ user });
    await delivery.publish(rowsOf('banner'));
  });
});

describe('wire-protocol 12(c) 23: one medium, and only the first impression', () => {
  test('the second impression is not answered', async () => {
    const request = bidRequest();
    const second = { ...request.imp[0], id: 'i2' };
    const answer = (await (await post({ ...request, imp: [request.imp[0], second] })).json()) as {
      seatbid: { bid: Bid[] }[];
    };
    expect(answer.seatbid.flatMap(({ bid }) => bid.map(({ impid }) => impid))).toEqual(['i1']);
    await expectNoBid({ imp: [{ ...request.imp[0], ext: { adhese: { SL: ['other'] } } }, second] });
  });

  test('the first of several media types is used, and a position of another type does not bid', async () => {
    expect(await bidFor({}, { video: { mimes: ['video/mp4'] } })).toMatchObject({ mtype: 1 });
    await expectNoBid({}, { banner: undefined, video: { mimes: ['video/mp4'] } });
    await expectNoBid({}, { banner: undefined });
  });

  test('a screen requests its banner', async () => {
    expect(await bidFor({ site: undefined, dooh: { id: 'd1', venuetype: ['1'] } })).toMatchObject({ mtype: 1 });
  });

  test.each([
    ['a code', { venuetype: ['transit.airports.gates'] }, 1],
    ['a number of version 1.1', { venuetype: ['10105'], venuetypetax: 5 }, 1],
    ['another venue type', { venuetype: ['retail'] }, 0],
    ['a number of another taxonomy', { venuetype: ['101'], venuetypetax: 0 }, 0],
    ['no venue type', {}, 0],
  ])('a booking for airports gets a bid for a screen with %s: %j', async (_, dooh, bids) => {
    const targeting = { fact: 'venueType', values: ['transit.airports'] };
    await delivery.publish(rowsOf('banner', {}, { ...eur, targeting }));
    const answer = await post(bidRequest({ site: undefined, dooh: { id: 'd1', ...dooh } }));
    expect(answer.status).toBe(bids === 1 ? 200 : 204);
    await delivery.publish(rowsOf('banner'));
  });

  test('native contains the requested assets, or does not bid', async () => {
    await delivery.publish(rowsOf('native', { altText: 'A fine offer', width: 600, height: 400 }));
    const native = (request: unknown) => ({
      banner: undefined,
      native: { request: typeof request === 'string' ? request : JSON.stringify(request) },
      ext: { adhese: { SL: ['_home_-native'] } },
    });
    const title = { id: 11, required: 1, title: { len: 6 } };
    const image = { id: 12, required: 1, img: { type: 3, wmin: 300 } };
    const sponsored = { id: 13, data: { type: 1 } };
    const text = { id: 14, data: { type: 2 } };
    const events = [{ event: 1, methods: [1] }];
    const bid = await bidFor(
      {},
      native({ ver: '1.2', assets: [title, image, sponsored, text], eventtrackers: events }),
    );
    expect(JSON.parse(bid.adm)).toMatchObject({
      ver: '1.2',
      assets: [
        { id: 11, title: { text: 'A fine' } },
        { id: 12, img: { url: expect.stringMatching(/^http:\/\/ads\.example\/media\//), w: 600, h: 400 } },
        { id: 14, data: { value: 'A fine offer' } },
      ],
      link: { url: expect.stringContaining('/URhttps://shop.example/offer') },
      eventtrackers: [
        { event: 1, method: 1 },
        { event: 2, method: 1 },
      ],
    });
    const older = JSON.parse((await bidFor({}, native({ native: {} }))).adm) as Record<string, unknown>;
    expect(older).toMatchObject({
      imptrackers: [expect.stringMatching(/\/track\/1000\//)],
      assets: [{ id: 1 }, { id: 2 }],
    });
    await expectNoBid({}, native({ assets: [{ ...sponsored, required: 1 }] }));
    for (const broken of ['{', '[]', '']) await expectNoBid({}, native(broken));
    await delivery.publish(rowsOf('banner'));
  });
});

test('an object in a text field is ignored without an error', async () => {
  const odd = { toString: 1, valueOf: 1 };
  const ofDevice = await post(bidRequest({ device: { devicetype: odd } }));
  const ofDeal = await post(bidRequest({}, { pmp: { private_auction: 1, deals: [{ id: odd }] } }));
  expect([ofDevice.status, ofDeal.status]).toEqual([200, 204]);
});
