import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { collectFaults, launchChromium } from '../support/browser/browser.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

const html = '<p class="ad">l\'été</p><script>try { parent.document.title = "changed"; } catch {}</script>';
const script = '<script async src="http://ads.example/placard.js"></script>';
const leaderboard = '<div data-placard="_home_-lb" data-size="728x90"></div>';
/** With its space reserved before the script has loaded. */
const reserved = '<div data-placard="_home_-lb" style="width:728px;min-height:90px"></div>';
const tall = '<div style="height:3000px"></div>';

let delivery: TestDelivery;
let browser: Browser;
let page: Page;
let faults: readonly string[];
let site: Server;
let body = '';
let requested: { slots: { slotname: string; parameters: object }[]; parameters: Record<string, unknown> }[] = [];

beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows({ creatives: [creativeRow({ kind: 'html', html, file: null })] }));
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium([
    { name: 'ads.example', to: new URL(delivery.base).host },
    { name: 'page.example', to: `127.0.0.1:${(site.address() as AddressInfo).port}` },
  ]);
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await delivery?.close();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.setDefaultTimeout(10_000);
  faults = collectFaults(page);
  requested = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/json')) requested.push(request.postDataJSON() as (typeof requested)[number]);
  });
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.close();
});

/** Opens a page of another site. */
async function open(content: string): Promise<void> {
  body = `<!doctype html><title>Page</title><body style="margin:0">${content}`;
  await page.goto('http://page.example/');
}

async function kindsSince(before: number): Promise<readonly string[]> {
  return (await delivery.events()).slice(before).map(({ kind }) => kind);
}

const adText = () => page.frameLocator('iframe').locator('.ad').textContent();

test('shows an ad in a frame that cannot change the page, and counts it once', async () => {
  const before = (await delivery.events()).length;
  await open(leaderboard + script);
  expect(await adText()).toBe("l'été");
  expect(await page.title()).toBe('Page');
  await waitUntil('two events', async () => (await kindsSince(before)).length === 2);
  expect(await kindsSince(before)).toEqual(['impression', 'viewable']);
  expect(requested).toEqual([{ slots: [{ slotname: '_home_-lb', parameters: {} }], parameters: {} }]);
});

test('an ad that is not visible for a second is not viewable', async () => {
  const before = (await delivery.events()).length;
  await open(`${leaderboard}${tall}${script}`);
  await adText();
  await page.evaluate('scrollTo(0, 2000)');
  await page.waitForTimeout(1_500);
  expect(await kindsSince(before)).toEqual(['impression']);
  await page.evaluate('scrollTo(0, 0)');
  await waitUntil('the viewable impression', async () => (await kindsSince(before)).includes('viewable'));
});

test('requests an ad when its slot is near the visible area', async () => {
  await open(`${tall}${leaderboard}${script}`);
  await page.waitForTimeout(500);
  expect(requested).toEqual([]);
  await page.evaluate('scrollTo(0, 2100)');
  expect(await adText()).toBe("l'été");
});

test('the slots of a page share a request, and a slot may occur several times', async () => {
  await open(`${leaderboard}<div data-placard="_home_-sky"></div>${leaderboard}${script}`);
  await expect.poll(() => page.locator('iframe').count()).toBe(2);
  // The browser reports the visibility of elements in any order.
  expect(requested.map(({ slots }) => slots.map(({ slotname }) => slotname).sort())).toEqual([
    ['_home_-lb', '_home_-sky'],
    ['_home_-lb'],
  ]);
});

test('sends key-values of the page and of slots, and the consent of the consent manager', async () => {
  await open(`
    <div data-placard="_home_-lb" data-parameters='{"section":"sport"}'></div>
    <script>
      window.__tcfapi = (command, version, callback) =>
        setTimeout(() => callback({ tcString: 'CQ', gdprApplies: true, eventStatus: 'useractioncomplete' }, true), 100);
      window.placard = [(placard) => placard.configure({ parameters: { lang: ['nl'] } })];
    </script>${script}`);
  await adText();
  expect(requested).toEqual([
    {
      slots: [{ slotname: '_home_-lb', parameters: { section: 'sport' } }],
      parameters: { lang: ['nl'], xt: ['CQ'], gdpr: ['1'] },
    },
  ]);
});

