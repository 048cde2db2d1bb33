import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { bookDisplayAd } from '../../../../test/support/fixtures/book-display-ad.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { rollUpShop } from '../../../../test/support/fixtures/roll-up-shop.ts';
import { type ShopWorld, startShopWorld } from '../../../../test/support/fixtures/shop-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { recount } from '../../../worker/count/recount/recount.ts';
import { forgetErasedShoppers } from '../../../worker/count/store-touches.ts';

type Action = { readonly id: number; readonly pixelUrl: string };
type Ad = { readonly impressionCounter: string; readonly clickTag: string };

const landing = 'https://shop.example/sale?size=9#beans';
let shop: ShopWorld;
let bookingId: number;
let creativeId: number;
let slotName: string;
let purchase: Action;
let signUp: Action;

const makeAction = async (fields: object) =>
  (await makeObject(shop.management, 'conversion-actions', {
    mediaPartnerId: shop.mediaPartnerId,
    brandId: shop.brandIds.aurora,
    ...fields,
  })) as unknown as Action;

beforeAll(async () => {
  shop = await startShopWorld();
  ({ bookingId, creativeId, slotName } = await bookDisplayAd(shop, landing));
  expect((await click((await adsOf('tlall/uizoe'))[0] as Ad)).clickId).toBeNull();
  purchase = await makeAction({ defaultValue: { amount: '5.00', currency: 'EUR' } });
  signUp = await makeAction({ brandId: null, category: 'sign_up', counting: 'once' });
  await waitUntil('click IDs', async () => (await click(await adFor('probe'))).clickId !== null);
});
afterAll(() => shop?.close());

