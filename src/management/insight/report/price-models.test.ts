import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

type Day = { readonly day: string; readonly spend: readonly { readonly amount: string; readonly currency: string }[] };

let management: TestManagement;
let positionId: number;
const bookings: Record<string, number> = {};
const flight = { startDate: '2026-11-21T00:00:00Z', endDate: '2026-11-24T00:00:00Z' };
const priceOf = (model: string, amount = '100.00') => ({ model, rate: { amount, currency: 'EUR' } });

beforeAll(async () => {
  management = await startTestManagement();
  positionId = (await makeObject(management, 'inventory/position')).id;
  for (const [model, amount] of [
    ['cpv', '0.05'],
    ['cpcv', '0.20'],
    ['cpa', '7.50'],
    ['flat_over_flight', '100.00'],
  ] as const) {
    bookings[model] = (await makeObject(management, 'bookings', { ...flight, pricing: priceOf(model, amount) })).id;
  }
  for (const day of ['2026-11-21', '2026-11-23', '2026-11-24', '2026-11-25']) {
    for (const bookingId of Object.values(bookings)) {
      await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, starts, completes)
        values (${`${day}T08:00Z`}, ${day}, ${bookingId}, 1, ${positionId}, 30, 20, 5),
          (${`${day}T09:00Z`}, ${day}, ${bookingId}, 1, ${positionId}, 10, 8, 1)`.execute(management.database);
    }
  }
  await sql`insert into booking_day (booking_id, local_day, impressions, starts, completes)
    select booking_id, local_day, sum(impressions), sum(starts), sum(completes) from delivery_hour group by 1, 2`.execute(
    management.database,
  );
  await sql`insert into booking_total (booking_id, impressions, viewables, clicks, starts, completes)
    select booking_id, sum(impressions), 0, 0, sum(starts), sum(completes) from booking_day group by 1`.execute(
    management.database,
  );
  for (const [orderId, at] of [
    ['a', '2026-11-22T10:15Z'],
    ['b', '2026-11-22T10:45Z'],
    ['c', '2026-12-03T10:00Z'],
  ]) {
    await sql`with sold as (
      insert into conversion (media_partner_id, order_id, content_hash, occurred_at, received_at, click_days, view_days, shopper_keys)
      select media_partner.id, ${orderId}, '', ${at}, ${at}, 14, 1, '{}' from media_partner limit 1 returning id)
      insert into conversion_line (conversion_id, number, sku, quantity, unit_price_micros, booking_id, creative_id, position_id, local_day)
      select sold.id, 1, '', 1, 0, ${bookings['cpa']}, 1, ${positionId}, ${at}::date from sold`.execute(
      management.database,
    );
  }
});
afterAll(() => management?.close());

async function spendByDay(model: string): Promise<readonly string[]> {
  const { body } = await management.call('GET', `/reports?groupBy=day&bookingId=${bookings[model]}`);
  return body.rows.map(({ day, spend }: Day) => `${day.slice(5)} ${spend[0]?.amount}`);
}

test('a price per video start and per completed view is charged for these events', async () => {
  expect(await spendByDay('cpv')).toEqual(['11-21 1.40', '11-23 1.40', '11-24 1.40', '11-25 1.40']);
  expect(await spendByDay('cpcv')).toEqual(['11-21 1.20', '11-23 1.20', '11-24 1.20', '11-25 1.20']);
  const { body } = await management.call('GET', `/bookings/${bookings['cpcv']}`);
  expect(body.delivered).toMatchObject({ starts: 112, completes: 24, spend: { amount: '4.80', currency: 'EUR' } });
});

test('a price per conversion is charged on the day of the conversion', async () => {
  expect(await spendByDay('cpa')).toEqual([
    '11-21 0.00',
    '11-22 15.00',
    '11-23 0.00',
    '11-24 0.00',
    '11-25 0.00',
    '12-03 7.50',
  ]);
});

test('a flat price over the flight is charged in equal parts, on at most as many days as the flight has', async () => {
  expect(await spendByDay('flat_over_flight')).toEqual([
    '11-21 33.333333',
    '11-23 33.333333',
    '11-24 33.333333',
    '11-25 0.00',
  ]);
  const whole = await management.call('GET', `/reports?groupBy=booking&bookingId=${bookings['flat_over_flight']}`);
  expect(whole.body.totals.spend).toEqual([{ amount: '100.00', currency: 'EUR' }]);
  const { body } = await management.call('GET', `/reports?groupBy=hour&bookingId=${bookings['flat_over_flight']}`);
  expect(body.rows.slice(0, 2).map(({ spend }: Day) => spend[0]?.amount)).toEqual(['25.00', '8.333333']);
});

test('delivery by day has the same spend as the report', async () => {
  const { body } = await management.call('GET', '/reports?groupBy=day');
  const daily = await management.call('GET', '/delivery/daily?from=2026-01-01');
  const figures = ({ day, spend }: Day) => [day, spend];
  expect(daily.body.days).toHaveLength(6);
  expect(daily.body.days.map(figures)).toEqual(body.rows.map(figures));
});

test('a flat price over the flight requires an end date', async () => {
  const body = await makeBody(management, 'bookings', { endDate: null, pricing: priceOf('flat_over_flight') });
  expect(await management.call('POST', '/bookings', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/endDate' }] },
  });
});

test('a campaign has either a budget or prices per conversion', async () => {
  const budget = { amount: '500.00', currency: 'EUR' };
  const { id: campaignId } = await makeObject(management, 'campaigns', { budget });
  const body = await makeBody(management, 'bookings', { campaignId, pricing: priceOf('cpa') });
  expect(await management.call('POST', '/bookings', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/pricing/model', code: 'not_capped' }] },
  });
  const other = await makeObject(management, 'campaigns');
  const { id } = await makeObject(management, 'bookings', { campaignId: other.id, pricing: priceOf('cpa') });
  expect(
    await management.call('PATCH', `/campaigns/${other.id}`, { body: { budget }, headers: { 'if-match': '*' } }),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/budget', code: 'not_capped', message: expect.stringContaining(`${id}`) }] },
  });
  const ownBudget = await makeBody(management, 'bookings', {
    pricing: priceOf('cpa'),
    delivery: { method: 'share', budget },
  });
  expect(await management.call('POST', '/bookings', { body: ownBudget })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/pricing/model' }] },
  });
});
