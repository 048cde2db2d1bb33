import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artefactPath, collectFaults, launchChromium } from '../support/browser/browser.ts';
import { rollUpShop } from '../support/fixtures/roll-up-shop.ts';
import { type ShopWorld, startShopWorld } from '../support/fixtures/shop-world.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const beans = { sku: 'beans', title: 'Beans <b>& more</b>', price: '12.50 EUR', sale_price: '9.99 EUR' };
let shop: ShopWorld;
let browser: Browser;
beforeAll(async () => {
  shop = await startShopWorld();
  browser = await launchChromium();
  await shop.take([beans, { sku: 'filter', price: '4 EUR', brand: 'Borealis' }, { sku: 'tea' }]);
  const book = async (sku: string, sponsored: object) =>
    shop.book({ products: [await shop.productId(sku)], ...sponsored });
  await book('beans', { keywords: [{ text: 'coffee', match: 'broad' }], categories: ['Drinks > Coffee'] });
  await book('filter', { keywords: [{ text: 'coffee' }] });
  await book('tea', { categories: ['Drinks > Tea'] });
  await shop.shows('kwcoffee', ['beans', 'filter']);
  await shop.shows(`pc${encodeURIComponent('Drinks > Tea')}`, ['tea']);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test('a shop displays and counts sponsored products for a search and a category, without sold-out ones', async () => {
  await shop.take([{ ...beans, availability: 'in_stock' }]);
  await shop.shows('kwcoffee', ['beans', 'filter']);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const faults = collectFaults(page);
  const counted: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/track/')) counted.push(answer.status());
  });
  const tiles = async () => page.locator('li').evaluateAll((all) => all.map((one) => one.dataset['sku']).sort());
  const search = async (text: string) => {
    await page.getByRole('searchbox').fill(text);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  const stands = (expected: readonly string[]) =>
    waitUntil(`${expected.join(' ')} to be on the shelf`, async () => `${await tiles()}` === `${expected}`);

  await page.goto(`${shop.base}/examples/shop/?slot=${shop.slotName}`);
  await search('dark coffee');
  await stands(['beans', 'filter']);
  await waitUntil('both to be counted', () => Promise.resolve(counted.length === 2));
  const tile = page.locator('li[data-sku=beans]');
  expect(await tile.textContent()).toBe('Beans <b>& more</b>Aurora9.99 EUR');
  expect(await tile.getByRole('link').getAttribute('href')).toMatch(/\/URhttps:\/\/shop\.example\/beans$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.screenshot({ path: await artefactPath('example-shop.png'), fullPage: true });

  await page.getByRole('link', { name: 'Tea' }).click();
  await stands(['tea']);
  await search('nothing of it');
  await stands([]);
  expect(await page.getByRole('status').textContent()).toBe('No sponsored products for “nothing of it”');

  await shop.take([{ ...beans, availability: 'out_of_stock' }]);
  await shop.shows('kwcoffee', ['filter']);
  await search('coffee');
  await stands(['filter']);
  await waitUntil('each to be counted', () => Promise.resolve(counted.length === 4));
  expect(counted.every((status) => status < 300)).toBe(true);
  expect(faults).toEqual([]);
  await page.close();
});

test('an order is attributed to the product clicked on the shelf only with consent', async () => {
  await shop.take([{ ...beans, availability: 'in_stock' }]);
  await shop.shows('kwcoffee', ['beans', 'filter']);
  const statusOf = async (user: string, agrees: boolean) => {
    const page = await browser.newPage();
    await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'the product' }));
    await page.goto(`${shop.base}/examples/shop/?slot=${shop.slotName}&user=${user}`);
    if (agrees) await page.getByRole('checkbox').check();
    await page.getByRole('searchbox').fill('coffee');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('li[data-sku=beans]').getByRole('link').click();
    await page.waitForURL('https://shop.example/**');
    await page.close();
    const lines = [{ sku: 'beans', quantity: 1, unitPrice: { amount: '9.99', currency: 'EUR' } }];
    const conversions = [{ orderId: `of ${user}`, occurredAt: new Date().toISOString(), userId: user, lines }];
    const body = { mediaPartnerId: shop.mediaPartnerId, conversions };
    const told = await shop.management.call('POST', '/conversions', { body });
    await rollUpShop(shop.management);
    return (await shop.management.call('GET', `/conversions/${told.body.results[0].id}`)).body;
  };
  expect(await statusOf('user-1', true)).toMatchObject({
    status: 'attributed',
    lines: [{ credited: { kind: 'click', match: 'product' } }],
  });
  expect(await statusOf('user-2', false)).toMatchObject({ status: 'unattributed' });
});
