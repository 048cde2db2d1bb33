import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  startSeller,
  type TestSeller,
} from '../../../../test/support/agents/seller-agent.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import type { TestManagement } from '../../../../test/support/server/test-management.ts';
import type { PackageForecast } from '../../../contract/selling/package-forecast.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { savePastHours, saveTraffic } from '../../../exchange/plan/traffic-store.ts';

const nowMs = Date.parse('2027-03-03T00:00:00Z');
const perHour = 1_000;
const month = 30 * 24 * perHour;
const at = (ms: number) => new Date(ms).toISOString();

let seller: TestSeller;
let management: TestManagement;
let positionIds: number[];
let booking: Record<string, unknown>;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller({ nowMs: () => nowMs });
  ({ management } = seller);
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId });
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  booking = { campaignId, creatives: [{ creativeId }], startDate: at(nowMs), endDate: at(nowMs + 60 * dayMs) };
  const { id: locationId } = await makeObject(management, 'inventory/location');
  positionIds = [];
  for (let index = 0; index < 6; index += 1) {
    positionIds.push((await makeObject(management, 'inventory/position', { formatId, locationId })).id);
  }
  for (const [index, days] of [28, 28, 28, 3].entries()) await record(positionIds[index] as number, days);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await management?.close();
});

/** Stores the traffic of a position as the pacing does, with a tenth more on every second day. */
async function record(positionId: number, days: number): Promise<void> {
  const hours = Array.from({ length: days * 24 }, (_, index) => {
    const requests = perHour * (Math.floor(index / 24) % 2 === 0 ? 1.05 : 0.95);
    return { positionId, hour: nowMs / hourMs - days * 24 + index, requests };
  });
  await savePastHours(management.database, hours, nowMs);
  const curve = { hours: new Float64Array(168).fill(perHour), level: 1 };
  await saveTraffic(
    management.database,
    new Map([[positionId, { curve, hour: nowMs / hourMs, requests: 0, observedMs: 0 }]]),
  );
}

async function sell(
  index: number,
  settings: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
): Promise<number> {
  const template = await makeObject(management, 'booking-templates', {
    shared: true,
    settings: { type: 'display', positionIds: [positionIds[index]], ...settings },
  });
  return (await makeObject(management, 'product-packages', { bookingTemplateId: template.id, ...fields })).id;
}

async function book(index: number, fields: Record<string, unknown>): Promise<void> {
  const { id } = await makeObject(management, 'bookings', { ...booking, positionIds: [positionIds[index]], ...fields });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
}

