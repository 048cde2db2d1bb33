import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

const html = '<p class="ad">l\'été</p><script>window.ran = (window.ran || 0) + 1;</script>';
const address = 'http://ads.example/ad/sl_home_-lb/tlall/?t=1';
const noAd = 'http://ads.example/ad/sl_home_-sky/?t=1';

/** Like AMP, writes the script after the element `c` before a listener is added. */
const ampPage = (source: string) => `<!doctype html><title>AMP</title><div id="c"><script>
  document.write('<script src="${source}"><' + '/script>');
  document.querySelector('#c').addEventListener('adhLoaded', (event) => { window.told = event.detail; });
</script></div>`;

describe('the script of /ad/ in Chromium', () => {
  let delivery: TestDelivery;
  let browser: Browser;
  let page: Page;
  let site: Server;
  let body = '';

  beforeAll(async () => {
    const creatives = [creativeRow({ kind: 'html', html, file: null })];
    delivery = await startTestDelivery(snapshotRows({ creatives }));
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    browser = await launchChromium([
      { name: 'ads.example', to: new URL(delivery.base).host },
      { name: 'page.example', to: `127.0.0.1:${port}` },
    ]);
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
  });
  afterAll(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await delivery?.close();
  });

  /** Opens a page of another site. */
  async function open(html: string): Promise<void> {
    body = html;
    await page.goto('http://page.example/');
  }

  async function expectOneAd(): Promise<void> {
    await page.waitForSelector('.ad');
    expect(await page.locator('.ad').allTextContents()).toEqual(["l'été"]);
    expect(await page.evaluate('window.ran')).toBe(1);
  }

  test('AMP receives the size of an ad', async () => {
    await open(ampPage(address));
    await expectOneAd();
    expect(await page.evaluate('window.told')).toEqual({ isReady: true, width: 728, height: 90 });
    expect(await page.locator('#c .ad').count()).toBe(1);
  });

  test('AMP receives the absence of an ad', async () => {
    await open(ampPage(noAd));
    await waitUntil('the event', async () => (await page.evaluate('window.told')) !== undefined);
    expect(await page.evaluate('window.told')).toEqual({ isReady: false });
  });

  test.each([
    [
      'a blocking script writes the ad at its own position',
      `<p>before</p><script src="${address}"></script><p>after</p>`,
    ],
    ['a deferred script inserts it there', `<p>before</p><script defer src="${address}"></script><p>after</p>`],
    ['an asynchronous script inserts it there', `<p>before</p><script async src="${address}"></script><p>after</p>`],
    [
      'a script added by a script inserts it there',
      `<p>before</p><i></i><p>after</p><script>
        const script = document.createElement('script');
        script.src = '${address}';
        document.querySelector('i').replaceWith(script);
      </script>`,
    ],
  ])('%s', async (_what, body) => {
    await open(`<!doctype html><title>Page</title>${body}`);
    await expectOneAd();
    expect(await page.locator('p').allTextContents()).toEqual(['before', "l'été", 'after']);
  });

  test('is a separate page in a frame, and every view was counted once', async () => {
    await open(`<!doctype html><title>Page</title><iframe src="${address}"></iframe>`);
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('.ad').textContent()).toBe("l'été");
    const counted = async () => (await delivery.events()).filter(({ kind }) => kind === 'impression');
    await waitUntil('six impressions', async () => (await counted()).length === 6);
    expect(new Set((await counted()).map(({ eventId }) => eventId)).size).toBe(6);
  });
});
