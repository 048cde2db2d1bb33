import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type ShopWorld, startShopWorld } from '../../../../test/support/fixtures/shop-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';

let shop: ShopWorld;
beforeAll(async () => {
  shop = await startShopWorld();
});
afterAll(() => shop?.close());

const kw = (query: string) => `kw${encodeURIComponent(query)}`;
const pc = (category: string) => `pc${encodeURIComponent(category)}`;

describe('a sponsored product booking', () => {
  test('matches its searches and categories, with exact, phrase and broad keywords, and no negative keywords', async () => {
    await shop.take([{ sku: 'e1' }, { sku: 'p1' }, { sku: 'b1' }, { sku: 'c1', brand: 'Borealis' }]);
    const book = async (sku: string, sponsored: object) =>
      shop.book({ products: [await shop.productId(sku)], ...sponsored });
    await book('e1', { keywords: [{ text: 'Red Wine', match: 'exact' }] });
    await book('p1', {
      keywords: [{ text: 'red wine' }],
      negativeKeywords: [{ text: 'glass', match: 'broad' }],
    });
    await book('b1', { keywords: [{ text: 'wine red', match: 'broad' }] });
    await book('c1', { categories: ['Drinks > Wine'] });
    await shop.shows(pc('Drinks > Wine'), ['c1']);
    await shop.shows(kw('red wine'), ['e1', 'p1', 'b1']);
    expect(await shop.skus(kw('dry red wine'))).toEqual(['b1', 'p1']);
    expect(await shop.skus(kw('red dry wine'))).toEqual(['b1']);
    expect(await shop.skus(kw('red wine glass'))).toEqual(['b1']);
    expect(await shop.skus(kw('RED_WINE'))).toEqual(['b1', 'e1', 'p1']);
    expect(await shop.skus(kw('wine'))).toEqual([]);
    expect(await shop.skus(pc('Drinks > Wine > Red'))).toEqual(['c1']);
    expect(await shop.skus(pc('drinks___wine'))).toEqual(['c1']);
    expect(await shop.skus(pc('Drinks'))).toEqual([]);
    expect(await shop.skus(`${kw('red wine')}/${pc('Drinks > Wine')}`)).toEqual(['b1', 'c1', 'e1', 'p1']);
  });

  test('serves on the product pages that it targets, and never on the page of the product that it shows', async () => {
    await shop.take([{ sku: 'g-1' }, { sku: 'g-2' }, { sku: 'g-3', brand: 'Borealis' }]);
    const [one, two, three] = await Promise.all(['g-1', 'g-2', 'g-3'].map((sku) => shop.productId(sku)));
    await shop.book({ products: [one, two], productPages: ['g-1', 'g-3'], keywords: [{ text: 'gin' }] });
    const { id } = await shop.book({ products: [three], productPages: ['g-1', 'g-3'] });
    const pd = (sku: string) => `pd${encodeURIComponent(sku)}`;
    await shop.shows(pd('g-1'), ['g-2', 'g-3']);
    const seen = new Set<string>();
    await waitUntil('both to have their turn', async () => {
      for (const sku of await shop.skus(pd('g-3'))) seen.add(sku);
      return seen.size === 2;
    });
    expect(seen).toEqual(new Set(['g-1', 'g-2']));
    expect(await shop.skus(pd('G_1'))).toEqual(['g-2', 'g-3']);
    expect(await shop.skus(pd('g-2'))).toEqual([]);
    expect(await shop.skus(pd('elsewhere'))).toEqual([]);
    for (let again = 0; again < 20; again += 1) {
      expect(await shop.skus(`${kw('gin')}/${pd('g-1')}`)).not.toContain('g-1');
    }
    const body = JSON.stringify({ slots: [{ slotname: shop.slotName }], parameters: { pd: 'g-1' } });
    const [element] = (await (await fetch(`${shop.base}/json`, { method: 'POST', body })).json()) as { tag: string }[];
    const listed = JSON.parse(element?.tag ?? '[]') as { native: { fields: { sku: string } } }[];
    expect(listed.map(({ native }) => native.fields.sku).toSorted()).toEqual(['g-2', 'g-3']);
    const explained = await shop.management.call('POST', '/decisions/explain', {
      body: { slots: [{ slotName: shop.slotName }], products: ['g-3'], bookingId: id },
    });
    expect(
      explained.body.slots[0].candidates.find((each: { bookingId: number }) => each.bookingId === id),
    ).toMatchObject({
      reason: 'REQUEST_TERMS_NOT_MET',
      expected: 'not the product of the page',
    });
  });

  test('shows the product data of the shop and opens the product page', async () => {
    const said = { price: '12.50 EUR', sale_price: '9.99 EUR', image_link: 'https://shop.example/f1.jpg' };
    await shop.take([{ sku: 'f1', title: "Beans & 'more'", category: 'Food > Beans', ...said }]);
    await shop.book({ products: [await shop.productId('f1')], keywords: [{ text: 'beans' }] });
    await shop.shows(kw('beans'), ['f1']);
    const [ad] = await shop.shelf(kw('beans'));
    expect(ad?.native).toMatchObject({
      assets: [
        { id: 1, title: { text: "Beans & 'more'" } },
        { id: 2, img: { type: 3, url: 'https://shop.example/f1.jpg' } },
        { data: { type: 1, value: 'Aurora' } },
        { data: { type: 6, value: '12.50 EUR' } },
        { data: { type: 7, value: '9.99 EUR' } },
      ],
      fields: { sku: 'f1', brand: 'Aurora', category: 'Food > Beans', price: '12.50 EUR', salePrice: '9.99 EUR' },
      link: { url: expect.stringMatching(/\/URhttps:\/\/shop\.example\/f1$/) },
    });
    const body = JSON.stringify({ slots: [{ slotname: shop.slotName }], parameters: { kw: 'beans' } });
    const [element] = (await (await fetch(`${shop.base}/json`, { method: 'POST', body })).json()) as { tag: string }[];
    expect(JSON.parse(element?.tag ?? '')).toMatchObject([{ native: { fields: { sku: 'f1' } } }]);
    const clicked = await fetch(ad?.native.link.url ?? '', {
      redirect: 'manual',
    });
    expect([clicked.status, clicked.headers.get('location')]).toEqual([302, 'https://shop.example/f1']);
  });

  test('stops immediately when it runs out of stock: by a feed, by a call, one product or all', async () => {
    await shop.take([{ sku: 's1' }, { sku: 's2' }]);
    const products = [await shop.productId('s1'), await shop.productId('s2')];
    for (const product of products) await shop.book({ products: [product], keywords: [{ text: 'soap' }] });
    await shop.shows(kw('soap'), ['s1', 's2']);
    await shop.take([{ sku: 's1', availability: 'out_of_stock' }]);
    await shop.shows(kw('soap'), ['s2']);
    await shop.patch(`/products/${products[1]}`, { availability: 'out_of_stock' });
    await shop.shows(kw('soap'), []);
    await shop.take([
      { sku: 's1', availability: 'in_stock', title: 'Soap again' },
      { sku: 's2', availability: 'backorder' },
    ]);
    await shop.shows(kw('soap'), ['s1', 's2']);
    await shop.take([{ sku: 's2', action: 'delete' }]);
    await shop.shows(kw('soap'), ['s1']);
    expect((await shop.shelf(kw('soap')))[0]?.native.fields['title']).toBe('Soap again');
  });

  test('is not ready if all products are out of stock, and runs again when one is back', async () => {
    await shop.take([{ sku: 'x1' }, { sku: 'x2' }]);
    const products = await Promise.all(['x1', 'x2'].map((sku) => shop.productId(sku)));
    const { id } = await shop.book({ products, keywords: [{ text: 'jam' }] });
    const now = async () => {
      const [{ body }, listed] = await Promise.all([
        shop.management.call('GET', `/bookings/${id}`),
        shop.management.call('GET', `/bookings?id=${id}&status=not_ready`),
      ]);
      return [body.status, ...body.blockingReasons, listed.body.length];
    };
    await shop.take([{ sku: 'x1', availability: 'out_of_stock' }]);
    expect(await now()).toEqual(['running', 0]);
    await shop.patch(`/products/${products[1]}`, { availability: 'out_of_stock' });
    expect(await now()).toEqual(['not_ready', 'PRODUCTS_SOLD_OUT', 1]);
    const { body } = await shop.management.call('GET', `/bookings/${id}/diagnosis`);
    expect(body.reasons[0]).toMatchObject({
      code: 'PRODUCTS_SOLD_OUT',
      remedy: 'change',
      field: '/sponsored/products',
    });
    await shop.take([{ sku: 'x1', availability: 'preorder' }]);
    expect(await now()).toEqual(['running', 0]);
    await shop.take([{ sku: 'x1', action: 'delete' }]);
    expect(await now()).toEqual(['not_ready', 'PRODUCTS_SOLD_OUT', 1]);
    await shop.take([{ sku: 'x2', availability: 'in_stock' }]);
    expect(await now()).toEqual(['running', 0]);
  });

  test('with several products shows one in-stock product in each list, in rotation', async () => {
    await shop.take([{ sku: 't1' }, { sku: 't2' }, { sku: 't3', availability: 'out_of_stock' }]);
    const products = await Promise.all(['t1', 't2', 't3'].map((sku) => shop.productId(sku)));
    const { id } = await shop.book({ products, keywords: [{ text: 'tea' }] });
    const seen = new Set<string>();
    await waitUntil('both to have their turn', async () => {
      for (const sku of await shop.skus(kw('tea'))) seen.add(sku);
      return seen.size === 2;
    });
    expect(seen).toEqual(new Set(['t1', 't2']));
    expect(await shop.skus(kw('tea'))).toHaveLength(1);
    const { body } = await shop.management.call('GET', `/bookings/${id}`);
    expect(body.creatives.map(({ productId }: { productId: number }) => productId).toSorted()).toEqual(
      products.toSorted(),
    );
    const found = await shop.management.call('GET', `/bookings?productId=${products[1]}`);
    expect(found.body.map((booking: { id: number }) => booking.id)).toEqual([id]);
    const creatives = await shop.management.call('GET', `/creatives?bookingId=${id}&kind=product`);
    expect(creatives.body.map(({ productId }: { productId: number }) => productId).toSorted()).toEqual(
      products.toSorted(),
    );
    const adOf = (product: number) =>
      body.creatives.find((ad: { productId: number }) => ad.productId === product)?.adId;
    await shop.patch(`/bookings/${id}`, { sponsored: { products: products.slice(0, 1) } });
    const changed = await shop.management.call('GET', `/bookings/${id}`);
    expect(changed.body.creatives).toMatchObject([{ adId: adOf(products[0] as number), productId: products[0] }]);
    expect((await shop.management.call('GET', `/bookings?productId=${products[1]}`)).body).toEqual([]);
    await shop.patch(`/bookings/${id}`, { name: 'Renamed', sponsored: { keywords: [{ text: 'green tea' }] } });
    await shop.shows(kw('tea'), []);
    expect(await shop.skus(kw('green tea'))).toEqual(['t1']);
  });

  test('shares by priority and end date like every booking', async () => {
    await shop.take([{ sku: 'h1' }, { sku: 'h2' }]);
    await shop.book({ products: [await shop.productId('h1')], keywords: [{ text: 'honey' }] }, { priority: 4 });
    await shop.book({ products: [await shop.productId('h2')], keywords: [{ text: 'honey' }] }, { priority: 6 });
    await shop.shows(kw('honey'), ['h1', 'h2']);
    let first = 0;
    const lists = 300;
    for (let list = 0; list < lists; list += 1) {
      if ((await shop.shelf(kw('honey'), 1))[0]?.native.fields['sku'] === 'h1') first += 1;
    }
    // Sixteen times the share: 282 expected, and fewer than 255 in one of ten billion runs.
    expect(first).toBeGreaterThan(255);
    expect(first).toBeLessThan(lists);
  });
});