async function adsOf(parameters: string): Promise<readonly Ad[]> {
  const answer = await fetch(`${shop.base}/json/sl${slotName}/${parameters}`);
  return (await answer.json()) as readonly Ad[];
}
async function adFor(user: string): Promise<Ad> {
  const [ad] = await adsOf(`tlall/ui${user}`);
  if (ad === undefined) throw new Error('the ad is missing');
  return ad;
}
const see = async (ad: Ad) => expect((await fetch(ad.impressionCounter)).status).toBe(200);
async function click(ad: Ad) {
  const answer = await fetch(`${ad.clickTag}${encodeURIComponent(landing)}`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const location = answer.headers.get('location') ?? '';
  return { location, clickId: new URL(location).searchParams.get('placard_click') };
}
/** The URL of the pixel on the delivery process of the test. */
const addressOf = ({ pixelUrl }: Action) => `${shop.base}${new URL(pixelUrl).pathname}`;
/** Calls the pixel of an action. */
const pixel = (action: Action, parameters: Readonly<Record<string, string>>, init: RequestInit = {}) =>
  fetch(`${addressOf(action)}?${new URLSearchParams(parameters)}`, init);
const tell = (action: Action, conversions: readonly object[]) =>
  shop.management.call('POST', `/conversion-actions/${action.id}/conversions`, { body: { conversions } });
/** Counts and attributes everything, and returns the conversion with this order ID. */
async function conversionOf(action: Action, orderId: string) {
  await rollUpShop(shop.management);
  const { body } = await shop.management.call('GET', `/conversions?conversionActionId=${action.id}&orderId=${orderId}`);
  expect(body.length).toBeLessThan(2);
  return body[0] === undefined ? undefined : (await shop.management.call('GET', `/conversions/${body[0].id}`)).body;
}
async function reported() {
  const { body } = await shop.management.call('GET', `/reports?groupBy=booking,creative&bookingId=${bookingId}`);
  return body.rows[0] as { readonly conversions: number; readonly revenue: readonly { readonly amount: string }[] };
}

describe('a conversion of a display ad', () => {
  test('is credited to the click of the landing page, and counts once by pixel and server call', async () => {
    const { location, clickId } = await click(await adFor('anna'));
    expect(location).toBe(`https://shop.example/sale?size=9&placard_click=${clickId}#beans`);
    const parameters = { order: 'o1', value: '12.50', currency: 'EUR', click: String(clickId), tl: 'all' };
    const answer = await pixel(purchase, parameters);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect((await pixel(purchase, parameters, { method: 'POST' })).status).toBe(200);
    await rollUpShop(shop.management);
    const value = { amount: '99.00', currency: 'EUR' };
    const told = await tell(purchase, [{ orderId: 'o1', clickId, value }, { orderId: 'o1' }]);
    expect(told).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 2, refused: 0 } });
    expect(await conversionOf(purchase, 'o1')).toMatchObject({
      conversionActionId: purchase.id,
      mediaPartnerId: shop.mediaPartnerId,
      status: 'attributed',
      rule: { clickDays: 14, viewDays: 1 },
      lines: [
        {
          sku: null,
          productId: null,
          brandId: shop.brandIds.aurora,
          revenue: { amount: '12.50', currency: 'EUR' },
          credited: { kind: 'click', match: 'brand', bookingId, creativeId },
          candidates: [{ kind: 'click', outcome: 'credited', productId: null }],
        },
      ],
    });
    expect(await reported()).toMatchObject({ conversions: 1, units: 0, revenue: [{ amount: '12.50' }] });
  });

  test('is credited to the view of a user who consented, with the value of the action', async () => {
    await see(await adFor('bert'));
    await pixel(purchase, { order: 'o2', ui: 'bert', tl: 'all' });
    await see(await adFor('carl'));
    await pixel(purchase, { order: 'o3', ui: 'carl' });
    await pixel(purchase, { order: 'o4', ui: 'carl', tl: 'none' });
    expect(await conversionOf(purchase, 'o2')).toMatchObject({
      lines: [{ revenue: { amount: '5.00', currency: 'EUR' }, credited: { kind: 'view', bookingId } }],
    });
    expect(await conversionOf(purchase, 'o3')).toMatchObject({ status: 'unattributed', lines: [{ candidates: [] }] });
    expect(await conversionOf(purchase, 'o4')).toMatchObject({ status: 'unattributed', lines: [{ candidates: [] }] });
  });

  test('is credited to the last click, which the user and the landing page identify together', async () => {
    const first = await click(await adFor('dora'));
    await click(await adFor('dora'));
    const last = await click(await adFor('else'));
    await tell(purchase, [{ orderId: 'o5', userId: 'dora', clickId: last.clickId }]);
    const { lines } = await conversionOf(purchase, 'o5');
    expect(lines[0].candidates).toMatchObject([
      { outcome: 'credited' },
      { outcome: 'not_last' },
      { outcome: 'not_last' },
    ]);
    expect(first.clickId).not.toBe(last.clickId);
  });

  test('is attributed again when a later report identifies the visitor', async () => {
    const { clickId } = await click(await adFor('fred'));
    await pixel(purchase, { order: 'o6' });
    expect(await conversionOf(purchase, 'o6')).toMatchObject({ status: 'unattributed' });
    expect((await tell(purchase, [{ orderId: 'o6', clickId }])).body).toMatchObject({ duplicates: 1 });
    expect(await conversionOf(purchase, 'o6')).toMatchObject({ status: 'attributed' });
  });

  test('waits for the click, which is counted later', async () => {
    const { clickId } = await click(await adFor('gina'));
    await tell(purchase, [{ orderId: 'o7', clickId, occurredAt: new Date().toISOString() }]);
    expect(await conversionOf(purchase, 'o7')).toMatchObject({ status: 'attributed' });
  });

  test('counts once for each visitor if the action says so', async () => {
    const { clickId } = await click(await adFor('hugo'));
    const before = await reported();
    await pixel(signUp, { order: 's1', click: String(clickId), ui: 'hugo', tl: 'all' });
    await pixel(signUp, { order: 's2', click: String(clickId), tl: 'all' });
    await rollUpShop(shop.management);
    await tell(signUp, [
      { orderId: 's3', userId: 'hugo' },
      { orderId: 's4', userId: 'ida' },
    ]);
    expect(await conversionOf(signUp, 's1')).toMatchObject({
      status: 'attributed',
      lines: [{ revenue: null, brandId: null }],
    });
    for (const orderId of ['s2', 's3']) {
      expect(await conversionOf(signUp, orderId)).toMatchObject({ status: 'repeated', lines: [{ credited: null }] });
    }
    expect(await conversionOf(signUp, 's4')).toMatchObject({ status: 'unattributed' });
    expect((await reported()).conversions).toBe(before.conversions + 1);
  });

  test('without an order ID is counted each time', async () => {
    const total = async () =>
      (await shop.management.call('GET', `/conversions?conversionActionId=${purchase.id}`)).headers['record-count'];
    await rollUpShop(shop.management);
    const before = Number(await total());
    await pixel(purchase, {});
    await pixel(purchase, {});
    await rollUpShop(shop.management);
    expect(Number(await total())).toBe(before + 2);
  });

  test('does not credit ads of other brands, and an order of a product does not credit a display ad', async () => {
    const { clickId } = await click(await adFor('jana'));
    const other = await makeAction({ brandId: shop.brandIds.borealis });
    await tell(other, [{ orderId: 'b1', clickId, userId: 'jana' }]);
    expect(await conversionOf(other, 'b1')).toMatchObject({ status: 'unattributed', lines: [{ candidates: [] }] });
    await shop.take([{ sku: 'beans' }]);
    const lines = [{ sku: 'beans', quantity: 1, unitPrice: { amount: '4.50', currency: 'EUR' } }];
    const order = { orderId: 'p1', occurredAt: new Date().toISOString(), userId: 'jana', lines };
    const told = await shop.management.call('POST', '/conversions', {
      body: { mediaPartnerId: shop.mediaPartnerId, conversions: [order] },
    });
    await rollUpShop(shop.management);
    const { body } = await shop.management.call('GET', `/conversions/${told.body.results[0].id}`);
    expect(body).toMatchObject({ conversionActionId: null, status: 'unattributed', lines: [{ candidates: [] }] });
  });
});

