import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTcfString } from '../../../../test/support/media-files/write-tcf-string.ts';
import {
  bookingRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { readSyncCookies } from './sync-cookies.ts';

const userSyncPartners = [
  { name: 'acme', url: 'https://match.acme.example/?to={redirect}&gdpr={gdpr}&c={consent}' },
  { name: 'other', url: 'https://other.example/sync' },
];
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows(), { deliveryUrl: 'https://ads.example', userSyncPartners });
});
afterAll(() => delivery.close());

const callOf =
  (of: TestDelivery) =>
  async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await of.fetch(path.replace('https://ads.example', ''), { method, headers });
    const { status } = answer;
    return { status, headers: answer.headers, cookies: answer.headers.getSetCookie(), text: await answer.text() };
  };
const call = (path: string, headers?: Record<string, string>, method?: string) =>
  callOf(delivery)(path, headers, method);
const images = (text: string) =>
  [...text.matchAll(/<img src="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
const rules = 'Path=/; HttpOnly; SameSite=None; Secure';

describe('wire-protocol 5.1: the page of Prebid.js', () => {
  const page = '/iframe/user_sync.html?account=demo';

  test('calls every partner with the stated consent', async () => {
    const consent = writeTcfString([1, 2, 3, 4]);
    const answer = await call(`${page}&gdpr=1&consentString=${consent}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const redirect = encodeURIComponent('https://ads.example/handlers/acme/user_sync?tl=all&u=');
    expect(images(answer.text)).toEqual([
      `https://match.acme.example/?to=${redirect}&gdpr=1&c=${consent}`,
      'https://other.example/sync',
    ]);
    expect(images((await call(`${page}&tl=all`)).text)).toHaveLength(2);
  });

  test.each([
    '',
    '&tl=none',
    '&gdpr=1&consentString=',
    '&gdpr=1&consentString=mangled',
    `&consentString=${'A'.repeat(4_000)}`,
  ])('calls no partner without consent (%s), and returns a page', async (query) => {
    const answer = await call(page + query);
    expect([answer.status, images(answer.text), answer.cookies]).toEqual([200, [], []]);
  });
});

describe('wire-protocol 5.7: the handlers', () => {
  test('store the identifier of a partner, for pages of any site', async () => {
    const answer = await call('/handlers/acme/user_sync?tl=all&u=abc-123');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(answer.cookies).toEqual([`placard-user-acme=abc-123; Max-Age=15552000; ${rules}`]);
  });

  test('store an identifier in any script and return it unchanged', async () => {
    const identifier = 'Мария 7;é';
    const answer = await call(`/handlers/acme/user_sync?tl=all&u=${encodeURIComponent(identifier)}`);
    const [cookie = ''] = answer.cookies;
    expect(readSyncCookies(cookie.split(';', 1)[0]).users).toEqual(new Map([['acme', identifier]]));
  });

  test('remove it when consent is withdrawn, and store nothing without consent', async () => {
    expect((await call('/handlers/acme/user_sync?tl=none&u=abc')).cookies).toEqual([
      `placard-user-acme=; Max-Age=0; ${rules}`,
    ]);
    for (const query of [
      'u=abc',
      'tl=all',
      'tl=all&u=',
      'tl=all&u=00000000-0000',
      'tl=all&u=unknown',
      `tl=all&u=${'x'.repeat(257)}`,
    ]) {
      const answer = await call(`/handlers/acme/user_sync?${query}`);
      expect([query, answer.status, answer.cookies]).toEqual([query, 200, []]);
    }
    const stranger = await call('/handlers/stranger/user_sync?tl=all&u=abc');
    expect([stranger.status, stranger.cookies]).toEqual([200, []]);
  });

  test('redirect the browser only to the named partner', async () => {
    const found = await call('/handlers/other/user_sync_discovery?domain=page.example&tl=all');
    expect([found.status, found.headers.get('location')]).toEqual([302, 'https://other.example/sync']);
    for (const path of ['other/user_sync_discovery?domain=x&tl=none', 'evil.example/user_sync_discovery?tl=all']) {
      expect([path, (await call(`/handlers/${path}`)).status]).toEqual([path, 200]);
    }
    for (const path of ['/handlers', '/handlers/acme', '/iframe/', '/usersync/x', '/usersync/handlers/a/b']) {
      expect([path, (await call(path)).status]).toEqual([path, 404]);
    }
    expect((await call('/handlers/acme/user_sync?tl=all&u=1', {}, 'POST')).status).toBe(405);
  });
});

describe('wire-protocol 5.6: the user-sync plugin', () => {
  const path = '/usersync/handlers/shop/user_sync';

  test('stores events for the stated minutes, with CORS', async () => {
    const answer = await call(`${path}?id=viewed-12,cart&u=me&ttl=60`, { origin: 'https://page.example' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, 'https://page.example']);
    expect(answer.cookies).toEqual([
      `placard-event-viewed-12=1; Max-Age=3600; ${rules}`,
      `placard-event-cart=1; Max-Age=3600; ${rules}`,
    ]);
  });

  test.each([
    'tl=none&id=a',
    'gdpr_consent=mangled&id=a',
    `gdpr_consent=${writeTcfString([1, 4])}&id=a`,
    'id=',
    'id=a%20b',
    'id=a;b',
    'id=a&ttl=0',
    'id=a&ttl=-1',
    'id=a&ttl=x',
    '',
  ])('%s is answered and stores nothing', async (query) => {
    const answer = await call(`${path}?${query}`);
    expect([answer.status, answer.cookies]).toEqual([204, []]);
  });

  test('limits the number of cookies', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `e${n}`);
    expect((await call(`${path}?id=${names.join(',')}`)).cookies).toHaveLength(20);
    const cookie = Array.from({ length: 49 }, (_, n) => `placard-event-old${n}=1`).join('; ');
    const answer = await call(`${path}?id=old3,new1,new2`, { cookie });
    expect(answer.cookies.map((text) => text.split('=')[0])).toEqual(['placard-event-old3', 'placard-event-new1']);
  });

  test('events are segments of the browser with consent, for any booking', async () => {
    const targeting = { fact: 'segment', values: ['cart'] };
    const rows = snapshotRows({ bookings: [bookingRow({ targeting })] });
    for (const fastPath of [true, false]) {
      const targeted = await startTestDelivery(rows, { fastPath });
      const ads = async (path: string, cookie: string) =>
        JSON.parse((await callOf(targeted)(path, { cookie })).text).length;
      expect(await ads('/json/sl_home_-lb/tlall', 'x=1; placard-event-cart=1')).toBe(1);
      expect(await ads('/json/sl_home_-lb/tlall', 'placard-event-other=1')).toBe(0);
      expect(await ads('/json/sl_home_-lb', 'placard-event-cart=1')).toBe(0);
      await targeted.close();
    }
  });

  test('an identifier of a sync counts views for a cap, and an identifier of the request takes precedence', async () => {
    const rows = snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 1 }] })] });
    const capped = await startTestDelivery(rows);
    const ads = async (path: string, cookie: string) =>
      JSON.parse((await callOf(capped)(path, { cookie })).text).length;
    const answers = [];
    for (const [path, cookie] of [
      ['/json/sl_home_-lb/tlall', 'placard-user-acme=a'],
      ['/json/sl_home_-lb/tlall', 'placard-user-acme=a'],
      ['/json/sl_home_-lb/tlall', 'placard-user-acme=b'],
      ['/json/sl_home_-lb/tlall/uime', 'placard-user-acme=a'],
      ['/json/sl_home_-lb', 'placard-user-acme=c'],
    ] as const) {
      answers.push(await ads(path, cookie));
    }
    expect(answers).toEqual([1, 0, 1, 1, 0]);
    await capped.close();
  });
});
