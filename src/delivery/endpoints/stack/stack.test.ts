import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

type Entry = {
  readonly type: unknown;
  readonly id: string;
  readonly adspaceId: string;
  readonly native: Readonly<Record<'ver' | 'impressionCounter' | 'viewableImpressionCounter', string>> & {
    readonly assets: readonly unknown[];
    readonly link: Readonly<Record<'url' | 'fallback', string>>;
  };
};
type Ad = Readonly<Record<string, string>>;

const nowMs = 1_795_000_000_000;
const formats = [
  { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
  { id: 2, code: 'stack', width: null, height: null, mediaType: 'stack' },
];
const positions = [
  { id: 10, locationId: 1, formatId: 1, slotName: '_home_-lb' },
  { id: 11, locationId: 1, formatId: 2, slotName: '_home_-stack' },
  { id: 12, locationId: 1, formatId: 2, slotName: '_empty_-stack' },
];

/** A stack with this number of bookings, and one banner. */
function rowsOf(count: number, limits: object = {}) {
  const inventory = { positionIds: [11], locationIds: [], publicationIds: [], publisherIds: [] };
  const bookings = Array.from({ length: count }, (_, index) =>
    bookingRow({ id: 100 + index, inventory }, { id: 5_000 + index, creativeId: 8 + (index % 2) }),
  );
  const creatives = [
    creativeRow(),
    creativeRow({ id: 8, formatId: 2, altText: "It's an offer", width: 600, height: 400 }),
    creativeRow({
      id: 9,
      brandId: 2,
      formatId: 2,
      kind: 'html',
      html: '<p>é</p>',
      file: null,
      width: null,
      height: null,
    }),
  ];
  const limited = positions.map((row) => (row.id === 11 ? { ...row, ...limits } : row));
  return snapshotRows({ formats, positions: limited, bookings: [bookingRow(), ...bookings], creatives });
}

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(30));
  delivery.setNow(nowMs);
});
afterAll(() => delivery.close());