describe('the pixel', () => {
  test.each([
    [{ value: '12,50', currency: 'EUR' }, 'value'],
    [{ value: '12.50' }, 'currency'],
    [{ value: '2000000', currency: 'EUR' }, 'value'],
    [{ order: 'x'.repeat(101) }, 'order'],
  ])('returns 400 for %j and stores nothing', async (parameters, name) => {
    const answer = await pixel(purchase, { order: 'refused', ...(parameters as object) });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(`The parameter ${name} must`),
    ]);
    expect(await conversionOf(purchase, 'refused')).toBeUndefined();
  });

  test('returns 404 for a modified URL, and 405 for other methods', async () => {
    const changed = addressOf(purchase).replace(/\/conversion\/./, '/conversion/X');
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(`${shop.base}/conversion`)).status).toBe(404);
    expect((await fetch(addressOf(purchase), { method: 'PUT' })).status).toBe(405);
  });

  test('does not count HEAD, crawlers and prefetching, and ignores an unknown click ID', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    const inits: readonly RequestInit[] = [
      { method: 'HEAD' },
      { headers: agent },
      { headers: { purpose: 'prefetch' } },
    ];
    for (const init of inits) expect((await pixel(purchase, { order: 'unseen' }, init)).status).toBe(200);
    expect(await conversionOf(purchase, 'unseen')).toBeUndefined();
    for (const name of ['made up', `${'0'.repeat(32)}.0`]) {
      expect((await pixel(purchase, { order: 'u1', click: name, tl: 'all' })).status).toBe(200);
    }
    expect(await conversionOf(purchase, 'u1')).toMatchObject({ status: 'unattributed' });
  });

  test('of an archived action is answered and ignored', async () => {
    const action = await makeAction({});
    const path = `/conversion-actions/${action.id}`;
    const { headers } = await shop.management.call('GET', path);
    expect((await shop.management.call('DELETE', path, { headers: { 'if-match': String(headers.etag) } })).status).toBe(
      200,
    );
    expect((await pixel(action, { order: 'a1' })).status).toBe(200);
    expect(await conversionOf(action, 'a1')).toBeUndefined();
    expect(await tell(action, [{ orderId: 'a1' }])).toMatchObject({ status: 409, body: { code: 'archived' } });
  });
});

