import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../../src/exchange/journal/delivery-event.ts';
import { openPreviewFolder } from '../../src/exchange/previews/preview-folder.ts';
import { writePreviewLink } from '../../src/exchange/previews/signed-preview-link.ts';
import { deriveKey } from '../../src/platform/keys/derive-key.ts';
import { createTextSigner } from '../../src/platform/keys/signed-text.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

const secret = randomBytes(32).toString('hex');
const target = 'http://shop.example/offer?a=1';

type Ad = { readonly tracker: string; readonly viewableImpressionCounter: string; readonly url: string };

describe('in Chromium, on a page of another site', () => {
  let delivery: TestDelivery;
  let browser: Browser;
  let page: Page;
  let site: Server;
  let taken = 0;

  beforeAll(async () => {
    const creatives = [creativeRow({ clickUrl: target, domains: ['shop.example'] })];
    delivery = await startTestDelivery(snapshotRows({ creatives }), { secret });
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A site</title><p>Text</p>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const to = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    browser = await launchChromium([
      { name: 'ads.example', to: new URL(delivery.base).host },
      { name: 'page.example', to },
      { name: 'shop.example', to },
    ]);
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
  });
  beforeEach(async () => {
    await page.goto('http://page.example/');
    taken = (await delivery.events()).length;
  });
  afterAll(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await delivery?.close();
  });

  async function ask(): Promise<Ad> {
    const ads = await page.evaluate(
      (url) => fetch(url, { credentials: 'include' }).then((answer) => answer.json()),
      'http://ads.example/json/sl_home_-lb',
    );
    return (ads as Ad[])[0] as Ad;
  }

  /** Waits for the given number of new events. */
  async function events(count: number): Promise<readonly DeliveryEvent[]> {
    const fresh = await waitUntil(`${count} events`, async () => {
      const all = (await delivery.events()).slice(taken);
      return all.length >= count ? all : null;
    });
    taken += fresh.length;
    return fresh;
  }

  test('journals images, beacons of every type, and fetches that outlive their page', async () => {
    const ad = await ask();
    await page.evaluate(async ({ tracker, viewableImpressionCounter }) => {
      const named = (name: string) => tracker.replace(/\/track\/(\d+)\//, `/track/$1-${name}/`);
      // An image request ends with its page, unlike the others.
      await new Promise((resolve) => {
        Object.assign(new Image(), { onload: resolve, onerror: resolve, src: tracker });
      });
      navigator.sendBeacon(viewableImpressionCounter);
      navigator.sendBeacon(named('start'), 'text');
      navigator.sendBeacon(named('midpoint'), new URLSearchParams({ a: '1' }));
      // This content type causes a preflight.
      navigator.sendBeacon(named('complete'), new Blob(['{}'], { type: 'application/json' }));
      void fetch(named('opened'), { method: 'POST', keepalive: true, mode: 'no-cors', body: 'x' });
    }, ad);
    await page.goto('about:blank');
    const seen = await events(6);
    expect(seen.map(({ kind, name, filtered }) => [name ?? kind, filtered]).sort()).toEqual(
      ['complete', 'impression', 'midpoint', 'opened', 'start', 'viewable'].map((name) => [name, null]),
    );
  });

  test('counts one click for a link and redirects, and the same with a ping of a link of the page', async () => {
    const ad = await ask();
    await page.evaluate(
      ([href = '']) => {
        document.body.innerHTML = `<a id="through" href="${href}">x</a>`;
      },
      [ad.url + target],
    );
    await page.click('#through');
    await page.waitForURL(target);
    expect(await events(1)).toMatchObject([{ kind: 'click', filtered: null }]);
    await page.goto('http://page.example/');
    const other = await ask();
    await page.evaluate(
      ([ping = '', href = '']) => {
        document.body.innerHTML = `<a id="direct" href="${href}" ping="${ping}">x</a>`;
      },
      [other.url, target],
    );
    await page.click('#direct');
    await page.waitForURL(target);
    expect(await events(1)).toMatchObject([{ kind: 'click', filtered: null }]);
  });

  test('counts nothing for a prerendered page', async () => {
    const ad = await ask();
    await page.evaluate((url) => fetch(url, { mode: 'no-cors', headers: {} }), ad.tracker);
    await events(1);
    const ahead = await ask();
    await page.evaluate((href) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'prefetch', href, as: 'document' });
      document.head.append(link);
    }, ahead.tracker);
    expect(await events(1)).toMatchObject([{ kind: 'impression', filtered: 'prefetch' }]);
  });

  test('shows the creative of a preview link in an isolated frame and counts nothing', async () => {
    const html =
      '<a href="[clickUrl]" target="_blank">Go</a><script>try { parent.document.title = "stolen"; } catch { document.body.append("kept out"); }</script>';
    const [format] = snapshotRows().formats;
    const creative = creativeRow({ id: 70, name: 'New', kind: 'html', file: null, html, clickUrl: target });
    if (format === undefined) throw new Error('No format');
    const name = await openPreviewFolder(delivery.dataFolder).keep({ creative, format });
    const signer = createTextSigner(deriveKey(secret, 'preview-link'));
    const link = writePreviewLink(signer, { name, expiresAt: Math.floor(Date.now() / 1000) + 60 });
    await page.goto(`http://ads.example/creatives/preview/${link}`);
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('body').textContent()).toContain('kept out');
    expect(await page.title()).toBe('Preview: New');
    const [popup] = await Promise.all([page.waitForEvent('popup'), frame.locator('a').click()]);
    await popup.waitForURL(target);
    expect((await delivery.events()).slice(taken)).toEqual([]);
  });
});
