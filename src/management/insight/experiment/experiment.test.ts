import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookDisplayAd } from '../../../../test/support/fixtures/book-display-ad.ts';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { rollUpShop } from '../../../../test/support/fixtures/roll-up-shop.ts';
import { type ShopWorld, startShopWorld } from '../../../../test/support/fixtures/shop-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { experimentBucket } from '../../../core/rotation/experiment.ts';
import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { openPacingFolder } from '../../../exchange/plan/pacing-folder.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { createLease } from '../../../platform/lease/lease.ts';
import { markConverted } from '../../../worker/attribute/mark-converted.ts';
import { forgetErasedShoppers } from '../../../worker/count/store-touches.ts';
import { createPacing, type Pacing } from '../../../worker/pace/pacing.ts';

type Ad = { readonly id: string; readonly tag: string; readonly impressionCounter: string };

let shop: ShopWorld;
let pacing: Pacing;
let bookingId: number;
let slotName: string;
let purchase: { readonly id: number };
const viewers = Array.from({ length: 60 }, (_, number) => `viewer-${number}`);
const isHeldOut = (viewer: string) => experimentBucket(memberIdentifier('ui', viewer), bookingId) < 5_000;

beforeAll(async () => {
  shop = await startShopWorld();
  const { database, services } = shop.management;
  pacing = createPacing({
    database,
    folder: openPacingFolder(services.config.dataFolder),
    lease: createLease({ database, name: 'pacing', holder: 'test' }),
    log: services.log,
    pauseMs: 50,
  });
  ({ bookingId, slotName } = await bookDisplayAd(shop, 'https://shop.example/sale'));
  // Another booking takes the requests that the first one does not get.
  const { body } = await shop.management.call('GET', `/bookings/${bookingId}`);
  const other = await makeObject(shop.management, 'bookings', {
    campaignId: shop.campaignId,
    startDate: '2026-01-01T00:00:00Z',
    positionIds: body.positionIds,
    creatives: [{ creativeId: body.creatives[0].creativeId }],
    delivery: { method: 'fill' },
  });
  await shop.management.call('POST', `/bookings/${other.id}/actions/submit`);
  purchase = await makeObject(shop.management, 'conversion-actions', {
    mediaPartnerId: shop.mediaPartnerId,
    brandId: shop.brandIds.aurora,
  });
  await waitUntil('the other booking to be served', async () => {
    await shop.patch(`/bookings/${bookingId}`, { holdoutPercent: 50 });
    await plan();
    const held = viewers.find(isHeldOut) ?? '';
    return (await bookingOf(`tlall/ui${held}`)) === other.id;
  });
});
afterAll(async () => {
  await pacing?.close();
  await shop?.close();
});

/** Makes a plan, which delivery follows within half a second. */
async function plan(): Promise<void> {
  await pacing.before();
  await pacing.after();
  await new Promise((resolve) => setTimeout(resolve, 700));
}

async function adOf(parameters: string): Promise<Ad> {
  const answer = await fetch(`${shop.base}/json/sl${slotName}/${parameters}`);
  const [ad] = (await answer.json()) as Ad[];
  if (ad === undefined) throw new Error(`no ad for ${parameters}`);
  return ad;
}

/** Returns the booking of the ad of a request. The ID of an ad is that of its booking and creative. */
async function bookingOf(parameters: string): Promise<number> {
  const { id } = await adOf(parameters);
  const { body } = await shop.management.call('GET', '/bookings?limit=100');
  const bookings = body as { id: number; creatives: { adId: number }[] }[];
  return bookings.find(({ creatives }) => creatives.some(({ adId }) => String(adId) === id))?.id ?? 0;
}

async function convert(viewer: string, orderId: string): Promise<void> {
  const conversions = [{ orderId, userId: viewer }];
  const told = await shop.management.call('POST', `/conversion-actions/${purchase.id}/conversions`, {
    body: { conversions },
  });
  expect(told).toMatchObject({ status: 200, body: { accepted: 1 } });
}

async function experiment() {
  await rollUpShop(shop.management);
  await markConverted(shop.management.database);
  const { status, body } = await shop.management.call('GET', `/bookings/${bookingId}/experiment`);
  expect(status).toBe(200);
  return body;
}

