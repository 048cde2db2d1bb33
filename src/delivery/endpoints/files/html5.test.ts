import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openFolderStore } from '../../../platform/files/folder-store.ts';

const under = 'ab'.repeat(32);
const origin = 'https://creatives.example';
const host = { host: 'creatives.example' };
const creative = {
  kind: 'html5',
  html: null,
  file: { path: `html5/${under}/a/my=20page.html`, mime: 'text/html', bytes: 10 },
  clickUrl: 'https://shop.example/offer?a=1&b=2',
};

let delivery: TestDelivery;
let store: FileStore;

beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows({ creatives: [creativeRow(creative)] }), { creativeOrigin: origin });
  store = openFolderStore(delivery.dataFolder);
  for (const name of ['a/my=20page.html', 'a/banner.js', 'font.woff', 'icons.svg']) {
    await store.store(Buffer.from(name), name, { area: 'html5', under });
  }
});
afterAll(() => delivery?.close());

function get(path: string, headers: Record<string, string> = host, method = 'GET') {
  return rawRequest(delivery.base, `/html5/${under}/${path}`, { headers, method });
}

async function tagOf(change: Parameters<typeof creativeRow>[0] = {}): Promise<string> {
  await delivery.publish(snapshotRows({ creatives: [creativeRow({ ...creative, ...change })] }));
  const answer = await delivery.fetch('/json/sl_home_-lb/');
  const [ad] = (await answer.json()) as [{ tag: string; ext: string }];
  expect(ad.ext).toBe('js');
  return ad.tag;
}

describe('a file of an HTML5 creative', () => {
  test('is served by the creative origin, with an unlimited lifetime, in a sandbox that loads nothing else', async () => {
    const answer = await get('a/my%20page.html');
    expect([answer.status, answer.body]).toEqual([200, 'a/my=20page.html']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain(`script-src ${origin}/html5/${under}/ 'unsafe-inline'`);
    expect(policy).not.toMatch(/unsafe-eval|https:(?!\/\/creatives\.example\/html5\/)|\*/);
  });

  test.each([
    ['a/banner.js', 'text/javascript; charset=utf-8'],
    ['font.woff', 'font/woff'],
    ['icons.svg', 'image/svg+xml'],
  ])('%s is served with its type in the same sandbox', async (path, type) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox /);
  });

  test('is not served by another host name', async () => {
    const { host: own } = new URL(delivery.base);
    for (const other of [own, 'ads.example', 'creatives.example:8081', 'x.creatives.example', 'localhost']) {
      expect([other, (await get('a/banner.js', { host: other })).status]).toEqual([other, 404]);
    }
    expect((await get('a/banner.js', { host: 'CREATIVES.example' })).status).toBe(200);
  });

  test.each([
    '',
    '../x.js',
    'a/../a/banner.js',
    'a/%2e%2e/a/banner.js',
    'a%2fbanner.js%00',
    'a/my=20page.html',
    '%zz',
    '.incoming/x',
    'b.js',
  ])('%j does not resolve to a file', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('supports GET, HEAD and ranges only', async () => {
    expect((await get('a/banner.js', host, 'POST')).status).toBe(405);
    const range = await get('a/banner.js', { ...host, range: 'bytes=0-1' });
    expect([range.status, range.body]).toEqual([206, 'a/']);
    const known = await get('a/banner.js', { ...host, 'if-none-match': `"${under}-a/banner.js"` });
    expect(known.status).toBe(304);
  });

  test("rejects click URLs that are not Placard's", async () => {
    const page = 'a/my%20page.html?clickTag=';
    const own = encodeURIComponent('http://ads.example/raylene/sl10/IIx/ad1-7/UR');
    expect((await get(page + own)).status).toBe(200);
    for (const foreign of [
      'https://evil.example/',
      'javascript:alert(1)',
      'http://ads.example.evil.example/raylene/',
      '',
    ]) {
      expect([foreign, (await get(page + encodeURIComponent(foreign))).status]).toEqual([foreign, 400]);
    }
    expect((await get(`${page}${own}&clickTag=https://evil.example/`)).status).toBe(400);
  });
});

describe('the ad of an HTML5 creative', () => {
  test('is a sandboxed frame whose URL contains the signed click URL', async () => {
    const tag = await tagOf();
    const source = /<iframe src="([^"]+)" width="728" height="90" /.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(source.startsWith(`${origin}/html5/${under}/a/my%20page.html?clickTag=`)).toBe(true);
    expect(tag).toMatch(/sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"/);
    const clickTag = new URL(source).searchParams.get('clickTag') ?? '';
    const click = await rawRequest(delivery.base, clickTag.replace('http://ads.example', ''));
    expect([click.status, click.headers['location']]).toEqual([302, creative.clickUrl]);
    expect((await delivery.events()).map(({ kind }) => kind)).toEqual(['click']);
    const page = source.replace(origin, '');
    expect((await rawRequest(delivery.base, page, { headers: host })).status).toBe(200);
  });

  test('without a target opens the URL in its files', async () => {
    expect(await tagOf({ clickUrl: null })).toContain(`/my%20page.html" width=`);
  });

  test('has the macros of its target filled in once', async () => {
    const clickUrl = 'https://shop.example/?slot=[adheseSlot]&x=1';
    const source = /src="([^"]+)"/.exec(await tagOf({ clickUrl }))?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(source).not.toMatch(/\[|macro/);
    const clickTag = new URL(source).searchParams.get('clickTag') ?? '';
    const click = await rawRequest(delivery.base, clickTag.replace('http://ads.example', ''));
    expect(click.status).toBe(302);
    expect(String(click.headers['location'])).toMatch(/^https:\/\/shop\.example\/\?slot=[^&]*&x=1$/);
  });
});

test('without a creative origin there are no files and no ads', async () => {
  const closed = await startTestDelivery(snapshotRows({ creatives: [creativeRow(creative)] }));
  const ads = await (await closed.fetch('/json/sl_home_-lb/')).json();
  expect(ads).toEqual([]);
  const answer = await rawRequest(closed.base, `/html5/${under}/a/banner.js`, { headers: host });
  expect(answer.status).toBe(404);
  await closed.close();
});
