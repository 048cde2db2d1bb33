import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { bookDisplayAd } from '../support/fixtures/book-display-ad.ts';
import { makeObject } from '../support/fixtures/make-objects.ts';
import { rollUpShop } from '../support/fixtures/roll-up-shop.ts';
import { type ShopWorld, startShopWorld } from '../support/fixtures/shop-world.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const landing = 'https://shop.example/sale';
let shop: ShopWorld;
let booked: Awaited<ReturnType<typeof bookDisplayAd>>;
let actionId: number;
let proxy: TlsProxy;
let browser: Browser;

/** A shop that includes the script on all pages, and reports its sale by script and pixel. @param consent attribute of the script */
const shopPage = (
  pixel: string,
  order: string,
  consent: string,
) => `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
  <script async src="https://ads.example/conversion.js" ${consent}></script>
  <script>
    if (location.pathname === '/thanks') {
      (window.placardConversions ||= []).push({ pixel: '${pixel}', order: '${order}', value: '12.50', currency: 'EUR' });
      document.write('<img src="${pixel}?order=${order}&amp;value=12.50&amp;currency=EUR" alt="">');
    }
  </script>`;

beforeAll(async () => {
  shop = await startShopWorld({ deliveryUrl: 'https://ads.example' });
  booked = await bookDisplayAd(shop, landing);
  const scope = { mediaPartnerId: shop.mediaPartnerId, brandId: shop.brandIds.aurora };
  const action = await makeObject(shop.management, 'conversion-actions', scope);
  actionId = action.id;
  const pixel = `https://ads.example${new URL(String(action['pixelUrl'])).pathname}`;
  proxy = await startTlsProxy({
    'ads.example': { port: Number(new URL(shop.base).port) },
    'shop.example': { html: shopPage(pixel, '4711', 'data-consent="all"') },
    'other.example': { html: shopPage(pixel, '4712', '') },
    'page.example': {
      html: `<!doctype html><title>Page</title><link rel="icon" href="data:,">
        <script>placard = [(tag) => tag.configure({ parameters: { tl: ['all'] } })]</script>
        <script async src="https://ads.example/placard.js"></script>
        <div data-placard="${booked.slotName}" style="width:300px;height:250px"></div>`,
    },
  });
  browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await shop?.close();
});

const conversions = async () => {
  await rollUpShop(shop.management);
  return (await shop.management.call('GET', `/conversions?conversionActionId=${actionId}`)).body;
};

test('a sale after a click on a display ad counts once by script, pixel and server call', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const popup = await (async () => {
    // The action reaches the delivery process a moment after it was created.
    for (;;) {
      await page.goto('https://page.example/');
      const opened = context.waitForEvent('page');
      await page.frameLocator('iframe').locator('a').click();
      const shown = await opened;
      await shown.waitForLoadState();
      if (shown.url().includes('placard_click=')) return shown;
      await shown.close();
    }
  })();
  expect(popup.url()).toMatch(/^https:\/\/shop\.example\/sale\?placard_click=[0-9a-f]{32}\.\d+$/);
  await expect.poll(() => popup.evaluate("localStorage.getItem('placard_click') !== null")).toBe(true);
  await popup.goto('https://shop.example/thanks');
  const reports = () =>
    proxy.requests.filter(({ host, path }) => host === 'ads.example' && path.includes('order=4711'));
  await waitUntil('both reports', async () => reports().length === 2);
  expect(reports().filter(({ path }) => path.includes('&click='))).toHaveLength(1);
  await waitUntil('the conversion to be credited', async () => (await conversions())[0]?.status === 'attributed');
  const told = await shop.management.call('POST', `/conversion-actions/${actionId}/conversions`, {
    body: { conversions: [{ orderId: '4711', value: { amount: '12.50', currency: 'EUR' } }] },
  });
  expect(told.body).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await conversions()).toMatchObject([
    { orderId: '4711', status: 'attributed', lines: [{ credited: { kind: 'click', bookingId: booked.bookingId } }] },
  ]);
  const report = await shop.management.call('GET', `/reports?groupBy=booking&bookingId=${booked.bookingId}`);
  expect(report.body.totals).toMatchObject({ conversions: 1, revenue: [{ amount: '12.50', currency: 'EUR' }] });
  await context.close();
});

test('without consent, the script stores no click ID and the sale is not credited', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const ads = await (await fetch(`${shop.base}/json/sl${booked.slotName}/tlall`)).json();
  const { clickTag } = (ads as readonly { readonly clickTag: string }[])[0] ?? { clickTag: '' };
  const address = `${shop.base}${new URL(clickTag).pathname}${encodeURIComponent(landing)}`;
  const clicked = await fetch(address, { redirect: 'manual' });
  const { search } = new URL(clicked.headers.get('location') ?? '');
  expect(search).toContain('placard_click=');
  await page.goto(`https://other.example/sale${search}`);
  await page.goto('https://other.example/thanks');
  await waitUntil('the report', async () => (await conversions()).length === 2);
  expect(await page.evaluate("localStorage.getItem('placard_click')")).toBeNull();
  expect((await conversions())[0]).toMatchObject({ orderId: '4712', status: 'unattributed' });
  await context.close();
});

test('the script is compressed, cached, and smaller than 1.5 kB', async () => {
  const script = readFileSync(new URL('../../dist/tag/conversion.js', import.meta.url));
  expect(brotliCompressSync(script).length).toBeLessThan(1_500);
  const answer = await fetch(`${shop.base}/conversion.js`, { headers: { 'accept-encoding': 'br' } });
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['br', script.toString()]);
  expect(answer.headers.get('cache-control')).toContain('max-age=3600');
});