describe('a holdout', () => {
  test('gives its viewers other ads, and the others that of the booking, in every request', async () => {
    for (const viewer of viewers.slice(0, 20)) {
      const shown = [await bookingOf(`tlall/ui${viewer}`), await bookingOf(`tlall/ui${viewer}`)];
      expect(shown.map((id) => id === bookingId)).toEqual([!isHeldOut(viewer), !isHeldOut(viewer)]);
    }
  });

  test('contains no viewers without consent or identifier', async () => {
    const held = viewers.find(isHeldOut);
    expect(await bookingOf(`tlnone/ui${held}`)).toBe(bookingId);
    expect(await bookingOf('tlall')).toBe(bookingId);
  });

  test('compares the conversions of viewers who saw the booking with those who would have', async () => {
    for (const viewer of viewers) await adOf(`tlall/ui${viewer}`);
    const [held, exposed] = [viewers.filter(isHeldOut), viewers.filter((viewer) => !isHeldOut(viewer))];
    for (const viewer of [...exposed.slice(0, 15), ...held.slice(0, 6)]) await convert(viewer, `order-${viewer}`);
    await convert('unknown-viewer', 'order-unknown');
    const body = await experiment();
    expect(body).toMatchObject({
      bookingId,
      holdoutPercent: 50,
      rotation: 'weighted',
      since: expect.any(String),
      exposed: { viewers: exposed.length, converted: 15 },
      holdout: { viewers: held.length, converted: 6 },
      creatives: [],
    });
    const lift = 15 / exposed.length / (6 / held.length) - 1;
    expect(body.lift.percent).toBeCloseTo(lift * 100, 3);
    expect(body.lift.low).toBeLessThan(body.lift.percent);
    expect(body.exposed.interval.high).toBeGreaterThan(body.exposed.conversionPercent);
    // Counting the journal again changes nothing.
    expect(await experiment()).toEqual(body);
  });

  test('is stated in the decision', async () => {
    const held = viewers.find(isHeldOut);
    const from = new Date(Date.now() - 60_000).toISOString();
    await adOf(`tlall/ui${held}`);
    const funnel = await waitUntil('the decision to be recorded', async () => {
      const { body } = await shop.management.call('GET', `/bookings/${bookingId}/funnel?from=${from}`);
      return body.totals?.refused?.HOLDOUT > 0 ? body.totals : null;
    });
    expect(funnel.refused.HOLDOUT).toBeGreaterThan(10);
    expect(funnel.won).toBeGreaterThan(10);
  });

  test('forgets erased viewers', async () => {
    const before = await experiment();
    const [viewer = ''] = viewers;
    const { database, services } = shop.management;
    const shopperKey = createShopperKeys(services.secret).keyOf(memberIdentifier('ui', viewer), Date.now());
    const erased = { shopperKey, erasedAt: new Date(), forgottenAt: null, openDataClearedAt: null };
    await database.insertInto('erasedShopper').values(erased).execute();
    await forgetErasedShoppers(database, Date.now());
    const after = await experiment();
    expect(after.exposed.viewers + after.holdout.viewers).toBe(before.exposed.viewers + before.holdout.viewers - 1);
  });
});

test('an A/B test shows each viewer the same creative, and compares the creatives', async () => {
  const { body: booking } = await shop.management.call('GET', `/bookings/${bookingId}`);
  const { body: creative } = await shop.management.call('GET', `/creatives/${booking.creatives[0].creativeId}`);
  const second = await makeObject(shop.management, 'creatives', {
    brandId: shop.brandIds.aurora,
    formatId: creative.formatId,
    html: '<p>Second</p>',
  });
  const creatives = [booking.creatives[0].creativeId, second.id].map((creativeId) => ({ creativeId }));
  await shop.patch(`/bookings/${bookingId}`, { holdoutPercent: 0, rotation: 'ab_test', creatives });
  const shownTo = async (viewer: string) => (await adOf(`tlall/ui${viewer}`)).id;
  await waitUntil('both creatives to be served', async () => {
    await plan();
    return new Set(await Promise.all(viewers.map(shownTo))).size === 2;
  });
  const [first, again] = [await Promise.all(viewers.map(shownTo)), await Promise.all(viewers.map(shownTo))];
  expect(again).toEqual(first);
  const counts = Map.groupBy(first, (id) => id);
  expect([...counts.values()].map((ids) => ids.length).every((count) => count > 15)).toBe(true);
  expect((await experiment()).creatives).toMatchObject([
    { creativeId: creatives[0]?.creativeId, comparedToFirst: null },
    { creativeId: second.id, impressions: 0, clicks: 0, ctrPercent: null, interval: null, comparedToFirst: null },
  ]);
});

test('invalid holdouts are refused', async () => {
  const refused = async (given: Record<string, unknown>) => {
    const body = await makeBody(shop.management, 'bookings', given);
    const { status, body: problem } = await shop.management.call('POST', '/bookings', { body });
    return [status, problem.errors?.[0]?.pointer];
  };
  expect(await refused({ holdoutPercent: 51 })).toEqual([400, '/holdoutPercent']);
  expect(await refused({ holdoutPercent: 2.5 })).toEqual([400, '/holdoutPercent']);
  expect(await refused({ holdoutPercent: 10, roadblock: 'all' })).toEqual([400, '/holdoutPercent']);
  expect((await shop.management.call('GET', '/bookings/999999/experiment')).status).toBe(404);
});