async function stack(path: string, headers: Record<string, string> = {}): Promise<readonly Entry[]> {
  const answer = await delivery.fetch(path, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return ((await answer.json()) as { ads: Entry[] }).ads;
}

async function json(...slotNames: string[]): Promise<Ad[]> {
  const body = JSON.stringify({ slots: slotNames.map((slotname) => ({ slotname })) });
  return (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as Ad[];
}

describe('wire-protocol 5.5: GET /m/stack/sl<slot>', () => {
  test('every ad is valid for the TypeScript stack plugin, with absolute URLs', async () => {
    const ads = await stack('/m/stack/sl_home_-stack/tlall/kwred,white/?max_ads=20');
    expect(ads).toHaveLength(20);
    for (const { type, native } of ads) {
      expect([type, native.ver]).toEqual(['native', '1.2']);
      expect(native.impressionCounter).toMatch(/^http:\/\/ads\.example\/track\/\d+\/sl11\/II[\w-]+\/$/);
      expect(native.viewableImpressionCounter).toMatch(/^http:\/\/ads\.example\/track\/\d+-Adhese_IABview\/sl11\//);
      expect(native.link).toEqual({ url: expect.stringMatching(/\/URhttps:\/\/shop\.example\/offer/), fallback: '' });
    }
    expect(JSON.stringify(ads)).not.toContain('null');
    const image = ads.find(({ native }) => JSON.stringify(native.assets).includes('/media/'));
    expect(image?.native.assets).toEqual([
      { id: 1, title: { text: "It's an offer" } },
      { id: 2, img: { type: 3, url: expect.stringMatching(/^http:\/\/ads\.example\/media\//), w: 600, h: 400 } },
      { id: 3, data: { type: 2, value: "It's an offer" } },
    ]);
    const markup = ads.find(({ native }) => JSON.stringify(native.assets).includes('<p>'));
    expect(markup?.native.assets.at(-1)).toEqual({ id: 4, data: { type: 500, value: '<p>é</p>' } });
  });

  test.each([
    ['', 5],
    ['?max_ads=1', 1],
    ['?max_ads=7&t=1', 7],
    ['?max_ads=21', 20],
    ['?max_ads=999999', 20],
    ['?max_ads=0', 5],
    ['?max_ads=-1', 5],
    ['?max_ads=x', 5],
  ])('%s returns %i different ads', async (query, count) => {
    const ads = await stack(`/m/stack/sl_home_-stack/${query}`);
    expect(ads).toHaveLength(count);
    expect(new Set(ads.map(({ adspaceId }) => adspaceId)).size).toBe(count);
  });

  test('a position limits its ads and the ads per brand, and a request may set a lower limit per brand', async () => {
    const asked = async (query: string) => {
      const ads = await stack(`/m/stack/sl_home_-stack?max_ads=20${query}`);
      return ads.map(({ adspaceId }) => Number(adspaceId) % 2);
    };
    const ofEach = (brands: readonly number[]) => [0, 1].map((brand) => brands.filter((one) => one === brand).length);
    try {
      await delivery.publish(rowsOf(30, { maxAds: 3 }));
      expect(await asked('')).toHaveLength(3);
      expect(await stack('/e/stack/sl_home_-stack')).toHaveLength(3);
      const [ad] = await json('_home_-stack');
      expect(JSON.parse(String(ad?.['tag']).replaceAll("'", '"'))).toHaveLength(3);
      await delivery.publish(rowsOf(30, { maxPerBrand: 4 }));
      expect(ofEach(await asked(''))).toEqual([4, 4]);
      expect(ofEach(await asked('&max_per_brand=1'))).toEqual([1, 1]);
      expect(ofEach(await asked('&max_per_brand=9'))).toEqual([4, 4]);
      for (const nothing of ['0', '-1', 'x', ''])
        expect(ofEach(await asked(`&max_per_brand=${nothing}`))).toEqual([4, 4]);
    } finally {
      await delivery.publish(rowsOf(30));
    }
    expect(ofEach(await asked('&max_per_brand=2'))).toEqual([2, 2]);
  });

  test('without an ad the list is empty, every position has one, and only the first slot is used', async () => {
    expect(await stack('/m/stack/sl_empty_-stack')).toEqual([]);
    expect(await stack('/m/stack/slunknown')).toEqual([]);
    expect(await stack('/m/stack/sl_home_-lb/sl_home_-stack')).toMatchObject([{ id: '1000' }]);
  });

  test('other paths, methods and origins', async () => {
    for (const path of ['/m/stack', '/m/stack/tlall', '/e/stack/'])
      expect((await delivery.fetch(path)).status).toBe(400);
    for (const path of ['/m', '/m/stackx/sla', '/e/']) expect((await delivery.fetch(path)).status).toBe(404);
    const posted = await delivery.fetch('/m/stack/sl_home_-stack', { method: 'POST', body: '' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const cross = await delivery.fetch('/m/stack/sl_home_-stack', { headers: { origin: 'https://news.example' } });
    expect(cross.headers.get('access-control-allow-origin')).toBe('https://news.example');
    expect((await delivery.fetch('/m/stack/sl_home_-stack', { method: 'OPTIONS' })).status).toBe(204);
  });

  test('a repeated request of a page shortly after gets the same answer, and one of a screen a new answer', async () => {
    const page = '/m/stack/sl_home_-stack/rn77/ur/tlnone?max_ads=3';
    const first = await stack(page);
    const metrics = await (await delivery.fetch('/metrics')).text();
    expect(await stack(page)).toEqual(first);
    expect(requestsIn(await (await delivery.fetch('/metrics')).text())).toBe(requestsIn(metrics));
    expect(await stack(page, { 'user-agent': 'another' })).not.toEqual(first);
    expect(await stack(page, { 'x-forwarded-for': '192.0.2.7' })).not.toEqual(first);
    delivery.setNow(nowMs + 5_000);
    expect(await stack(page)).not.toEqual(first);
    delivery.setNow(nowMs);
    const screen = '/m/stack/sl_home_-stack/piscreen1?max_ads=3';
    expect(await stack(screen)).not.toEqual(await stack(screen));
  });

  test('every ad has its own counters and counts once', async () => {
    const ads = await stack('/m/stack/sl_home_-stack?max_ads=3');
    const before = (await delivery.events()).length;
    for (const { native } of [...ads, ...ads])
      expect((await delivery.fetch(native.impressionCounter)).status).toBe(200);
    const events = (await delivery.events()).slice(before);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
    expect(new Set(events.map(({ bookingId }) => String(bookingId)))).toEqual(
      new Set(ads.map(({ adspaceId }) => adspaceId)),
    );
  });
});

describe('wire-protocol 8: GET /e/stack/sl<slot>', () => {
  test('returns all eligible ads, up to 1,000, each with its own trackers', async () => {
    expect(await stack('/e/stack/sl_home_-stack/pi7?max_ads=2')).toHaveLength(30);
    await delivery.publish(rowsOf(1_010));
    const ads = await stack('/e/stack/sl_home_-stack');
    expect(ads).toHaveLength(1_000);
    expect(new Set(ads.map(({ adspaceId }) => adspaceId)).size).toBe(1_000);
    expect(new Set(ads.map(({ native }) => native.impressionCounter)).size).toBe(1_000);
    await delivery.publish(rowsOf(30));
  });
});

describe('wire-protocol 12(c) 33: a slot with a stack in /json', () => {
  test('contains the list as JSON text in tag, which remains valid when quotes are replaced', async () => {
    const [ad, ...rest] = await json('_home_-stack');
    expect(rest).toEqual([]);
    expect(ad).toMatchObject({
      slotName: '_home_-stack',
      adType: 'stack',
      ext: 'stack',
      extension: { mediaType: 'banner' },
    });
    const list = JSON.parse(String(ad?.['tag']).replaceAll("'", '"')) as Entry[];
    expect(list).toHaveLength(5);
    expect(list.every(({ type, native }) => type === 'native' && native.ver === '1.2')).toBe(true);
    expect(new Set(list.map(({ adspaceId }) => adspaceId)).size).toBe(5);
  });

  test('the counters of the stack are accepted and count nothing, unlike those of its ads', async () => {
    const [ad] = await json('_home_-stack');
    const before = (await delivery.events()).length;
    for (const field of ['impressionCounter', 'tracker', 'viewableImpressionCounter']) {
      expect((await delivery.fetch(String(ad?.[field]))).status).toBe(200);
    }
    expect(await delivery.events()).toHaveLength(before);
    const [entry] = JSON.parse(String(ad?.['tag'])) as Entry[];
    await delivery.fetch(String(entry?.native.impressionCounter));
    expect((await delivery.events()).at(-1)).toMatchObject({ kind: 'impression', bookingId: Number(entry?.adspaceId) });
  });

  test('is returned next to other slots, in every form, and is missing without an ad', async () => {
    const slots = ['_empty_-stack', '_home_-lb', '_home_-stack', 'unknown'];
    expect((await json(...slots)).map(({ slotName }) => slotName)).toEqual(['_home_-lb', '_home_-stack']);
    const path = slots.map((slot) => `sl${slot}`).join('/');
    expect(await (await delivery.fetch(`/json/${path}/`)).json()).toMatchObject([{ ext: 'png' }, { ext: 'stack' }]);
    expect(await (await delivery.fetch(`/jsonp/cb/${path}/`)).text()).toContain('"ext":"stack"');
    const numbers = await (await delivery.fetch('/metrics')).text();
    const before = [slotsIn(numbers, 'ad'), slotsIn(numbers, 'no_ad')] as const;
    await json(...slots);
    const after = await (await delivery.fetch('/metrics')).text();
    expect([slotsIn(after, 'ad'), slotsIn(after, 'no_ad')]).toEqual([before[0] + 2, before[1] + 2]);
  });
});

function requestsIn(metrics: string): number {
  return Number(/^placard_ad_requests_total\S* (\d+)/m.exec(metrics)?.[1]);
}

function slotsIn(metrics: string, outcome: string): number {
  return Number(new RegExp(`^placard_slots_total\\{outcome="${outcome}"\\S* (\\d+)`, 'm').exec(metrics)?.[1]);
}
