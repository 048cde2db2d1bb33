import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../support/server/test-delivery.ts';
import { clickByAndroid, readByAndroid, readByVastWrapper, runInAmp } from './clients/apps-and-pages.ts';
import { readByOldServerInGo, readByServerInGo } from './clients/prebid-server.ts';
import { mangledBySdk, readBySdk, readByStackPlugin } from './clients/typescript-sdk.ts';
import { bookedSlots, emptySlot } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

/* Typical server errors, by the numbers of wire-protocol 12(c): bids, requests, tracking and other responses. */

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

const origin = 'https://news.example';

describe('wire-protocol 12(c): Prebid Server', () => {
  const imp = { id: 'i/1 é', banner: { w: 728, h: 90 }, ext: { adhese: { SL: ['_home_-lb'] } } };
  const ask = (request: object) => delivery.text('/openrtb2', { method: 'POST', body: JSON.stringify(request) });

  test('trap 22: ext.adhese has text values, the imp is echoed, with crid, a deal at price 0, and the requested currency', async () => {
    const request = { id: 'r1', imp: [imp], cur: ['SEK', 'EUR'] };
    expect(readByServerInGo(await ask(request), request)).toMatchObject({
      impId: 'i/1 é',
      creativeId: '70',
      price: 2.5,
    });
    const free = { ...request, imp: [{ ...imp, ext: { adhese: { SL: ['_home__2-lb'] } } }] };
    expect(readByServerInGo(await ask(free), free)).toMatchObject({ price: 0, dealId: '5' });
    expect((await ask({ ...request, cur: ['USD'] })).status).toBe(204);
  });

  test('trap 23: returns one kind of ad and never the second impression', async () => {
    const both = {
      id: 'r1',
      imp: [
        { ...imp, video: { mimes: ['video/mp4'] } },
        { ...imp, id: 'i2' },
      ],
      cur: ['EUR'],
    };
    const { body } = await ask(both);
    const answer = JSON.parse(body) as { seatbid: { bid: { impid: string; mtype: number }[] }[] };
    expect(answer.seatbid.flatMap(({ bid }) => bid)).toMatchObject([{ impid: 'i/1 é', mtype: 1 }]);
    const nothing = { ...imp, ext: { adhese: { SL: [emptySlot] } } };
    expect((await ask({ ...both, imp: [nothing, { ...imp, id: 'i2' }] })).status).toBe(204);
  });

  test('trap 24: the old adapter gets sizes and price as texts, and an origin', async () => {
    expect(readByOldServerInGo(await delivery.text('/json/sl_home_-lb/xt/xfa'))).toMatchObject({ price: 2.5 });
  });
});

describe('wire-protocol 12(c): the request', () => {
  test('trap 25: a consent string or URL mangled by the SDK is not an error and gives no consent', async () => {
    const parameters = Object.fromEntries(
      ['xt', 'ur', 're'].map((key) => [key, mangledBySdk('CPxAbC.dEf=/+https://news.example/?a')]),
    );
    await delivery.withFirst({}, { caps: [{ scope: 'day', most: 1 }] }, async () => {
      expect(await delivery.post(['_home_-lb', '_home_-sky'], { parameters })).toMatchObject({
        status: 200,
        body: expect.stringMatching(/^\[\{"slotName":"_home_-sky"/),
      });
    });
  });

  test('trap 26: compares values folded and case-insensitively on both sides', async () => {
    await delivery.withFirst({}, { targeting: { key: 'kw', values: ['Rood-Wijn'] } }, async () => {
      for (const kw of ['rood_wijn', 'Rood-Wijn', 'ROOD WIJN']) {
        expect(adsIn(await delivery.post(['_home_-lb'], { parameters: { kw } }))).toHaveLength(1);
      }
    });
  });

  test('trap 27: accepts prefix-only and empty segments, both separators, unescaped characters, and split base64', async () => {
    for (const path of [
      '/json/re/ur/sl_home_-lb',
      '/json//sl_home_-lb//kwa;b//',
      '/json/sl_home_-lb/kwa,b,c/?t=0.123',
      '/json/sl_home_-lb/xfYQ==/kwa=b/br%20Chrome',
      '/json/sl_home_-lb/urYT8/Pz8+/Ly8=/tlnone',
      '/json/sl_home_-lb/%/%ZZ/kw%E0%A4/x',
    ]) {
      const { status, body } = await rawRequest(delivery.base, path);
      expect([path, status, adsIn({ body }).length]).toEqual([path, 200, 1]);
    }
  });

  test('trap 28: without tl there are ads without consent', async () => {
    expect(adsIn(await delivery.post(['_home_-lb']))).toHaveLength(1);
    await delivery.withFirst({}, { targeting: { fact: 'consent', values: ['granted'] } }, async () => {
      expect((await delivery.post(['_home_-lb'])).body).toBe('[]');
      expect(adsIn(await delivery.post(['_home_-lb'], { parameters: { tl: 'all' } }))).toHaveLength(1);
    });
  });

  test('trap 36: a repeated slot is answered once', async () => {
    expect(adsIn(await delivery.post(['_home_-lb', '_home_-sky', '_home_-lb']))).toHaveLength(2);
    expect(adsIn(await delivery.text('/json/sl_home_-lb/sl_home_-sky/sl_home_-lb'))).toHaveLength(2);
  });

  test('trap 37: /json and /json/', async () => {
    for (const path of ['/json', '/json/', '/json?t=1', '/json/?t=1']) {
      const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }] });
      expect(adsIn(await delivery.text(path, { method: 'POST', body }))).toHaveLength(1);
    }
  });

  test('trap 38: requires no cookies, user agent or other headers', async () => {
    const { status, body } = await rawRequest(delivery.base, '/json/sl_home_-lb');
    expect([status, adsIn({ body }).length]).toEqual([200, 1]);
  });

  test('trap 39: never redirects, for any host and scheme of a proxy', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { host: 'other.example', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'ads.example', origin };
      const { status } = await rawRequest(delivery.base, '/json/sl_home_-lb', { method, headers });
      expect([method, status]).toEqual([method, method === 'GET' ? 200 : 204]);
    }
    const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }] });
    expect(
      (await delivery.text('/json', { method: 'POST', body, headers: { 'x-forwarded-proto': 'http' } })).status,
    ).toBe(200);
  });
});

