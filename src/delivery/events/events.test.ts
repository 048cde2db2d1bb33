import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { videoRows } from '../../../test/support/database/video-rows.ts';
import {
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';

type Ad = Record<'impressionCounter' | 'tracker' | 'viewableImpressionCounter' | 'url' | 'tag', string>;

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
let delivery: TestDelivery;
let taken = 0;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());
afterEach(() => delivery.setNow(null));

async function decideAd(slotName = '_home_-lb'): Promise<Ad> {
  const answer = await delivery.fetch(`/json/sl${slotName}`);
  return ((await answer.json()) as Ad[])[0] as Ad;
}

const pathOf = (address: string) => address.replace('http://ads.example', '');

/** Returns the events that were journalled since the last call. */
async function newEvents() {
  const events = await delivery.events();
  const fresh = events.slice(taken);
  taken = events.length;
  return fresh;
}

function call(address: string, options: Parameters<typeof rawRequest>[2] = {}) {
  return rawRequest(delivery.base, pathOf(address), options);
}

describe('wire-protocol 6: tracking', () => {
  test('an impression and a viewable impression are journalled before the pixel is sent', async () => {
    const ad = await decideAd();
    for (const address of [ad.impressionCounter, ad.viewableImpressionCounter]) {
      const answer = await delivery.fetch(address, { headers: { 'user-agent': browser } });
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/gif',
        'no-store',
      ]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(30);
    }
    const events = await newEvents();
    expect(events).toMatchObject([
      { kind: 'impression', filtered: null, adId: 1000, bookingId: 6, creativeId: 7, positionId: 10 },
      { kind: 'viewable', filtered: null },
    ]);
    expect(events[0]?.eventId).toMatch(/^[0-9a-f]{32}\.0\.impression$/);
  });

  test('trap 29: tracker and impressionCounter are one event', async () => {
    const ad = await decideAd();
    await call(ad.tracker);
    await call(ad.impressionCounter);
    const events = await newEvents();
    expect(events).toHaveLength(2);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('GET and POST count, and additional queries or segments are ignored', async () => {
    const ad = await decideAd();
    const token = /\/II([^/]+)/.exec(ad.tracker)?.[1];
    const targets = [
      `${ad.tracker}?t=1&adhche=2&pb_uuid=3`,
      `/track/1000//sl10/dtdesktop/ogcontrol/II${token}/tlall/A2127.0.0.1/?t=1`,
      `/track/1000/II${token}`,
    ];
    for (const target of targets) {
      for (const method of ['GET', 'POST']) {
        expect([target, method, (await call(target, { method })).status]).toEqual([target, method, 200]);
      }
    }
    expect(await newEvents()).toHaveLength(6);
    expect((await call(ad.tracker, { method: 'PUT' })).status).toBe(405);
  });

  test('every event is journalled under its name, with the token of the impression', async () => {
    const ad = await decideAd();
    const quartiles = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
    for (const event of [...quartiles, 'skip', 'error', 'q1', 'fullscreen', 'my_own.event']) {
      expect((await call(ad.tracker.replace('/1000/', `/1000-${event}/`))).status).toBe(200);
    }
    const events = await newEvents();
    expect(events.map(({ kind, name }) => [kind, name])).toEqual([
      ...[...quartiles, 'skip', 'error', 'firstQuartile', 'playerExpand'].map((name) => ['video', name]),
      ['custom', 'my_own.event'],
    ]);
    // An older name means the same event.
    expect(events[7]?.eventId).toBe(events[1]?.eventId);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(9);
  });

  test('the tracking URLs of a whole stack are accepted and count nothing', async () => {
    const ad = await decideAd();
    for (const event of ['stack', 'stack_view']) {
      expect((await call(ad.tracker.replace('/1000/', `/1000-${event}/`))).status).toBe(200);
    }
    expect(await newEvents()).toEqual([]);
  });

  test('a beacon counts with any body and type', async () => {
    const ad = await decideAd();
    const bodies = [undefined, '', 'x=1', '{"a":1}', 'x'.repeat(64 * 1024)];
    for (const body of bodies) {
      const answer = await delivery.fetch(ad.viewableImpressionCounter, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://page.example' },
        ...(body !== undefined && { body }),
      });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'https://page.example']);
    }
    expect((await newEvents()).map(({ kind }) => kind)).toEqual(Array(bodies.length).fill('viewable'));
  });

  test('invalid URLs return 404 and are not counted', async () => {
    const ad = await decideAd();
    const path = pathOf(ad.tracker);
    const token = /II([^/]+)/.exec(path)?.[1] ?? '';
    const targets = [
      path.replace('/1000/', '/1001/'),
      path.replace('/1000/', '/0/'),
      path.replace('/1000/', '/1e3/'),
      path.replace(token, token.slice(0, -1)),
      path.replace(token, `${token}A`),
      path.replace(token, `B${token.slice(1)}`),
      path.replace(token, token.toUpperCase()),
      path.replace(token, ''),
      path.replace(token, 'x'.repeat(5_000)),
      path.replace(token, '%00'),
      '/track',
      '/track/',
      '/track/1000',
      '/track/1000/sl10/II/',
    ];
    for (const target of targets) expect([target, (await call(target)).status]).toEqual([target, 404]);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const forged = token.slice(0, at) + other + token.slice(at + 1);
      expect((await call(path.replace(token, forged))).status).toBe(404);
    }
    expect(await newEvents()).toEqual([]);
  });

  test('events that are expired, by crawlers or by prefetching are journalled with their reason', async () => {
    const ad = await decideAd();
    await call(ad.tracker, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } });
    await call(ad.tracker, { headers: { 'user-agent': browser, 'sec-purpose': 'prefetch;prerender' } });
    await call(ad.tracker, { headers: { 'user-agent': browser, purpose: 'prefetch' } });
    delivery.setNow(Date.now() + 60 * 60 * 1000 - 5_000);
    await call(ad.tracker);
    delivery.setNow(Date.now() + 60 * 60 * 1000 + 5_000);
    await call(ad.tracker);
    expect((await newEvents()).map(({ filtered }) => filtered)).toEqual([
      'bot',
      'prefetch',
      'prefetch',
      null,
      'expired',
    ]);
  });

  test('video events count for four hours and screen events for thirty days', async () => {
    const rows = snapshotRows();
    await delivery.publish(videoRows());
    const video = await decideAd('_home_-video');
    await delivery.publish({
      ...rows,
      locations: [{ ...rows.locations[0], kind: 'screen' }],
    } as unknown as typeof rows);
    const screen = await decideAd();
    const start = Date.now();
    for (const [ad, windowMs] of [
      [video, 4 * 60 * 60 * 1000],
      [screen, 30 * 24 * 60 * 60 * 1000],
    ] as const) {
      delivery.setNow(start + windowMs - 5_000);
      await call(ad.tracker);
      await call(ad.tracker.replace('/1000/', '/1000-complete/'));
      delivery.setNow(start + windowMs + 5_000);
      await call(ad.viewableImpressionCounter);
    }
    const what = (await newEvents()).map(({ filtered, window, atMs }) => [filtered, window, atMs > start]);
    expect(what).toEqual([
      ...[null, null, 'expired'].map((filtered) => [filtered, 'video', true]),
      ...[null, null, 'expired'].map((filtered) => [filtered, 'screen', true]),
    ]);
    await delivery.publish(snapshotRows());
  });

  test('apps, players, back ends and screens count, with or without a user agent', async () => {
    const ad = await decideAd();
    const agents = ['okhttp/4.9.0', 'Dalvik/2.1.0 (Linux; U; Android 10)', 'curl/7.88.1', 'node', 'BrightSign/8.0'];
    const headless = browser.replace('Chrome/', 'HeadlessChrome/');
    for (const agent of [...agents, headless, '']) await call(ad.tracker, { headers: { 'user-agent': agent } });
    await call(ad.tracker);
    expect((await newEvents()).map(({ filtered }) => filtered)).toEqual(Array(8).fill(null));
  });
});

