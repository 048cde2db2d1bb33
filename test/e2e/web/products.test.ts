import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionAheadMs } from '../../../src/core/vocabulary/limits/conversion-limits.ts';
import { mouse } from '../../support/browser/web-hand.ts';
import { problemsOf, settle } from '../../support/browser/web-page-checks.ts';
import { expectClosed, linksOf } from '../../support/browser/web-roles.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('products and sponsored bookings, in the browser', () => {
  let world: WebWorld;
  let admin: Desk;
  let picture: string;
  /** Makes order IDs unique, also when a test is repeated. */
  let orders = 10;
  let shelf: { readonly id: number; readonly slotName: string };

  beforeAll(async () => {
    world = await startWebWorld();
    admin = await world.open('admin');
    const { body } = await world.placard.call('GET', `/api/v1/creatives/${world.booked.creativeId}`);
    picture = (body as { assets: readonly { url: string }[] }).assets[0]?.url ?? '';
    const format = await make('/inventory/format', { code: 'shelf', name: 'Shelf', mediaType: 'stack' });
    const { locationId } = (await world.placard.call('GET', '/api/v1/inventory/position/1')).body as {
      locationId: number;
    };
    shelf = await make('/inventory/position', { locationId, formatId: format.id });
  });
  afterAll(async () => {
    await world?.close();
  });

  async function make(path: string, json: unknown) {
    const answer = await world.placard.call('POST', `/api/v1${path}`, { json });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as { readonly id: number; readonly slotName: string };
  }

  async function go(path: string) {
    await admin.page.goto(world.url + path);
    await settle(admin.page);
    return admin.page;
  }

  test('imports a feed, lists its invalid rows and marks a product out of stock', async () => {
    const page = await go('/media-partners/1');
    await page.getByRole('link', { name: 'Import feed' }).click();
    const dialog = page.getByRole('dialog');
    const asked = page.waitForEvent('filechooser');
    await dialog.locator('button:enabled', { hasText: 'choose file' }).click();
    const rows = Array.from({ length: 24 }, (_, n) =>
      [
        'id,title,link,image_link,price,product_type',
        `tea-${n},Tea ${n},https://harbour.example/${n},${picture},${n}.50 EUR,Drinks > Tea`,
      ]
        .slice(n === 0 ? 0 : 1)
        .join('\n'),
    );
    const wrong = `bad-1,Coffee,https://harbour.example/c,,twelve,Drinks > Coffee`;
    const content = [...rows, wrong].join('\n');
    await (await asked).setFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await dialog.getByText('spring.csv').waitFor();
    expect(await problemsOf(admin.page, 'product-import')).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('cell', { name: 'bad-1' }).waitFor();
    await dialog.getByRole('cell', { name: 'Invalid price' }).waitFor();
    await dialog.getByRole('cell', { name: '26', exact: true }).waitFor();
    expect(await problemsOf(admin.page, 'product-import-report')).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('1–24 of 24').waitFor();
    await settle(page);
    expect(await problemsOf(admin.page, 'products-filled')).toEqual([]);

    await page.getByRole('searchbox', { name: 'Search products' }).fill('tea-17');
    await page.getByText('1–1 of 1').waitFor();
    expect(page.url()).toContain('search=tea-17');
    await page.getByRole('link', { name: 'Tea 17' }).click();
    await page.getByRole('button', { name: 'Mark out of stock' }).click();
    await page.getByRole('button', { name: 'Mark in stock' }).waitFor();
    expect(await problemsOf(admin.page, 'product')).toEqual([]);
    await go('/products?availability=out_of_stock');
    await page.getByText('1–1 of 1').waitFor();

    await go('/products/imports');
    await page.getByRole('button', { name: 'spring.csv' }).first().click();
    await dialog.getByRole('cell', { name: 'Invalid price' }).waitFor();
    expect(await problemsOf(admin.page, 'product-import-old')).toEqual([]);
    expect(admin.faults).toEqual([]);
  });

  test('an order is listed, and shows for each line the ads that it could be attributed to', async () => {
    orders += 1;
    const orderId = `order-47${orders}`;
    const told = await world.placard.call('POST', '/api/v1/conversions', {
      json: {
        mediaPartnerId: 1,
        conversions: [
          {
            orderId,
            // In the future, as far as allowed, so that the order is not attributed while its page is tested.
            occurredAt: new Date(Date.now() + conversionAheadMs - 60_000).toISOString(),
            userId: 'shopper-1',
            lines: ['tea-3', 'unknown-1'].map((sku) => ({
              sku,
              quantity: 2,
              unitPrice: { amount: '3.50', currency: 'EUR' },
            })),
          },
        ],
      },
    });
    expect([told.status, told.body]).toMatchObject([200, { accepted: 1 }]);
    const page = await go(`/products/orders?search=${orderId}`);
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('cell', { name: 'EUR 14.00', exact: true }).waitFor();
    const status = page.getByRole('combobox', { name: 'Status' });
    await mouse.choose(status, 'Not attributed');
    await page.getByText('No orders found').waitFor();
    await mouse.choose(status, 'Pending');
    await page.getByText('1–1 of 1').waitFor();
    expect(page.url()).toContain('status=waiting');
    expect(await problemsOf(admin.page, 'orders')).toEqual([]);
    await page.getByRole('button', { name: orderId }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Last click within 14 days, otherwise last view within 1 day').waitFor();
    await dialog.getByText('The catalog had no such product when the order was received.').waitFor();
    await settle(page);
    expect(await problemsOf(admin.page, 'order')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Order ID' }).fill('order-9');
    await page.getByText('No orders found').waitFor();
    expect(admin.faults).toEqual([]);
  });

  test('products are booked with pasted keywords, and the booking shows its sponsored products', async () => {
    const page = await go(`/bookings/new?campaign=${world.booked.campaignId}`);
    await page.getByLabel('Booking name').fill('Tea on searches');
    await page.getByText('Sponsored products (beta)').click();
    await page.getByRole('searchbox', { name: 'Search inventory' }).fill(shelf.slotName);
    await page.getByRole('checkbox', { name: new RegExp(shelf.slotName) }).click();
    const section = page.getByRole('region', { name: 'Sponsored products' });
    await section.getByText('Not saved yet. Add at least one product.').waitFor();
    await section.getByRole('searchbox', { name: 'Search products' }).fill('tea 1');
    await section.getByText('11 products', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Add 11 products' }).click();
    await section.getByRole('button', { name: 'Remove Tea 12', exact: true }).click();
    await section.getByRole('button', { name: 'Remove Tea 13', exact: true }).click();

    await section.getByRole('textbox', { name: 'New keywords' }).fill('green tea\n[tea]\n!!\n"a b c d e"');
    await section.getByRole('button', { name: 'Add 4 keywords' }).click();
    await section.getByText('!!: The keyword has no letter or digit.').waitFor();
    await section.getByRole('textbox', { name: 'New keywords' }).fill('');
    const wide = section.getByRole('combobox', { name: 'Match type of a b c d e' });
    await wide.selectOption('Broad');
    await section.getByText('a b c d e: A broad keyword has at most 4 different words.').waitFor();
    await section.getByText('Not saved yet. Correct the invalid keywords.').waitFor();
    expect(await problemsOf(admin.page, 'booking-sponsored-wrong')).toEqual([]);
    await wide.selectOption('Exact');
    await section.getByRole('textbox', { name: 'New negative keywords' }).fill('machine');
    await section.getByRole('button', { name: 'Add keyword', exact: true }).last().click();
    await section.getByRole('combobox', { name: 'Categories' }).fill('Drinks, hot > Tea');
    await section.getByRole('combobox', { name: 'Categories' }).press('Enter');
    await page.getByText('All required fields are set.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/edit$/);
    await page.getByText('All changes saved.').waitFor();
    await settle(page);
    expect(await problemsOf(admin.page, 'booking-sponsored-edit')).toEqual([]);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(/\/bookings\/\d+$/);
    await settle(page);
    await page.getByRole('cell', { name: 'tea-17' }).waitFor();
    await page.getByText('Drinks, hot > Tea').waitFor();
    expect(await problemsOf(admin.page, 'booking-sponsored')).toEqual([]);
    const { sponsored } = (await world.placard.call('GET', `/api/v1${new URL(page.url()).pathname}`)).body as {
      sponsored: { products: readonly number[] };
    };
    expect(sponsored.products).toHaveLength(9);
    expect(sponsored).toMatchObject({
      keywords: [
        { text: 'green tea', match: 'phrase' },
        { text: 'tea', match: 'exact' },
        { text: 'a b c d e', match: 'exact' },
      ],
      negativeKeywords: [{ text: 'machine', match: 'phrase' }],
      categories: ['Drinks, hot > Tea'],
    });

    await go('/creatives?kind=product');
    expect(await problemsOf(admin.page, 'creatives-of-products')).toEqual([]);
    await page.getByRole('link', { name: 'Tea 10' }).click();
    await page.getByText('from the product catalog').waitFor();
    await settle(page);
    expect(await problemsOf(admin.page, 'creative-of-product')).toEqual([]);
    await page.locator('main').getByRole('link', { name: 'Tea 10' }).click();
    await page.getByRole('link', { name: 'Tea on searches' }).first().waitFor();
    expect(admin.faults).toEqual([]);
  });

  test('hides product changes without permission and shows advertisers their own products only', async () => {
    const foreign = await make('/brands', { name: 'Elsewhere', mediaPartnerId: 1 });
    const far = {
      brandId: foreign.id,
      sku: `far-${foreign.id}`,
      name: 'Far away',
      link: 'https://harbour.example/far',
    };
    await make('/products', far);
    for (const role of ['viewer', 'advertiser'] as const) {
      const other = await world.open(role);
      expect((await linksOf(other)).some((text) => text.startsWith('Products'))).toBe(true);
      await other.page.goto(`${world.url}/products?search=${far.sku}`);
      await other.page.getByText(role === 'viewer' ? '1–1 of 1' : 'No matching products').waitFor();
      expect(await other.page.getByRole('button', { name: /Import feed|New product/ }).count()).toBe(0);
      await other.page.goto(`${world.url}/products?search=tea-17`);
      await other.page.getByRole('link', { name: 'Tea 17' }).click();
      await other.page.getByRole('heading', { level: 1, name: 'Tea 17' }).waitFor();
      expect(await other.page.getByRole('button', { name: /Edit|Mark/ }).count()).toBe(0);
      await expectClosed(other, ['/products/imports']);
      expect(other.faults).toEqual([]);
      await other.context.close();
    }
  });
});
