import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { openJournal } from '../../../exchange/journal/journal-writer.ts';
import { advanceRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import { createShopperKeys, type ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { judgeConversions } from '../../../worker/attribute/judge-conversions.ts';
import { createJournalShipping } from '../../../worker/count/journal-shipping.ts';
import { recount } from '../../../worker/count/recount/recount.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Three days after the end of a month, so that windows span both months. */
const nowMs = Date.parse('2026-12-03T12:00:00Z');
const shoppers = ['anna', 'bert', 'carl', 'dora', 'emil', null] as const;

let management: TestManagement;
let database: Kysely<Database>;
let folder: string;
let keys: ShopperKeys;
let mediaPartnerId: number;
let positionId: number;
/** Two products of one brand and one of another, each with its creative. */
const products: { readonly sku: string; readonly brand: number; readonly creativeId: number }[] = [];

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  ({ database } = management);
  folder = await mkdtemp(join(tmpdir(), 'placard-attribution-'));
  keys = createShopperKeys(management.services.secret);
  mediaPartnerId = (await makeObject(management, 'media-partners')).id;
  const position = await makeObject(management, 'inventory/position');
  positionId = position.id;
  for (const [brand, skus] of [['a', 'b'], ['c']].entries()) {
    const brandId = (await makeObject(management, 'brands', { mediaPartnerId })).id;
    for (const sku of skus) {
      const { id } = await makeObject(management, 'products', { brandId, sku });
      const { rows } = await sql<{ id: number }>`
        insert into creative (name, kind, brand_id, format_id, state, product_id)
        values (${sku}, 'product', ${brandId}, ${position['formatId']}, 'approved', ${id}) returning id`.execute(
        database,
      );
      products.push({ sku, brand, creativeId: rows[0]?.id ?? 0 });
    }
  }
});
afterAll(async () => {
  await management?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a seeded random number generator. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Happened = DeliveryEvent & { readonly shopper: string | null; readonly product: number };

/**
 * Returns views and clicks of more than two weeks, some by bots and some duplicated. The later copy of a duplicate is
 * read first.
 */
function traffic(draw: (below: number) => number, most: number): Happened[] {
  return Array.from({ length: most }, (_, number) => {
    const shopper = shoppers[draw(shoppers.length)] ?? null;
    const product = draw(products.length);
    const kind = draw(3) === 0 ? ('click' as const) : ('impression' as const);
    const atMs = nowMs - draw(18 * 24 * 60) * 60_000;
    const decidedAtMs = atMs - draw(50) * 60_000;
    const one = {
      eventId: `d${number}.0.${kind}`,
      kind,
      filtered: draw(12) === 0 ? ('bot' as const) : null,
      atMs,
      decidedAtMs,
      adId: 1,
      bookingId: 7 + draw(2),
      creativeId: products[product]?.creativeId ?? 0,
      positionId,
      ...(shopper !== null && { shopperKey: keys.keyOf(`ui:${shopper}`, decidedAtMs) }),
      shopper,
      product,
    };
    return draw(6) === 0 ? [{ ...one, atMs: atMs + draw(9) * 60_000 }, one] : [one];
  }).flat();
}

type Order = {
  readonly orderId: string;
  readonly atMs: number;
  readonly shopper: string | null;
  /** Click and view windows in days at the time of the first submission. */
  readonly windows: readonly [click: number, view: number];
  readonly lines: readonly { readonly product: number; readonly quantity: number; readonly cents: number }[];
};

/** Windows in effect during each part of the traffic. */
const windows = [
  [14, 1],
  [7, 2],
  [3, 0],
  [9, 14],
] as const;

/** Returns the part of an order. Parts overlap, so some orders are submitted again with different windows. */
function toldIn(order: number): number {
  return [90, 150, 210].filter((end) => order >= end).length;
}

function ordersOf(draw: (below: number) => number, most: number): Order[] {
  return Array.from({ length: most }, (_, number) => ({
    orderId: `o${number}`,
    atMs: nowMs - draw(13 * 24 * 60) * 60_000,
    shopper: shoppers[draw(shoppers.length)] ?? null,
    windows: windows[toldIn(number)] ?? [14, 1],
    lines: Array.from({ length: 1 + draw(3) }, () => ({
      product: draw(products.length),
      quantity: 1 + draw(4),
      cents: draw(5_000),
    })),
  }));
}

async function journal(events: readonly Happened[], processId: string): Promise<void> {
  const writer = openJournal({ folder: join(folder, 'journal', processId) });
  for (const { shopper: _shopper, product: _product, ...event } of events) await writer.append(event);
  await writer.close();
}

async function work(): Promise<void> {
  const shipping = createJournalShipping({
    sequences: testSequences,
    database,
    journalFolder: join(folder, 'journal'),
    log: management.services.log,
  });
  await shipping.shipAll(new AbortController().signal);
  await advanceRollUpState(database, { asOfMs: nowMs }, nowMs);
  while ((await judgeConversions(database)) > 0);
}

async function tell(
  orders: readonly Order[],
  [attributionClickDays, attributionViewDays]: Order['windows'],
): Promise<void> {
  const set = { body: { attributionClickDays, attributionViewDays }, headers: { 'if-match': '*' } };
  expect((await management.call('PATCH', '/settings', set)).status).toBe(200);
  const conversions = orders.map(({ orderId, atMs, shopper, lines }) => ({
    orderId,
    occurredAt: new Date(atMs).toISOString(),
    userId: shopper,
    lines: lines.map(({ product, quantity, cents }) => ({
      sku: products[product]?.sku,
      quantity,
      unitPrice: { amount: (cents / 100).toFixed(2), currency: 'EUR' },
    })),
  }));
  const answer = await management.call('POST', '/conversions', { body: { mediaPartnerId, conversions } });
  expect(answer).toMatchObject({ status: 200, body: { refused: 0 } });
}

const amsterdam = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' });

/**
 * Returns the expected report, computed only from the events and the attribution rule: creative, booking, day, lines,
 * units, cents.
 */
function expected(events: readonly Happened[], orders: readonly Order[]): unknown[] {
  const first = new Map<string, Happened>();
  for (const event of events) {
    if (event.filtered !== null) continue;
    const before = first.get(event.eventId);
    if (before === undefined || event.atMs < before.atMs) first.set(event.eventId, event);
  }
  const sums = new Map<string, [number, number, number]>();
  for (const { shopper, atMs, windows: own, lines } of orders) {
    for (const { product, quantity, cents } of lines) {
      const winner =
        shopper === null ? undefined : winnerOf([...first.values()], { shopper, atMs, windows: own, product });
      if (winner === undefined) continue;
      const key = JSON.stringify([winner.creativeId, winner.bookingId, amsterdam.format(atMs)]);
      const sum = sums.get(key) ?? [0, 0, 0];
      sums.set(key, [sum[0] + 1, sum[1] + quantity, sum[2] + quantity * cents]);
    }
  }
  return [...sums].map(([key, sum]) => [...(JSON.parse(key) as unknown[]), ...sum]).toSorted(byText);
}

/** Checks each rank in order. */
function winnerOf(
  events: readonly Happened[],
  order: Pick<Order, 'atMs' | 'windows'> & { readonly shopper: string; readonly product: number },
): Happened | undefined {
  const own = events.filter(({ shopper, atMs }) => shopper === order.shopper && atMs <= order.atMs);
  const brandOf = (product: number) => products[product]?.brand;
  for (const isFitting of [
    ({ product }: Happened) => product === order.product,
    ({ product }: Happened) => brandOf(product) === brandOf(order.product),
  ]) {
    for (const [kind, days] of [
      ['click', order.windows[0]],
      ['impression', order.windows[1]],
    ] as const) {
      const [last] = own
        .filter((one) => one.kind === kind && isFitting(one) && one.atMs > order.atMs - days * dayMs)
        .toSorted((one, other) => other.atMs - one.atMs || (one.eventId < other.eventId ? 1 : -1));
      if (last !== undefined) return last;
    }
  }
  return undefined;
}

async function reported(): Promise<unknown[]> {
  const { body } = await management.call('GET', '/reports?groupBy=creative,booking,day');
  type Row = {
    readonly creativeId: number;
    readonly bookingId: number;
    readonly day: string;
    readonly conversions: number;
    readonly units: number;
    readonly revenue: readonly { readonly amount: string }[];
  };
  return (body.rows as Row[])
    .filter(({ conversions }) => conversions > 0)
    .map(({ creativeId, bookingId, day, conversions, units, revenue }) => [
      creativeId,
      bookingId,
      day,
      conversions,
      units,
      Math.round(Number(revenue[0]?.amount) * 100),
    ])
    .toSorted(byText);
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

const again = (write: boolean) =>
  recount(database, {
    sequences: testSequences,
    store: openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: folder }),
    journalFolder: join(folder, 'journal'),
    write,
  });

test('reports equal a recount of the raw log and the attribution rule for every unit, in any order of arrival', async () => {
  const draw = drawing(20_261_203);
  const events = traffic(draw, 700);
  const orders = ordersOf(draw, 300);
  // In four parts by two processes in random order, with orders in between: most touches arrive after the orders that
  // they led to.
  const shuffled = events
    .map((event) => ({ event, at: draw(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ event }) => event);
  for (const [part, set] of windows.entries()) {
    await journal(shuffled.slice(part * 200, part === 3 ? undefined : (part + 1) * 200), `delivery-${part % 2}`);
    await tell(orders.slice(part * 60, part === 3 ? undefined : part * 60 + 90), set);
    await work();
  }
  const said = expected(events, orders);
  expect(said.length).toBeGreaterThan(20);
  expect(await reported()).toEqual(said);
  expect(await again(false)).toMatchObject({ differences: [], missing: [] });

  await sql`update conversion_line set booking_id = 99 where booking_id = 7 and number = 0`.execute(database);
  await sql`delete from touch where kind = 'click' and booking_id = 8`.execute(database);
  await sql`update touch set happened_at = happened_at - ${hourMs} * interval '1 ms' where kind = 'view'`.execute(
    database,
  );
  expect(await reported()).not.toEqual(said);
  const { differences } = await again(true);
  expect(new Set(differences.map(({ table }) => table))).toEqual(new Set(['touch', 'conversion_line']));
  for (const { table, sums } of differences) {
    if (table === 'conversion_line')
      expect(sums.map(({ name }) => name)).toEqual(['conversions', 'units', 'revenueMicros']);
  }
  expect(await reported()).toEqual(said);
  expect(await again(false)).toMatchObject({ differences: [] });
});
