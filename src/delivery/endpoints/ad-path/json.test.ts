import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

type Ad = Record<string, unknown> & { readonly extension: Record<string, unknown> };

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return delivery.fetch('/json', { method: 'POST', body: text, headers });
}

async function adsFor(...slotNames: string[]): Promise<Ad[]> {
  const answer = await post({ slots: slotNames.map((slotname) => ({ slotname })) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Ad[];
}

/** Returns all scalars of an ad at any depth. */
function scalars(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalars) : [value];
}

describe('wire-protocol 3: the JSON ad object', () => {
  test('has the fields of the minimal exchange (12(a)), with every scalar as text and without null', async () => {
    const [ad] = await adsFor('_home_-lb');
    expect(ad).toMatchObject({
      slotName: '_home_-lb',
      slotID: '10',
      adType: 'lb',
      adFormat: 'lb',
      origin: 'JERLICIA',
      id: '1000',
      libId: '7',
      orderId: '5',
      adspaceId: '6',
      advertiserId: '3',
      orderName: 'Été 2026',
      priority: '5',
      ext: 'png',
      width: '728',
      height: '90',
      adomain: ['shop.example'],
      extension: { mediaType: 'banner' },
    });
    expect(scalars(ad).filter((value) => typeof value !== 'string')).toEqual([]);
  });

  test('contains the price as decimal text with its currency if it is sold per thousand impressions', async () => {
    const cpm = { micros: 2_500_000, currency: 'EUR' };
    await delivery.publish(snapshotRows({ bookings: [bookingRow({ cpm })] }));
    const [ad] = await adsFor('_home_-lb');
    expect(ad?.extension).toEqual({ mediaType: 'banner', prebid: { cpm: { amount: '2.50', currency: 'EUR' } } });
    await delivery.publish(snapshotRows());
    expect((await adsFor('_home_-lb'))[0]?.extension).toEqual({ mediaType: 'banner' });
  });

  test('escapes values in the markup of an image', async () => {
    const creative = creativeRow({
      altText: `"><script>alert('1')</script>&`,
      clickUrl: "https://shop.example/it's?<b>",
    });
    await delivery.publish(snapshotRows({ creatives: [creative] }));
    const tag = String((await adsFor('_home_-lb'))[0]?.['tag']);
    expect(tag).toMatch(
      /^<a href="http:\/\/ads\.example\/raylene\/[^"<>']+" target="_blank" rel="noopener"><img [^<>]*><\/a>$/,
    );
    expect(tag).not.toContain('<script');
    await delivery.publish(snapshotRows());
  });

  test('returns the markup of HTML creatives with the click URL at its macro', async () => {
    const html = '<div class="é 漢"><a href="[clickUrl]">x</a><i data-base="[clickBase]"></i></div>';
    await delivery.publish(snapshotRows({ creatives: [creativeRow({ kind: 'html', html, file: null })] }));
    const [ad] = await adsFor('_home_-lb');
    expect(ad).toMatchObject({ ext: 'js', width: '728' });
    expect(ad?.['tag']).toBe(
      `<div class="é 漢"><a href="${ad?.['url']}https://shop.example/offer?a=1&amp;b=2">x</a><i data-base="${ad?.['url']}"></i></div>`,
    );
    await delivery.publish(snapshotRows());
  });

  test('treats every character of a click URL literally', async () => {
    const clickUrl = "https://shop.example/?a=$&b=$$&c=$1&d=$`&e=$'";
    const creative = creativeRow({ kind: 'html', html: '<a href="[clickUrl]">x</a>', file: null, clickUrl });
    await delivery.publish(snapshotRows({ creatives: [creative] }));
    const [ad] = await adsFor('_home_-lb');
    const target = encodeURIComponent(new URL(clickUrl).href).replaceAll("'", '%27');
    expect(ad?.['tag']).toBe(`<a href="${ad?.['url']}${target}">x</a>`);
    await delivery.publish(snapshotRows({ creatives: [{ ...creative, clickUrl: 'https://shop.example/?a=$&b=$$' }] }));
    const [plain] = await adsFor('_home_-lb');
    expect(plain?.['tag']).toBe(`<a href="${plain?.['url']}https://shop.example/?a=$&amp;b=$$">x</a>`);
    await delivery.publish(snapshotRows());
  });
});

describe('wire-protocol 2: the request', () => {
  test('is read from the path: several slots, empty and prefix-only segments, `;` and `,`, unknown prefixes', async () => {
    const paths = [
      '/json/sl_home_-lb',
      '/json/sl_home_-lb/tlall/ctsports',
      '/json/sl_home_-lb/sl_home_-sky/rn1/pr1/re/urabc==/brChrome;Linux,x/dtdesktop/?t=1',
      '/json//sl%5Fhome_-lb///re/kwred%20wine;%3B/zz/!!x/9/',
      '/json/sl_home_-lb/uraHR0/cHM6+Ly9/a%ZZ/?t=1.5',
    ];
    for (const path of paths) {
      const answer = await rawRequest(delivery.base, path);
      expect([path, answer.status, (JSON.parse(answer.body) as Ad[]).length]).toEqual([path, 200, 1]);
    }
  });

  test('may contain at most 50 slots, in the body and in the path', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `slot${index}`);
    expect(await adsFor(...names.slice(1))).toEqual([]);
    const tooMany = await post({ slots: names.map((slotname) => ({ slotname })) });
    expect([tooMany.status, await tooMany.json()]).toMatchObject([400, { errors: [{ pointer: '/slots' }] }]);
    const inPath = await delivery.fetch(`/json/${names.map((name) => `sl${name}`).join('/')}`);
    expect(inPath.status).toBe(400);
  });

  test.each([
    ['nothing', '', ''],
    ['no JSON', '{"slots":', ''],
    ['no object', '[1]', ''],
    ['null', 'null', ''],
    ['no slots', '{}', '/slots'],
    ['slots of the wrong type', '{"slots":"x"}', '/slots'],
    ['no slot', '{"slots":[]}', '/slots'],
    ['an invalid slot', '{"slots":[{"slotname":"a"},7]}', '/slots/1'],
    ['a slot without a name', '{"slots":[{"slotName":"a"}]}', '/slots/0/slotname'],
    ['a numeric slot name', '{"slots":[{"slotname":7}]}', '/slots/0/slotname'],
    ['parameters of the wrong type', '{"slots":[{"slotname":"a","parameters":[]}]}', '/slots/0/parameters'],
    ['common parameters of the wrong type', '{"slots":[{"slotname":"a"}],"parameters":"x"}', '/parameters'],
  ])('with %s is rejected with the name of the field', async (_what, body, pointer) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  test('may contain unknown fields', async () => {
    const answer = await post({
      slots: [{ slotname: '_home_-lb', parameters: { ci: ['gent', 7, null, ''], tl: 'all', x: {}, long: true } }],
      parameters: { xf: ['aHR0'], re: '', rn: 0, __proto__: 1 },
      vastContentAsUrl: true,
      user: { ext: {} },
      somethingElse: [[[]]],
    });
    expect(await answer.json()).toHaveLength(1);
  });

  test('with a body above 64 KiB or a path above 8 KiB is rejected', async () => {
    const large = await post({ slots: [{ slotname: '_home_-lb' }], filler: 'x'.repeat(64 * 1024) });
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    const atLimit = await post(JSON.stringify({ slots: [{ slotname: '_home_-lb' }] }).padEnd(64 * 1024));
    expect(atLimit.status).toBe(200);
    expect((await delivery.fetch(`/json/sl_home_-lb/ur${'x'.repeat(8 * 1024)}`)).status).toBe(414);
    expect((await delivery.fetch(`/json/sl_home_-lb/ur${'x'.repeat(8 * 1024 - 100)}`)).status).toBe(200);
  });

  test('with another method is rejected with the allowed methods', async () => {
    const answer = await delivery.fetch('/json', { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await delivery.fetch('/somewhere')).status).toBe(404);
  });
});