test('a slot without an ad keeps its space in the visible area and gives it up below', async () => {
  const empty = '<div data-placard="_home_-none" data-size="300x250"></div>';
  await open(`${empty}${tall}${empty.replace('<div', '<div id="below" data-lazy="9999"')}${script}`);
  await expect.poll(() => page.locator('#below').isHidden()).toBe(true);
  const [first] = await page.locator('[data-placard]').all();
  expect(await first?.boundingBox()).toMatchObject({ width: 300, height: 250 });
});

test('follows elements that a single-page application adds, renames and removes', async () => {
  await open(`<main></main>${script}`);
  await page.evaluate(`document.querySelector('main').innerHTML = '${leaderboard}'`);
  expect(await adText()).toBe("l'été");
  await page.evaluate("document.querySelector('[data-placard]').dataset.placard = '_home_-sky'");
  await expect.poll(() => requested.at(-1)?.slots[0]?.slotname).toBe('_home_-sky');
  const count = requested.length;
  await page.evaluate("document.querySelector('main').replaceChildren(); placard.refresh()");
  await page.waitForTimeout(300);
  expect(requested.length).toBe(count);
});

test('the element placard-ad shows an ad, also in a shadow tree, and follows its slot name', async () => {
  await open(`<main></main>${script}`);
  const content =
    '<placard-ad slot-name="_home_-lb" size="728x90" parameters="{&quot;section&quot;:&quot;sport&quot;}"></placard-ad>';
  await page.locator('main').evaluate((main, markup) => {
    main.attachShadow({ mode: 'open' }).innerHTML = markup;
  }, content);
  expect(await adText()).toBe("l'été");
  expect(requested[0]?.slots).toEqual([{ slotname: '_home_-lb', parameters: { section: 'sport' } }]);
  expect(await page.locator('placard-ad').boundingBox()).toMatchObject({ width: 728, height: 90 });
  await page.locator('placard-ad').evaluate((element) => element.setAttribute('slot-name', '_home_-sky'));
  await expect.poll(() => requested.at(-1)?.slots[0]?.slotname).toBe('_home_-sky');
});

test('shows the next ad after the time for which an ad was visible, up to the limit', async () => {
  await page.clock.install();
  const before = (await delivery.events()).length;
  await open(`<div data-placard="_home_-lb" data-refresh="20" data-max-refreshes="2"></div>${script}`);
  for (let shown = 1; shown <= 3; shown += 1) {
    await expect
      .poll(async () => (await kindsSince(before)).filter((kind) => kind === 'impression').length)
      .toBe(shown);
    await page.clock.runFor(21_000);
  }
  await page.waitForTimeout(300);
  const kinds = await kindsSince(before);
  expect(kinds.filter((kind) => kind === 'impression').length).toBe(3);
  expect(requested.length).toBe(3);
});

test('a page that draws an ad itself cancels its event', async () => {
  await open(`${leaderboard}<script>
    addEventListener('placard:ad', (event) => {
      event.preventDefault();
      event.target.innerHTML = '<b>own</b>';
    });
  </script>${script}${script}`);
  await expect.poll(() => page.locator('b').count()).toBe(1);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(requested.length).toBe(1);
});

test('the page does not move when ads appear', async () => {
  await open(`<script>
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  </script>${`${reserved}<p>text</p>`.repeat(2)}${script}`);
  await expect.poll(() => page.locator('iframe').count()).toBe(2);
  await page.waitForTimeout(300);
  expect(await page.evaluate('window.moved')).toBe(0);
});

test('is compressed, cached, and smaller than 4 kB', async () => {
  const size = brotliCompressSync(readFileSync(new URL('../../dist/tag/placard.js', import.meta.url))).length;
  expect(size).toBeLessThan(4_000);
  const get = (headers: Record<string, string>) => fetch(`${delivery.base}/placard.js`, { headers });
  const plain = await get({ 'accept-encoding': 'identity' });
  const text = await plain.text();
  for (const encoding of ['br', 'gzip']) {
    const encoded = await get({ 'accept-encoding': `${encoding}, deflate;q=0.5` });
    expect([encoded.headers.get('content-encoding'), await encoded.text()]).toEqual([encoding, text]);
  }
  expect((await get({ 'accept-encoding': 'br;q=0' })).headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('cache-control')).toContain('max-age=3600');
  const again = await get({ 'if-none-match': plain.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await fetch(`${delivery.base}/placard.js`, { method: 'POST', body: '' })).status).toBe(405);
});
