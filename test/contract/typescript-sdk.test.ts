import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mangledBySdk, readBySdk, readBySdkLite, readByStackPlugin } from './clients/typescript-sdk.ts';
import { bookedSlots, emptySlot } from './contract-account.ts';
import { type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

/** Parameters of a page, normalized like the SDK does. */
const mangled = Object.fromEntries(
  Object.entries({
    re: '',
    ur: Buffer.from('https://news.example/?a=b').toString('base64'),
    rn: '5364',
    dt: 'desktop',
    br: 'desktop',
    xt: 'CPxAbCdEfGh.IjKl.-_',
    kw: 'Red Wine',
  }).map(([key, value]) => [key, mangledBySdk(value)]),
);

describe('wire-protocol 5.4: the SDK for TypeScript', () => {
  test('POST: every kind of ad of a page in one call, valid for all versions', async () => {
    const { status, body } = await delivery.post(bookedSlots, { parameters: { ...mangled, list: ['a', 'b'] } });
    expect(status).toBe(200);
    for (const version of ['current', '1.7.0', '1.6.0'] as const) {
      expect([...readBySdk(body, version).keys()]).toEqual(bookedSlots);
    }
  });

  test('GET: slots in the path without parameters, after a preflight', async () => {
    const path = '/json/sl_home_-lb/sl_home_-sky';
    const headers = { origin: 'https://news.example', 'access-control-request-headers': 'content-type' };
    const preflight = await delivery.text(path, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type']);
    const { body } = await delivery.text(path, { headers: { 'content-type': 'application/json' } });
    expect([...readBySdk(body).keys()]).toEqual(['_home_-lb', '_home_-sky']);
  });

  test('sends: values are normalized, and targeting compares them in that form', async () => {
    await delivery.withFirst({}, { targeting: { key: 'kw', values: ['Red Wine'] } }, async () => {
      for (const kw of ['red_wine', 'Red Wine', ['x', 'RED-WINE']]) {
        expect(readBySdk((await delivery.post(['_home_-lb'], { parameters: { ...mangled, kw } })).body).size).toBe(1);
      }
      expect((await delivery.post(['_home_-lb'], { parameters: { ...mangled, kw: 'white' } })).body).toBe('[]');
    });
  });

  test('failure modes: always returns an array, and an empty one is the state `empty`', async () => {
    const { status, body } = await delivery.post([emptySlot], { parameters: mangled });
    expect([status, readBySdk(body).size]).toEqual([200, 0]);
  });

  test('rendering: markup is rendered, and the list of a stack is JSON for a hook of the page', async () => {
    const slots = readBySdk((await delivery.post(['_home_-sky', '_home_-stack'])).body);
    expect(slots.get('_home_-sky')).toMatchObject({ isRendered: true, width: 160 });
    expect(slots.get('_home_-stack')).toMatchObject({ isRendered: false, tag: [{ type: 'native' }] });
  });

  test('rendering: one line, so that collapsing white space changes nothing', async () => {
    const { tag } = readBySdk((await delivery.post(['_home_-lb'])).body).get('_home_-lb') ?? {};
    expect(String(tag).replace(/\s+/g, ' ')).toBe(tag);
  });

  test('preview: an array for each ID of the page, in which an ad overrides that of its format', async () => {
    const headers = { accept: 'application/json', origin: 'https://news.example' };
    const [shown, unknown] = await Promise.all(
      ['70', 'no-such-creative'].map((id) => delivery.text(`/creatives/preview/json/tag.do?id=${id}`, { headers })),
    );
    expect(shown?.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(JSON.parse(shown?.body ?? '')).toMatchObject([{ adType: 'lb' }]);
    expect([...readBySdk(shown?.body ?? '').values()]).toMatchObject([{ isRendered: true }]);
    expect([unknown?.status, unknown?.body]).toEqual([200, '[]']);
  });

  test('fetchAds on a server: JSON in tag is an object', async () => {
    await delivery.withFirst({ kind: 'html', html: '{"offer":1}', file: null }, {}, async () => {
      const slot = readBySdk((await delivery.post(['_home_-lb'])).body).get('_home_-lb');
      expect(slot).toMatchObject({ tag: { offer: 1 }, isRendered: false });
    });
  });

  test('batching: 50 slots of a page in one call, each answered at most once', async () => {
    const names = Array.from({ length: 50 }, (_, index) => bookedSlots[index] ?? `_none_${index}-lb`);
    expect([...readBySdk((await delivery.post(names)).body).keys()]).toEqual(bookedSlots);
  });

  test('tracking: the impression and the viewable impression are one event each', async () => {
    const slot = readBySdk((await delivery.post(['_home_-lb'])).body).get('_home_-lb');
    const events = await delivery.eventsOf(async () => {
      for (const address of [...(slot?.impressionUrls ?? []), slot?.viewableUrl]) await delivery.fetch(String(address));
    });
    expect(events.map(({ kind }) => kind)).toEqual(['impression', 'viewable']);
  });

  test('lite: one slot, values unchanged', async () => {
    const { body } = await delivery.post(['_home_-lb'], { parameters: { tl: 'all', ur: 'https://news.example/?a=b' } });
    expect(readBySdkLite(body)).toMatchObject({ slotName: '_home_-lb', adType: 'lb' });
  });

  test('devtools: the IDs of its links are texts and not "0"', async () => {
    const ad = readBySdkLite((await delivery.post(['_home_-lb'])).body);
    expect([ad?.['orderId'], ad?.['adspaceId'], ad?.['libId'], ad?.['id'], ad?.['ext']]).toEqual([
      '5',
      '60',
      '70',
      '1000',
      'png',
    ]);
  });
});

describe('wire-protocol 5.5: the plugin for stacks', () => {
  const stack = '/m/stack/sl_home_-stack/re/urhttps/rn77/dtdesktop/kwred,white/tlnone?max_ads=3';

  test('its two requests and the one for /json are valid, and the list is in tag', async () => {
    const [one, two] = [await delivery.text(stack), await delivery.text(stack)];
    expect(readByStackPlugin(one.body)).toHaveLength(1);
    expect(two.body).toBe(one.body);
    const slot = readBySdk((await delivery.post(['_home_-stack'])).body).get('_home_-stack');
    expect(readByStackPlugin(JSON.stringify({ ads: slot?.tag }))).toHaveLength(1);
  });

  test('its requests when the slot is displayed count each ad of the list once', async () => {
    const list = readByStackPlugin((await delivery.text(stack)).body);
    const slot = readBySdk((await delivery.post(['_home_-stack'])).body).get('_home_-stack');
    const events = await delivery.eventsOf(async () => {
      for (const address of [...(slot?.impressionUrls ?? []), ...list]) await delivery.fetch(String(address));
    });
    expect(events).toHaveLength(list.length);
  });
});

describe('wire-protocol 5.6: the plugins for user sync and VAST URLs', () => {
  test('user-sync: accepts events of a user from other sites with 2xx', async () => {
    const path = '/usersync/handlers/shop/user_sync?id=viewed,bought&u=abc&ttl=60';
    const { status, headers } = await delivery.text(path, { headers: { origin: 'https://news.example' } });
    expect([Math.floor(status / 100), headers.get('access-control-allow-origin')]).toEqual([2, 'https://news.example']);
  });

  test('vast-url: /ad/ of a video position returns VAST, and lists are comma-separated', async () => {
    const { status, headers, body } = await delivery.text('/ad/sl_film_-preroll/kwred,white/dtdesktop/tlnone');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(body).toMatch(/^<\?xml[^>]*><VAST version="3.0">/);
  });
});