describe('wire-protocol 12(c): traps', () => {
  test('1: no ad is 200 with an empty array', async () => {
    const answer = await post({ slots: [{ slotname: '_home_-sky' }, { slotname: 'unknown' }] });
    expect([answer.status, await answer.text()]).toEqual([200, '[]']);
  });

  test('2 and 4: the origin is echoed exactly, with credentials, also on the answer', async () => {
    for (const origin of ['https://news.example', 'null', 'http://localhost:3000']) {
      const answer = await post({ slots: [{ slotname: '_home_-lb' }] }, { origin, 'content-type': 'application/json' });
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      expect(answer.headers.get('vary')).toBe('Origin');
    }
    const refused = await post('{', { origin: 'https://news.example' });
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://news.example');
    const plain = await post({ slots: [{ slotname: '_home_-lb' }] });
    expect([plain.headers.get('access-control-allow-origin'), plain.headers.get('vary')]).toEqual([null, 'Origin']);
  });

  test('3: OPTIONS is answered on every path', async () => {
    for (const path of ['/json', '/json/', '/json/sl_home_-lb', '/track/1/sl1', '/anything/else']) {
      const answer = await delivery.fetch(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://news.example', 'access-control-request-method': 'POST' },
      });
      expect([path, answer.status]).toEqual([path, 204]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': 'https://news.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      });
    }
  });

  test('5: slotName is returned exactly as requested, and only an exact name matches', async () => {
    expect((await adsFor('_home_-lb')).map(({ slotName }) => slotName)).toEqual(['_home_-lb']);
    expect(await adsFor('_HOME_-lb', ' _home_-lb', 'sl_home_-lb')).toEqual([]);
  });

  test('6 to 12: no null, IDs and sizes as text, extension with mediaType, no auctionable, adFormat present', async () => {
    const [ad] = await adsFor('_home_-lb');
    expect(JSON.stringify(ad)).not.toContain('null');
    for (const field of ['id', 'slotID', 'libId', 'orderId', 'adspaceId', 'priority', 'adFormat']) {
      expect(ad?.[field]).toBeTypeOf('string');
    }
    expect(ad?.['width']).toMatch(/^\d+$/);
    expect(ad?.extension['mediaType']).toBe('banner');
    expect(ad).not.toHaveProperty('auctionable');
    expect(ad).not.toHaveProperty('renderMode');
  });

  test('11: only the ad that no client could use is dropped', async () => {
    const bad = bookingRow(
      { id: 8, inventory: { positionIds: [12], locationIds: [], publicationIds: [], publisherIds: [] } },
      { id: 1001, creativeId: 9 },
    );
    const empty = creativeRow({ id: 9, file: null });
    await delivery.publish(snapshotRows({ bookings: [bookingRow(), bad], creatives: [creativeRow(), empty] }));
    expect((await adsFor('_home__2-lb', '_home_-lb')).map(({ slotName }) => slotName)).toEqual(['_home_-lb']);
    await delivery.publish(snapshotRows());
  });

  test("13 and 14: URLs are absolute and contain no '", async () => {
    await delivery.publish(snapshotRows({ creatives: [creativeRow({ clickUrl: "https://shop.example/l'été" })] }));
    const [ad] = await adsFor('_home_-lb');
    for (const field of ['impressionCounter', 'tracker', 'viewableImpressionCounter', 'url', 'clickTag']) {
      expect(ad?.[field]).toMatch(/^http:\/\/ads\.example\/[^'"\s]+$/);
    }
    await delivery.publish(snapshotRows());
  });

  test('25 to 28: malformed consent and URLs, mixed case, missing tl', async () => {
    const parameters = { xt: 'coxyz_mangled____', ur: '!!not base64', re: '%%%', TL: 'ALL' };
    const answer = await post({ slots: [{ slotname: '_home_-lb' }], parameters });
    expect(await answer.json()).toHaveLength(1);
  });

  test('36: a slot that is requested twice is answered once', async () => {
    expect(await adsFor('_home_-lb', '_home_-lb')).toHaveLength(1);
    expect(await (await delivery.fetch('/json/sl_home_-lb/sl_home_-lb')).json()).toHaveLength(1);
  });

  test('37 and 38: a trailing slash, no cookie and no user agent', async () => {
    const answer = await delivery.fetch('/json/', { method: 'POST', body: '{"slots":[{"slotname":"_home_-lb"}]}' });
    expect(await answer.json()).toHaveLength(1);
    const raw = await rawRequest(delivery.base, '/json/sl_home_-lb');
    expect([raw.status, raw.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('39: no redirect and no canonical host: an absolute request target is answered directly', async () => {
    expect((await rawRequest(delivery.base, 'http://ads-demo.adhese.com/json/sl_home_-lb')).status).toBe(200);
  });
});
