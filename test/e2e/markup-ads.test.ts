import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { createByApi } from '../support/fixtures/call-placard.ts';
import { type Approve, startFourEyes } from '../support/fixtures/four-eyes.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { offerHtml, offerTemplate } from '../support/fixtures/template-format.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const target = 'https://shop.example/winter';
const fields = {
  headline: 'Winter <b>coffee</b>',
  story: 'Hot\nand strong',
  tone: 'warm',
  more: 'https://shop.example/more',
};

const html = `<a id="go" href="[clickUrl]">Winter</a>
<script>document.getElementById('go').textContent = 'Drawn by its script';</script>`;

type Creative = { readonly id: number; readonly state: string };

describe('creatives of markup and of templates in Chromium, reviewed by another user', () => {
  let placard: RunningPlacard;
  let approve: Approve;
  let proxy: TlsProxy;
  let browser: Browser;
  let context: BrowserContext;
  let brand: { readonly id: number; readonly mediaPartnerId: number };

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_DELIVERY_URL: 'https://ads.example' });
    approve = await startFourEyes(placard);
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
      'shop.example': { html: '<!doctype html><title>Shop</title>' },
      'page.example': { html: '<!doctype html><title>Page</title><link rel="icon" href="data:,"><div id="ad"></div>' },
    });
    browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
    context = await browser.newContext();
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await placard?.close();
  });

  /** Uploads a creative with fields and a photograph. */
  async function upload(common: object): Promise<Creative> {
    const form = new FormData();
    form.set('creative', new Blob([JSON.stringify({ ...common, fields })], { type: 'application/json' }));
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#b0532f' } })
      .jpeg()
      .toBuffer();
    form.set('file.photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'winter.jpg');
    const uploaded = await placard.call('POST', '/api/v1/creatives', { multipart: form });
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
    return uploaded.body as Creative;
  }

  /** Creates a creative and a booking on its own position, and waits until the ad delivers. */
  async function book(
    kind: 'html' | 'native' | 'advar',
    format: Record<string, unknown>,
  ): Promise<{ slotName: string; bookingId: number }> {
    const publisher = await createByApi<{ id: number }>(placard, '/inventory/publisher', {
      companyName: `Press ${kind}`,
    });
    const publication = await createByApi<{ id: number }>(placard, '/inventory/publication', {
      companyName: `News ${kind}`,
      publisherId: publisher.id,
      timeZone: 'UTC',
    });
    const location = await createByApi<{ id: number }>(placard, '/inventory/location', {
      publicationId: publication.id,
      code: `_${kind}_`,
    });
    const { id: formatId } = await createByApi<{ id: number }>(placard, '/inventory/format', { code: kind, ...format });
    const position = await createByApi<{ id: number; slotName: string }>(placard, '/inventory/position', {
      locationId: location.id,
      formatId,
    });
    const common = { name: 'Winter', kind, brandId: brand.id, formatId, clickUrl: target };
    const made =
      kind === 'html' ? await createByApi<Creative>(placard, '/creatives', { ...common, html }) : await upload(common);
    expect(made.state).toBe('pending_review');
    await approve(`creatives/${made.id}`);
    const campaign = await createByApi<{ id: number }>(placard, '/campaigns', {
      name: kind,
      advertiserCompanyId: brand.mediaPartnerId,
      invoiceCompanyId: brand.mediaPartnerId,
      brandIds: [brand.id],
    });
    const booking = await createByApi<{ id: number }>(placard, '/bookings', {
      campaignId: campaign.id,
      name: kind,
      type: 'display',
      startDate: new Date(Date.now() - 60_000).toISOString(),
      positionIds: [position.id],
      creatives: [{ creativeId: made.id }],
    });
    await placard.call('POST', `/api/v1/bookings/${booking.id}/actions/submit`);
    await waitUntilLive(placard.call, await approve(`bookings/${booking.id}`));
    return { slotName: position.slotName, bookingId: booking.id };
  }

  async function openPage(): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto('https://page.example/');
    return page;
  }

  /** Follows a link of the ad and returns its target. */
  async function follow(page: Page, link: string): Promise<string> {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.locator(link).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await opened.waitForURL('https://shop.example/**');
    const url = opened.url();
    await opened.close();
    return url;
  }

  test('an advar is uploaded, rendered by the markup of its template, counted and clicked', async () => {
    const { slotName, bookingId } = await book('advar', {
      ...offerTemplate,
      mediaType: 'banner',
      templateHtml: offerHtml,
    });
    const page = await openPage();
    await page.evaluate(async (slot) => {
      const [ad] = await (await fetch(`https://ads.example/json/sl${slot}/`)).json();
      (document.querySelector('#ad') as HTMLElement).innerHTML = ad.tag;
      await fetch(ad.impressionCounter, { mode: 'no-cors' });
    }, slotName);
    const photo = page.locator('#photo');
    await photo.waitFor();
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
    expect(await page.locator('h3').textContent()).toBe(fields.headline);
    expect(await page.locator('h3 b').count()).toBe(0);
    expect(await page.locator('p').innerHTML()).toBe('Hot<br>and strong');
    expect(await page.locator('#logo').count()).toBe(0);
    expect(await follow(page, '#go')).toBe(target);
    expect(await follow(page, '#more')).toBe(fields.more);
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
    // Clicks on both links of one impression count once.
    expect(totals).toMatchObject({ impressions: 1, clicks: 1 });
    await page.close();
  });

  test("markup is created, inserted at the page's tag, executed, counted and clicked", async () => {
    const { slotName, bookingId } = await book('html', { width: 300, height: 250 });
    const page = await openPage();
    await page.evaluate((slot) => {
      const tag = Object.assign(document.createElement('script'), { src: `https://ads.example/ad/sl${slot}/` });
      document.querySelector('#ad')?.append(tag);
    }, slotName);
    await page.locator('#go').waitFor();
    expect(await page.locator('#go').textContent()).toBe('Drawn by its script');
    expect(await follow(page, '#go')).toBe(target);
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
    expect(totals).toMatchObject({ impressions: 1, clicks: 1 });
    await page.close();
  });

  test('a native ad is uploaded, rendered by a page from its fields, counted and clicked', async () => {
    const { slotName, bookingId } = await book('native', offerTemplate);
    const page = await openPage();
    await page.evaluate(async (slot) => {
      const [ad] = await (await fetch(`https://ads.example/json/sl${slot}/`)).json();
      // Reads the tag like the TypeScript SDK.
      const { native } = JSON.parse(ad.tag.replaceAll("'", '"'));
      const link = Object.assign(document.createElement('a'), { id: 'go', href: native.link.url });
      link.append(
        Object.assign(document.createElement('img'), { id: 'photo', src: native.fields.photo.url }),
        Object.assign(document.createElement('h3'), { textContent: native.assets[0].title.text }),
      );
      document.querySelector('#ad')?.append(link);
      await fetch(native.impressionCounter, { mode: 'no-cors' });
      await fetch(ad.impressionCounter, { mode: 'no-cors' });
    }, slotName);
    await expect
      .poll(() => page.locator('#photo').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(300);
    expect(await page.locator('h3').textContent()).toBe(fields.headline);
    expect(await follow(page, '#go')).toBe(target);
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
    expect(totals).toMatchObject({ impressions: 1, clicks: 1 });
    await page.close();
  });
});