describe('wire-protocol 5.9 and 6: clicks', () => {
  const own = 'https://shop.example/offer?a=1&b=2';

  test('the click counts and redirects to the creative’s own target', async () => {
    const ad = await decideAd();
    const href = /href="([^"]+)"/.exec(ad.tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await call(href, { headers: { 'user-agent': browser } });
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
      302,
      own,
      'no-store',
    ]);
    expect(await newEvents()).toMatchObject([{ kind: 'click', filtered: null, adId: 1000 }]);
  });

  test('HEAD returns the target without counting, for link checkers', async () => {
    const ad = await decideAd();
    const answer = await call(ad.url + own, { method: 'HEAD' });
    expect([answer.status, answer.headers['location']]).toEqual([302, own]);
    expect((await call(ad.url, { method: 'HEAD' })).status).toBe(200);
    expect(await newEvents()).toEqual([]);
  });

  test.each([
    ['raw', own],
    ['unencoded after a slash', `/${own}`],
    ['percent-encoded', encodeURIComponent(own)],
    ['percent-encoded after a slash', `/${encodeURIComponent(own)}`],
    ['percent-encoded in lowercase', encodeURIComponent(own).toLowerCase()],
    ['with its slashes merged by a proxy', own.replace('//', '/')],
  ])('a target %s is accepted', async (_how, target) => {
    const ad = await decideAd();
    const answer = await call(ad.url + target);
    expect([answer.status, answer.headers['location']]).toEqual([302, own]);
    expect(await newEvents()).toHaveLength(1);
  });

  test.each([
    ['redirects unchanged', (address: string) => address],
    ['encodes once and decodes in its redirect', (address: string) => decodeURIComponent(encodeURIComponent(address))],
    [
      'encodes the target again',
      (address: string) => address.replace(own, encodeURIComponent(encodeURIComponent(own))),
    ],
    [
      'appends a query to an encoded target',
      (address: string) => `${address.replace(own, encodeURIComponent(own))}?clid=1&x=https://evil.example`,
    ],
    ['merges slashes', (address: string) => address.replace('https://shop', 'https:/shop')],
  ])('a third party before the click URL that %s', async (_how, sendOn) => {
    const ad = await decideAd();
    const answer = await call(sendOn(pathOf(ad.url + own)));
    expect([answer.status, answer.headers['location']]).toEqual([302, own]);
    expect(await newEvents()).toMatchObject([{ kind: 'click', filtered: null }]);
  });

  test('POST is a click, as sent by browsers for a ping', async () => {
    const ad = await decideAd();
    const options = { method: 'POST', headers: { 'content-type': 'text/ping', 'user-agent': browser } };
    expect((await call(ad.url, options)).status).toBe(200);
    expect((await call(ad.url + own, options)).status).toBe(302);
    expect((await call(ad.url, { method: 'DELETE' })).status).toBe(405);
    expect((await newEvents()).map(({ kind }) => kind)).toEqual(['click', 'click']);
  });

  test('a target on the creative’s domains, or a subdomain, is allowed', async () => {
    const ad = await decideAd();
    for (const target of ['https://shop.example/other', 'http://www.shop.example/', 'https://SHOP.example/x?y=é']) {
      expect([target, (await call(ad.url + encodeURI(target))).status]).toEqual([target, 302]);
    }
    await newEvents();
  });

  test('any other target is rejected without a redirect and without counting', async () => {
    const ad = await decideAd();
    const targets = [
      'https://evil.example/',
      'https://notshop.example/',
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      'https://evil.example\\@shop.example/',
      'https:///evil.example',
      '//evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example/',
      'shop.example/',
      'https%3A%2F%2Fevil.example',
      'https%252525253A%2F%2Fshop.example',
      'https://[',
      'https%3A%2',
      'http://',
    ];
    for (const target of targets) {
      const answer = await call(ad.url + target);
      expect([target, answer.status, answer.headers['location']]).toEqual([target, 400, undefined]);
    }
    expect(await newEvents()).toEqual([]);
  });

  test('no header can be injected into the redirect', async () => {
    const ad = await decideAd();
    for (const target of [`${own}%0d%0aset-cookie:x=1`, encodeURIComponent(`${own}\r\nset-cookie:x=1`)]) {
      const answer = await call(ad.url + target);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['location'] ?? '').not.toMatch(/[\r\n]/);
    }
    await newEvents();
  });

  test('trap 30: a click without a target counts and returns 200, with and without UR', async () => {
    const ad = await decideAd();
    for (const address of [
      ad.url,
      `${ad.url}/`,
      `${ad.url}?t=1`,
      ad.url.replace(/\/UR$/, ''),
      ad.url.replace(/UR$/, ''),
    ]) {
      expect([address, (await call(address)).status]).toEqual([address, 200]);
    }
    expect(await newEvents()).toHaveLength(5);
  });

  test('an invalid token does not redirect', async () => {
    const ad = await decideAd();
    const forged = ad.url.replace(/II.{5}/, 'IIAAAAA');
    expect((await call(forged + own)).status).toBe(404);
    for (const [part, other] of [
      ['ad1000-7', 'ad1001-7'],
      ['ad1000-7', 'ad1000-8'],
      ['ad1000-7', 'ad1000'],
      ['sl10', 'sl11'],
      ['/UR', '/U'],
      ['/UR', '/u/'],
    ] as const) {
      expect([other, (await call(ad.url.replace(part, other) + own)).status]).toEqual([other, 404]);
    }
    expect((await call(`/raylene/UR${own}`)).status).toBe(404);
    expect(await newEvents()).toEqual([]);
  });

  test('a click reaches its target after its booking and creative were removed', async () => {
    const ad = await decideAd();
    await delivery.publish(snapshotRows({ bookings: [], creatives: [] }));
    const answer = await call(ad.url + own);
    expect([answer.status, answer.headers['location']]).toEqual([302, own]);
    expect((await call(`${ad.url}https://shop.example/other`)).status).toBe(400);
    await delivery.publish(snapshotRows());
    await newEvents();
  });

  test('a target with all kinds of characters is unchanged', async () => {
    const clickUrl = 'https://shop.example/a/../b/it\'s (new)?q="50%25"&u=https://x.example/?y#part';
    await delivery.publish(snapshotRows({ creatives: [creativeRow({ clickUrl, domains: [] })] }));
    const ad = await decideAd();
    const href = /href="([^"]+)"/.exec(ad.tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
    // Requested like by a browser: resolved, and without a fragment.
    const seen = new URL(href);
    const answer = await call(seen.pathname + seen.search);
    expect([answer.status, answer.headers['location']]).toEqual([302, new URL(clickUrl).href]);
    await delivery.publish(snapshotRows());
    await newEvents();
  });
});

describe('if the journal cannot be written', () => {
  test('events return 503 with Retry-After, ads continue, and clicks are redirected', async () => {
    const blocked = await startTestDelivery();
    const journal = join(blocked.dataFolder, 'journal');
    // A file at the path of the folder fails for every user, also root.
    await rm(journal, { recursive: true, force: true });
    await writeFile(journal, '');
    const [ad] = (await (await blocked.fetch('/json/sl_home_-lb')).json()) as Ad[];
    const refused = await blocked.fetch(ad?.tracker ?? '');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await blocked.fetch(ad?.url ?? '')).status).toBe(503);
    expect((await blocked.fetch(`${ad?.url}https://shop.example/offer?a=1&b=2`)).status).toBe(302);
    expect((await blocked.fetch('/json/sl_home_-lb')).status).toBe(200);
    await rm(journal);
    await mkdir(journal);
    await expect.poll(async () => (await blocked.fetch(ad?.tracker ?? '')).status).toBe(200);
    expect(await blocked.events()).toMatchObject([{ kind: 'impression' }]);
    await blocked.close();
  });
});