test('refuses conversions that are too old, in the future or too valuable', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const { body } = await tell(purchase, [
    { orderId: 'r1', occurredAt: days(-15) },
    { orderId: 'r2', occurredAt: days(1) },
    { orderId: 'r3', value: { amount: '1000001', currency: 'EUR' } },
    { occurredAt: days(-1) },
  ]);
  expect(body.results.map(({ code }: { code: unknown }) => code)).toEqual([
    'too_old',
    'in_the_future',
    'too_much',
    null,
  ]);
  expect(body).toMatchObject({ accepted: 1, refused: 3 });
});

test('the scope of an action cannot change, and its brand belongs to its media partner', async () => {
  const path = `/conversion-actions/${purchase.id}`;
  const change = (body: object) => shop.management.call('PATCH', path, { body, headers: { 'if-match': '*' } });
  for (const body of [{ brandId: null }, { brandId: shop.brandIds.borealis }]) {
    expect(await change(body)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/brandId', code: 'immutable' }] },
    });
  }
  const stranger = (await makeObject(shop.management, 'brands')).id;
  const body = { name: 'x', mediaPartnerId: shop.mediaPartnerId, brandId: stranger, category: 'lead' };
  expect(await shop.management.call('POST', '/conversion-actions', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/brandId' }] },
  });
  expect(await change({ name: 'Checkout', clickDays: 7 })).toMatchObject({ status: 200, body: { clickDays: 7 } });
});

test('a recount of the raw log finds the same touches and credits', async () => {
  const { database, services } = shop.management;
  const { dataFolder } = services.config;
  const store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder });
  const journalFolder = `${dataFolder}/journal`;
  const again = () => recount(database, { sequences: testSequences, store, journalFolder, write: false });
  await rollUpShop(shop.management);
  expect(await again()).toMatchObject({ differences: [] });
});

test('an erased user is removed from conversions by the click, whose credit stays', async () => {
  const { database, services } = shop.management;
  const { clickId } = await click(await adFor('lena'));
  await tell(purchase, [{ orderId: 'e1', clickId }]);
  const before = await conversionOf(purchase, 'e1');
  expect(before).toMatchObject({ status: 'attributed', lines: [{ candidates: [{ kind: 'click' }] }] });
  const shopperKey = createShopperKeys(services.secret).keyOf(memberIdentifier('ui', 'lena'), Date.now());
  const erased = { shopperKey, erasedAt: new Date(), forgottenAt: null, openDataClearedAt: null };
  await database.insertInto('erasedShopper').values(erased).execute();
  await forgetErasedShoppers(database, Date.now());
  await tell(purchase, [{ orderId: 'e1', clickId }]);
  expect(await conversionOf(purchase, 'e1')).toMatchObject({
    status: 'attributed',
    lines: [{ credited: { kind: 'click', at: null, bookingId }, candidates: [] }],
  });
});

test('click URLs have no click ID without an action of the brand', async () => {
  const { body } = await shop.management.call('GET', '/conversion-actions');
  for (const { id } of body as readonly Action[]) {
    const answer = await shop.management.call('DELETE', `/conversion-actions/${id}`, { headers: { 'if-match': '*' } });
    expect(answer.status).toBe(200);
  }
  await waitUntil('unchanged targets', async () => (await click(await adFor('kurt'))).location === landing);
});