describe('a booking is rejected', () => {
  const refusal = async (sponsored: object, fields: object = {}) => {
    const { body } = await shop.management.call('POST', '/bookings', {
      body: {
        name: 'Refused',
        campaignId: shop.campaignId,
        type: 'sponsored_products',
        startDate: '2026-01-01T00:00:00Z',
        positionIds: [shop.positionId],
        sponsored: { formatId: shop.formatId, ...sponsored },
        ...fields,
      },
    });
    return body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };

  test('if a product, brand, format, keyword or type does not match', async () => {
    await shop.take([{ sku: 'r1' }]);
    const products = [await shop.productId('r1')];
    const banner = await makeObject(shop.management, 'inventory/format');
    const foreign = await makeObject(shop.management, 'products');
    expect(await refusal({ products: [] })).toEqual(['/sponsored/products too_small']);
    expect(await refusal({ products: [...products, 999_999] })).toEqual(['/sponsored/products/1 reference_not_found']);
    expect(await refusal({ products: [foreign.id] })).toEqual(['/sponsored/products/0 foreign_brand']);
    expect(await refusal({ products, formatId: 999_999 })).toEqual(['/sponsored/formatId reference_not_found']);
    expect(await refusal({ products, formatId: banner.id })).toEqual(['/sponsored/formatId wrong_media_type']);
    expect(await refusal({ products }, { type: 'display' })).toEqual(['/sponsored invalid_value']);
    const keyword = async (text: string, match = 'exact') => refusal({ products, keywords: [{ text, match }] });
    expect(await keyword('!?')).toEqual(['/sponsored/keywords/0/text invalid_value']);
    expect(await keyword('a b c d e f g h i j k')).toEqual(['/sponsored/keywords/0/text invalid_value']);
    expect(await keyword('a b c d e', 'broad')).toEqual(['/sponsored/keywords/0/text invalid_value']);
    expect(await keyword('a b c d d', 'broad')).toBeUndefined();
    const deep = (levels: number): object =>
      levels === 0 ? { fact: 'country', values: ['be'] } : { any: [deep(levels - 1)] };
    const wide = { products, keywords: [{ text: 'a' }], categories: ['b'] };
    expect(await refusal(wide, { targeting: deep(7) })).toEqual(['/targeting too_big']);
    expect(await refusal(wide, { targeting: deep(6) })).toBeUndefined();
  });
});