describe('wire-protocol 12(c): tracking', () => {
  test('trap 29: tracker and impressionCounter of one ad count once', async () => {
    const [ad] = adsIn(await delivery.post(['_home_-lb']));
    const events = await delivery.eventsOf(async () => {
      for (const field of ['impressionCounter', 'tracker']) {
        expect((await delivery.fetch(`${ad?.[field]}?t=${field}`)).status).toBe(200);
      }
    });
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('trap 30: a click requires no target, with and without /UR', async () => {
    const [shown] = readByAndroid((await delivery.text('/json/sl_home_-lb/tlnone/deAndroid')).body);
    const [, address = ''] = /href="([^"]+)"/.exec(shown?.markup ?? '') ?? [];
    const { called } = clickByAndroid(address);
    for (const url of [called, `${called}/UR`, `${called}/UR/`, `${called}/UR?t=1`]) {
      expect((await delivery.fetch(url)).status).toBe(200);
    }
  });
});

describe('wire-protocol 12(c): other responses', () => {
  test('trap 31: jsonp without an ad has one element with an empty document', async () => {
    const { body } = await delivery.text(`/jsonp/a.parseVastJson/sl${emptySlot}/?t=1`);
    expect(readByVastWrapper(body)).toBeNull();
    expect(body).toContain('<VAST version=\\"3.0\\"/>');
  });

  test('trap 32: the script of /ad/ reports its ad to AMP', async () => {
    expect(runInAmp((await delivery.text('/ad/sl_home_-sky/tlall/')).body)).toMatchObject({ isReady: true });
  });

  test('trap 33: a stack is part of /json, and its list has type and native.ver', async () => {
    const { body } = await delivery.text('/m/stack/sl_home_-stack?max_ads=3');
    expect(readByStackPlugin(body)).toHaveLength(1);
    const slot = readBySdk((await delivery.post(['_home_-stack'])).body).get('_home_-stack');
    expect(slot).toMatchObject({
      tag: [{ type: 'native', native: { ver: '1.2' } }],
      impressionUrls: [expect.any(String)],
    });
  });

  test('trap 34: a preview is an array, and its adType the format code', async () => {
    const { status, body } = await delivery.text('/creatives/preview/json/tag.do?id=72', { headers: { origin } });
    expect([status, adsIn({ body }).map((ad) => ad['adType'])]).toEqual([200, ['sky']]);
    expect(readBySdk(body).size).toBe(1);
    expect(await delivery.text('/creatives/preview/json/tag.do?id=99999')).toMatchObject({ status: 200, body: '[]' });
  });

  test.each(['123', 'true', 'null', '"text"', "'text'", ' 7 '])(
    'trap 35: %s as markup is still rendered',
    async (html) => {
      await delivery.withFirst({ kind: 'html', html, file: null }, {}, async () => {
        const { body } = await delivery.post(bookedSlots);
        const slot = readBySdk(body).get('_home_-lb');
        expect([slot?.isRendered, String(slot?.tag).includes(html.trim())]).toEqual([true, true]);
        expect(readByAndroid((await delivery.text('/json/sl_home_-lb/deAndroid')).body)).toHaveLength(1);
      });
    },
  );

  test.each(['{"offer":1}', "[{'offer':1}]"])('trap 35: %s stays JSON for a hook of the page', async (html) => {
    await delivery.withFirst({ kind: 'html', html, file: null }, {}, async () => {
      expect(adsIn(await delivery.post(['_home_-lb']))[0]).toMatchObject({ tag: html });
    });
  });
});
