import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { rollUpShop } from '../../../../test/support/fixtures/roll-up-shop.ts';
import { type ShelfAd, type ShopWorld, startShopWorld } from '../../../../test/support/fixtures/shop-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { conversionsBody } from '../../../contract/commerce/conversion.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { attributionRule } from '../../../core/vocabulary/attribution-rule.ts';
import { openSegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { advanceRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { judgeConversions } from '../../../worker/attribute/judge-conversions.ts';
import { createSegmentWork, type SegmentWork } from '../../../worker/audiences/start-segments.ts';
import { receiveConversions } from './receive-conversions.ts';

let shop: ShopWorld;
let bookingId: number;
let told = 0;
beforeAll(async () => {
  shop = await startShopWorld();
  await shop.take([{ sku: 'beans' }, { sku: 'filters' }, { sku: 'tea', brand: 'Borealis' }]);
  bookingId = (await shop.book({ products: [await shop.productId('beans')], keywords: [{ text: 'coffee' }] })).id;
  await shop.shows('kwcoffee', ['beans']);
});
afterAll(() => shop?.close());

const agreed = 'tlall';
const price = (amount: string) => ({ amount, currency: 'EUR' });
const bought = (sku: string, quantity = 1, amount = '4.50') => ({ sku, quantity, unitPrice: price(amount) });

async function adFor(user: string, consent = agreed): Promise<ShelfAd> {
  const [ad] = await shop.shelf(`kwcoffee/ui${user}/${consent}`);
  if (ad === undefined) throw new Error('the ad is missing');
  return ad;
}
const see = async (ad: ShelfAd) => expect((await fetch(ad.native.impressionCounter)).status).toBe(200);
const click = async (ad: ShelfAd) => expect((await fetch(ad.native.link.url, { redirect: 'manual' })).status).toBe(302);

function order(userId: string | null, lines: readonly object[], change: object = {}) {
  told += 1;
  return { orderId: `order-${told}`, occurredAt: new Date().toISOString(), userId, lines, ...change };
}
const tell = (conversions: readonly object[], options = {}) =>
  shop.management.call('POST', '/conversions', {
    body: { mediaPartnerId: shop.mediaPartnerId, conversions },
    ...options,
  });
const read = async (id: number) => (await shop.management.call('GET', `/conversions/${id}`)).body;
/** Submits an order, runs the attribution and reads the order. */
async function ordered(userId: string | null, lines: readonly object[]) {
  const answer = await tell([order(userId, lines)]);
  expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
  await rollUpShop(shop.management);
  return read(answer.body.results[0].id);
}

describe('an order', () => {
  test('is attributed to the clicked ad of the product, and lists the other candidates', async () => {
    const ad = await adFor('anna');
    await see(ad);
    await click(ad);
    const conversion = await ordered('anna', [
      bought('beans', 3),
      bought('filters'),
      bought('tea'),
      bought('unheard of'),
    ]);
    expect(conversion).toMatchObject({
      status: 'attributed',
      rule: { clickDays: 14, viewDays: 1 },
      lines: [
        {
          sku: 'beans',
          revenue: price('13.50'),
          credited: { kind: 'click', match: 'product', bookingId, positionId: shop.positionId },
          candidates: [
            { kind: 'click', outcome: 'credited' },
            { kind: 'view', outcome: 'not_clicked' },
          ],
        },
        { sku: 'filters', credited: { kind: 'click', match: 'brand', bookingId } },
        { sku: 'tea', credited: null, candidates: [] },
        { sku: 'unheard of', productId: null, credited: null },
      ],
    });
    const listed = await shop.management.call('GET', `/conversions?bookingId=${bookingId}&status=attributed`);
    expect([listed.headers['record-count'], listed.body[0].id, 'candidates' in listed.body[0].lines[0]]).toEqual([
      '1',
      conversion.id,
      false,
    ]);
    const report = await shop.management.call('GET', `/reports?groupBy=booking,creative&bookingId=${bookingId}`);
    expect(report.body).toMatchObject({
      rows: [{ bookingId, conversions: 2, units: 4, revenue: [price('18.00')], clicks: 1 }],
      totals: { conversions: 2, units: 4, revenue: [price('18.00')] },
    });
  });

  test('is attributed to a view without clicks, and not at all without consent or user ID', async () => {
    await see(await adFor('bert'));
    expect(await ordered('bert', [bought('beans')])).toMatchObject({
      lines: [{ credited: { kind: 'view', match: 'product' } }],
    });
    for (const consent of ['tlnone', 'dtphone']) {
      await click(await adFor('carl', consent));
      expect(await ordered('carl', [bought('beans')])).toMatchObject({ status: 'unattributed' });
    }
    for (const shopper of [null, 'unknown', 'dora']) {
      expect(await ordered(shopper, [bought('beans')])).toMatchObject({ status: 'unattributed' });
    }
  });

  test('is attributed again when an earlier event is counted later', async () => {
    const { database } = shop.management;
    await click(await adFor('emil'));
    const { body } = await tell([order('emil', [bought('beans')])]);
    const { id } = body.results[0];
    // Simulates a journal with the click on another host.
    await advanceRollUpState(database, { asOfMs: Date.now() });
    await judgeConversions(database);
    expect(await read(id)).toMatchObject({ status: 'unattributed' });
    await rollUpShop(shop.management);
    expect(await read(id)).toMatchObject({ status: 'attributed', lines: [{ credited: { kind: 'click' } }] });
  });

  test('is attributed after all earlier events are counted', async () => {
    const later = new Date(Date.now() + 60_000).toISOString();
    const { body } = await tell([order('anna', [bought('beans')], { occurredAt: later })]);
    await rollUpShop(shop.management);
    expect(await read(body.results[0].id)).toMatchObject({ status: 'waiting', lines: [{ credited: null }] });
  });
});

describe('attribution windows', () => {
  const setTo = async (attributionClickDays: number, attributionViewDays: number) => {
    const body = { attributionClickDays, attributionViewDays };
    const answer = await shop.management.call('PATCH', '/settings', { body, headers: { 'if-match': '*' } });
    expect(answer).toMatchObject({ status: 200, body });
  };
  afterEach(() => setTo(14, 1));

  test('are those in effect when an order is submitted, and stay unchanged', async () => {
    const { database } = shop.management;
    const shopper = `joan ${told}`;
    await see(await adFor(encodeURIComponent(shopper)));
    await rollUpShop(shop.management);
    await sql`update touch set happened_at = happened_at - interval '3 days' where booking_id = ${bookingId}
      and happened_at = (select max(last.happened_at) from touch last)`.execute(database);
    const orders = [];
    for (const viewDays of [1, 4, 0]) {
      await setTo(7, viewDays);
      const said = order(shopper, [bought('beans')]);
      const { body } = await tell([said]);
      orders.push({ said, id: body.results[0].id as number });
    }
    await rollUpShop(shop.management);
    const credited = await Promise.all(orders.map(({ id }) => read(id)));
    expect(credited).toMatchObject([
      {
        status: 'unattributed',
        rule: { clickDays: 7, viewDays: 1 },
        lines: [{ candidates: [{ outcome: 'too_long_ago' }] }],
      },
      { status: 'attributed', rule: { clickDays: 7, viewDays: 4 }, lines: [{ credited: { kind: 'view' } }] },
      { status: 'unattributed', rule: { clickDays: 7, viewDays: 0 } },
    ]);
    const again = await tell(orders.map(({ said }) => said));
    expect(again.body).toMatchObject({ duplicates: 3, refused: 0 });
  });
});

describe('submitting orders', () => {
  test('is idempotent: repeated orders are duplicates, and different content is refused, also within a call', async () => {
    const one = order('anna', [bought('beans')]);
    const other = { ...one, lines: [bought('beans', 2)] };
    const next = order(null, [bought('tea')]);
    expect((await tell([one])).body).toMatchObject({ accepted: 1, duplicates: 0, refused: 0 });
    const { body } = await tell([one, other, next, next, { ...next, userId: 'fritz' }]);
    expect(body).toMatchObject({ accepted: 1, duplicates: 2, refused: 2 });
    expect(body.results.map(({ status, code }: Record<string, string>) => code ?? status)).toEqual([
      'duplicate',
      'other_content',
      'accepted',
      'duplicate',
      'other_content',
    ]);
    expect(body.results[0]).toMatchObject({ orderId: one.orderId, id: expect.any(Number) });
    const stored = await shop.management.call('GET', `/conversions?orderId=${one.orderId}`);
    expect(stored.body).toMatchObject([{ orderId: one.orderId, lines: [{ quantity: 1 }] }]);
  });

  test('is idempotent with concurrent calls', async () => {
    const orders = Array.from({ length: 30 }, () => order('anna', [bought('beans')]));
    const answers = await Promise.all([orders, orders.toReversed(), orders, orders].map((all) => tell(all)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0);
    expect([sum('accepted'), sum('duplicates'), sum('refused')]).toEqual([30, 90, 0]);
  });

  test('refuses individual orders with times or amounts out of range', async () => {
    const ago = (ms: number) => ({ occurredAt: new Date(Date.now() - ms).toISOString() });
    const { body } = await tell([
      order(null, [bought('beans')], ago(-6 * 60_000)),
      order(null, [bought('beans')], ago(-4 * 60_000)),
      order(null, [bought('beans')], ago(14 * dayMs + 60_000)),
      order(null, [bought('beans')], ago(13 * dayMs)),
      order(null, [bought('beans', 2, '500000.01')]),
      order(null, [bought('beans', 2, '500000')]),
    ]);
    expect(body.results.map(({ status, code }: Record<string, string>) => code ?? status)).toEqual([
      'in_the_future',
      'accepted',
      'too_old',
      'accepted',
      'too_much',
      'accepted',
    ]);
  });

  test.each<[string, object, string]>([
    ['without lines', { lines: [] }, '/conversions/0/lines'],
    ['with a quantity of 0', { lines: [bought('beans', 0)] }, '/conversions/0/lines/0/quantity'],
    ['with a fractional quantity', { lines: [bought('beans', 0.5)] }, '/conversions/0/lines/0/quantity'],
    [
      'with a price as a number',
      { lines: [{ ...bought('beans'), unitPrice: 4.5 }] },
      '/conversions/0/lines/0/unitPrice',
    ],
    ['without a time', { occurredAt: 'today' }, '/conversions/0/occurredAt'],
    ['with an unknown field', { email: 'anna@shop.example' }, '/conversions/0/email'],
  ])('refuses the whole call for an order %s', async (_what, change, pointer) => {
    const answer = await tell([order('anna', [bought('beans')], change)]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('accepts at most 1,000 orders; requires the scope and a media partner', async () => {
    const many = Array.from({ length: 1_001 }, () => order('anna', [bought('beans'), bought('tea')]));
    expect(await tell(many)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/conversions' }] } });
    expect((await tell(many.slice(1))).body).toMatchObject({ accepted: 1_000 });
    expect(await tell([], { scopes: ['conversions:read'] })).toMatchObject({ status: 403 });
    const body = { mediaPartnerId: 999_999, conversions: [order(null, [bought('beans')])] };
    expect(await shop.management.call('POST', '/conversions', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/mediaPartnerId', code: 'reference_not_found' }] },
    });
    expect((await shop.management.call('GET', '/conversions/999999')).status).toBe(404);
  });
});

describe('a caller', () => {
  test('sees the lines of its own brands, and no campaign that includes other brands', async () => {
    await click(await adFor('gerd'));
    const { id } = await ordered('gerd', [bought('beans'), bought('tea')]);
    const user = (await makeObject(shop.management, 'users', { role: 'advertiser', email: 'own@conversions.example' }))
      .id;
    const mapping = {
      user: 'own@conversions.example',
      advertiserCompanyId: shop.mediaPartnerId,
      brandId: shop.brandIds.aurora,
    };
    expect((await shop.management.call('POST', '/user-mapping', { body: mapping })).status).toBe(201);
    const seen = await shop.management.call('GET', `/conversions/${id}`, { user });
    // The campaign has another brand, so this caller may not see the booking.
    expect(seen.body.lines).toMatchObject([{ sku: 'beans', credited: { kind: 'click', bookingId: null } }]);
    const { results } = (await tell([order('gerd', [bought('tea')])])).body;
    expect((await shop.management.call('GET', `/conversions/${results[0].id}`, { user })).status).toBe(404);
    expect((await tell([order('gerd', [bought('tea')])], { user })).status).toBe(403);
  });
});

describe('erasing a shopper', () => {
  async function withSegmentWork(run: (work: SegmentWork) => Promise<void>): Promise<void> {
    const { database, services } = shop.management;
    const work = createSegmentWork({
      database,
      log: services.log,
      secret: services.secret,
      lease: { take: async () => true },
      folder: openSegmentFolder(`${services.config.dataFolder}/segments`),
      store: null,
      publicUrl: 'http://placard.example',
      deliveries: services.config.dataFolder,
      privateTargets: [],
    });
    await run(work);
    work.close();
  }
  const erase = async (value: string) => {
    const body = { identifier: { name: 'user_id', value } };
    expect((await shop.management.call('POST', '/erasures', { body })).status).toBe(202);
  };

  test('keeps attributed sums, deletes touches and keys, and prevents later attribution', async () => {
    const { management } = shop;
    const { database } = management;
    await click(await adFor('hilda'));
    const { id } = await ordered('hilda', [bought('beans', 5)]);
    const waiting = await tell([order('hilda', [bought('beans')])]);
    const sums = async () => {
      const { rows } = (await management.call('GET', `/reports?groupBy=booking&bookingId=${bookingId}`)).body;
      return [rows[0].conversions, rows[0].units, rows[0].revenue];
    };
    const keysOf = async () => {
      const { rows } = await sql<{ key: string }>`select distinct touch.shopper_key as key from touch
        where touch.event_id in (select event_id from conversion_line where conversion_id = ${id})`.execute(database);
      return rows.map(({ key }) => key);
    };
    const [key] = await keysOf();
    const before = await sums();
    await erase('hilda');
    await withSegmentWork((work) => work.pass({ looks: false }));
    const { rows: left } = await sql<{ what: string }>`
      select 'touch' as what from touch where shopper_key = ${key}
      union all select 'conversion' from conversion where shopper_keys @> array[${key}]`.execute(database);
    expect([key?.length, left]).toEqual([16, []]);
    expect(await read(id)).toMatchObject({
      lines: [{ credited: { kind: 'click', at: null, bookingId }, candidates: [] }],
    });
    await rollUpShop(management);
    expect(await sums()).toEqual(before);
    expect(await read(waiting.body.results[0].id)).toMatchObject({ status: 'unattributed' });
    // Later events of the same month and name.
    await click(await adFor('hilda'));
    expect(await ordered('hilda', [bought('beans')])).toMatchObject({ status: 'unattributed' });
    expect(await sums()).toEqual(before);
  });

  test('waits for an order in progress and deletes its key', async () => {
    const { database, services } = shop.management;
    // Retries use another shopper, because an erased one is recognized immediately.
    const shopper = `ida ${told}`;
    const telling = await database.startTransaction().setIsolationLevel('read committed').execute();
    const { results } = await receiveConversions(
      telling,
      conversionsBody.parse({
        mediaPartnerId: shop.mediaPartnerId,
        conversions: [order(shopper, [bought('beans')])],
      }),
      {
        shopperKeys: createShopperKeys(services.secret),
        contentKey: deriveKey(services.secret, 'order'),
        rule: attributionRule,
        nowMs: Date.now(),
      },
    );
    await erase(shopper);
    await withSegmentWork(async (work) => {
      let isOver = false;
      const passing = work.pass({ looks: false }).finally(() => {
        isOver = true;
      });
      await waitUntil('the erasure to end or to wait for the order', async () => {
        const { rows } = await sql`select from pg_locks where not granted and locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`.execute(database);
        return isOver || rows.length > 0;
      });
      await telling.commit().execute();
      await passing;
    });
    const kept = await database
      .selectFrom('conversion')
      .select(['conversion.shopperKeys', 'conversion.contentHash'])
      .where('conversion.id', '=', results[0]?.id ?? 0)
      .execute();
    expect(kept).toEqual([{ shopperKeys: [], contentHash: '' }]);
  });
});

describe('an order of a shopper with a similar identifier', () => {
  test('is not attributed to the ad that the other shopper clicked', async () => {
    await click(await adFor('aB+1x'));
    expect(await ordered('Ab-1X', [bought('beans')])).toMatchObject({ status: 'unattributed' });
    expect(await ordered('aB+1x', [bought('beans')])).toMatchObject({ status: 'attributed' });
  });
});