async function forecast(id: number, query = ''): Promise<PackageForecast> {
  const answer = await management.call('GET', `/product-packages/${id}/forecast${query}`);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

test('forecasts the impressions of the next 30 days with a range', async () => {
  const seen = await forecast(await sell(0));
  expect(seen).toMatchObject({
    from: at(nowMs),
    to: at(nowMs + 30 * dayMs),
    sharePercent: 100,
    positionCount: 1,
    recordedDays: 28,
    gap: null,
  });
  const { expected, low, high } = seen.impressions ?? { expected: 0, low: 0, high: 0 };
  expect(Math.abs(expected / month - 1)).toBeLessThan(0.03);
  expect(low).toBeGreaterThan(0.7 * month);
  expect(low).toBeLessThan(expected);
  expect(high).toBeGreaterThan(expected);
  expect(high).toBeLessThan(1.4 * month);
  const week = await forecast(await sell(0), '?days=7');
  expect(Math.abs((week.impressions?.expected ?? 0) / ((month * 7) / 30) - 1)).toBeLessThan(0.03);
  expect(await management.call('GET', `/product-packages/${await sell(0)}/forecast?days=0`)).toMatchObject({
    status: 400,
  });
  expect(await management.call('GET', '/product-packages/999999/forecast')).toMatchObject({ status: 404 });
});

test('excludes the shares of competing bookings', async () => {
  await book(1, { priority: 5, delivery: { method: 'share_of_voice', percent: 25 } });
  await book(1, { priority: 5, delivery: { method: 'share' }, endDate: null });
  const guaranteed = await forecast(await sell(1, { priority: 5 }));
  expect(guaranteed.sharePercent).toBe(75);
  expect(Math.abs((guaranteed.impressions?.expected ?? 0) / (0.75 * month) - 1)).toBeLessThan(0.03);
  // It shares the rest with the other booking. A near end raises its weight.
  const sharing = await forecast(await sell(1, { priority: 5 }, { deliveryType: 'non_guaranteed' }));
  expect(sharing.sharePercent).toBeGreaterThan(37.5);
  expect(sharing.sharePercent).toBeLessThan(60);
  const half = await forecast(await sell(2, { dayParts: [{ days: [], fromMinute: 0, toMinute: 720 }] }));
  expect(Math.abs((half.impressions?.expected ?? 0) / (month / 2) - 1)).toBeLessThan(0.05);
});

test('counts a competing booking only in the part of the day in which it delivers', async () => {
  await record(positionIds[5] as number, 28);
  await book(5, {
    priority: 5,
    delivery: { method: 'share_of_voice', percent: 80 },
    dayParts: [{ days: [], fromMinute: 0, toMinute: 720 }],
  });
  const { sharePercent } = await forecast(await sell(5, { priority: 5 }));
  expect(sharePercent).toBe(60);
});

test('returns the reason when there is no forecast', async () => {
  const gaps = [
    [await sell(3), 'TOO_FEW_DAYS'],
    [await sell(4), 'TOO_FEW_DAYS'],
    [await sell(0, { positionIds: [] }), 'NO_POSITIONS'],
    [await sell(0, { targeting: { fact: 'country', values: ['be'] } }), 'TARGETING'],
    [await sell(0, { caps: [{ scope: 'day', most: 3 }] }), 'CAPS'],
  ] as const;
  for (const [id, gap] of gaps) {
    expect(await forecast(id)).toMatchObject({ gap, impressions: null, sharePercent: null });
  }
});

test('buyer agents get forecasts with products and proposals', async () => {
  const prices = {
    pricingOptions: [
      { code: 'cpm', model: 'cpm', rate: euro('10.00') },
      { code: 'day', model: 'cpd', rate: euro('500.00') },
    ],
  };
  const known = await sell(0, {}, { name: 'Known', description: 'Known pages', ...prices });
  const unknown = await sell(4, {}, { name: 'Unknown', description: 'Unknown pages', ...prices });
  const buyer = await makeBuyer(seller, { packageIds: [known, unknown] });
  const { client, call } = await connectBuyer(seller, buyer.serviceAccountId);
  const { content } = await call('get_products', { buying_mode: 'brief', brief: 'known' });
  expect(content.incomplete).toBeUndefined();
  const [product, other] = content.products;
  const { impressions } = await forecast(known);
  expect(other.forecast).toBeUndefined();
  expect(product.forecast).toMatchObject({
    forecast_range_unit: 'availability',
    method: 'modeled',
    currency: 'EUR',
    generated_at: at(nowMs),
    ext: { placard: { interval_percent: 95, recorded_days: 28, positions: 1 } },
  });
  const [available] = product.forecast.points;
  expect(available.budget).toBeUndefined();
  expect(available.metrics.impressions).toEqual({
    low: impressions?.low,
    mid: impressions?.expected,
    high: impressions?.high,
  });
  expect(available.metrics.spend.mid).toBeCloseTo((impressions?.expected ?? 0) / 100, 1);

  const dates = { start_date: '2027-03-10', end_date: '2027-03-16' };
  const filters = { ...dates, budget_range: { min: 500, max: 20_000, currency: 'EUR' } };
  const budgeted = (await call('get_products', { buying_mode: 'brief', brief: 'known', filters })).content;
  const { points, forecast_range_unit: unit, ext } = budgeted.products[0].forecast;
  expect(unit).toBe('spend');
  expect(ext.placard).toMatchObject({ start_time: at(nowMs + 7 * dayMs), end_time: at(nowMs + 14 * dayMs) });
  // The smaller budget pays for 50,000 impressions. The larger one pays for more than are available in a week.
  expect(points[0]).toMatchObject({
    budget: 500,
    metrics: { impressions: { low: 50_000, mid: 50_000, high: 50_000 }, spend: { mid: 500 } },
  });
  expect(points[1].budget).toBe(20_000);
  expect(Math.abs(points[1].metrics.impressions.mid / (7 * 24 * perHour) - 1)).toBeLessThan(0.05);
  expect(points[1].metrics.impressions.low).toBeLessThan(points[1].metrics.impressions.mid);
  const [allocation] = budgeted.proposals[0].allocations;
  expect(allocation.forecast.points[0].budget).toBe(500);

  const past = { start_date: '2027-01-01', end_date: '2027-01-31' };
  const late = (await call('get_products', { buying_mode: 'wholesale', filters: past })).content;
  expect(late.products.map((one: { forecast?: unknown }) => one.forecast)).toEqual([undefined, undefined]);
  const dollars = { budget_range: { max: 5, currency: 'USD' } };
  expect((await call('get_products', { buying_mode: 'wholesale', filters: dollars })).content.products).toEqual([]);
  await client.close();
});
