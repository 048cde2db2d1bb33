import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import type { Scope } from '../../../../contract/access/scopes.ts';
import { readSnapshotBookings } from '../../../../exchange/rows/snapshot-bookings.ts';
import { readPacedBookings } from '../../../../worker/pace/read-paced-bookings.ts';
import { readSpend } from '../../../../worker/pace/read-spend.ts';

const nowMs = Date.parse('2027-03-04T12:00:00Z');
const limited: readonly Scope[] = ['bookings:read', 'bookings:write', 'campaigns:read', 'creatives:read'];

let management: TestManagement;
let brand: { id: number; mediaPartnerId: number };
let otherBrand: { id: number };
let positionId: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  brand = (await makeObject(management, 'brands')) as never;
  otherBrand = await makeObject(management, 'brands', { mediaPartnerId: brand.mediaPartnerId });
  positionId = (await makeObject(management, 'inventory/position')).id;
});
afterAll(() => management?.close());

const makeCampaign = (fields: Record<string, unknown> = {}) =>
  makeObject(management, 'campaigns', {
    advertiserCompanyId: brand.mediaPartnerId,
    invoiceCompanyId: brand.mediaPartnerId,
    brandIds: [brand.id],
    ...fields,
  });
const makeBooking = (campaignId: number, fields: Record<string, unknown> = {}) =>
  makeObject(management, 'bookings', { campaignId, positionIds: [positionId], ...fields });
const move = (id: number, campaignId: number, options: Record<string, unknown> = {}) =>
  management.call('PATCH', `/bookings/${id}`, {
    body: { campaignId },
    headers: { 'if-match': '*', 'content-type': 'application/merge-patch+json' },
    ...options,
  });
const act = (id: number, action: string) => management.call('POST', `/bookings/${id}/actions/${action}`);
const euros = (amount: string) => ({ amount, currency: 'EUR' });
const priced = (amount = '100.00', currency = 'EUR') => ({ model: 'cpm', rate: { amount, currency } });

async function refusalOf(id: number, campaignId: number) {
  const { status, body } = await move(id, campaignId);
  return { status, errors: body.errors?.map((e: { pointer: string; code: string }) => [e.pointer, e.code]) };
}

test('moves a booking to another campaign of the advertiser, with an audit entry, an event and a revision', async () => {
  const [from, to] = [await makeCampaign(), await makeCampaign()];
  const { id } = await makeBooking(from.id);
  const { status, body, headers } = await move(id, to.id);
  expect([status, body.campaignId]).toEqual([200, to.id]);
  const { body: entries } = await management.call('GET', `/audit?kind=bookings&objectId=${id}`);
  expect(entries[0]).toMatchObject({ action: 'update', before: { campaignId: from.id }, after: { campaignId: to.id } });
  const { body: left } = await management.call('GET', `/bookings?campaignId=${from.id}`);
  const { body: arrived } = await management.call('GET', `/bookings?campaignId=${to.id}`);
  expect([left.length, arrived.map((one: { id: number }) => one.id)]).toEqual([0, [id]]);
  expect(Number(headers['placard-revision'])).toBeGreaterThan(0);
});

test('refuses a campaign of another advertiser, an archived one and a missing one', async () => {
  const { id } = await makeBooking((await makeCampaign()).id);
  const foreign = await makeObject(management, 'campaigns');
  expect(await refusalOf(id, foreign.id)).toEqual({ status: 400, errors: [['/campaignId', 'other_advertiser']] });
  const archived = await makeCampaign();
  await management.call('DELETE', `/campaigns/${archived.id}`, { headers: { 'if-match': '*' } });
  expect(await refusalOf(id, archived.id)).toEqual({ status: 400, errors: [['/campaignId', 'reference_archived']] });
  expect(await refusalOf(id, 999_999)).toEqual({ status: 400, errors: [['/campaignId', 'reference_not_found']] });
});

test('refuses a campaign without the brands of the creatives of the booking', async () => {
  const creative = await makeObject(management, 'creatives', { brandId: brand.id });
  const { id } = await makeBooking((await makeCampaign()).id, { creatives: [{ creativeId: creative.id }] });
  const to = await makeCampaign({ brandIds: [otherBrand.id] });
  expect(await refusalOf(id, to.id)).toEqual({
    status: 400,
    errors: [['/creatives/0/creativeId', 'foreign_brand']],
  });
});

test('refuses a campaign whose budget cannot cap the price', async () => {
  const to = await makeCampaign({ budget: euros('10.00') });
  const dollars = await makeBooking((await makeCampaign()).id, { pricing: priced('2.00', 'USD') });
  expect(await refusalOf(dollars.id, to.id)).toEqual({
    status: 400,
    errors: [['/pricing/rate/currency', 'other_currency']],
  });
  const conversions = await makeBooking((await makeCampaign()).id, { pricing: { model: 'cpa', rate: euros('5.00') } });
  expect(await refusalOf(conversions.id, to.id)).toEqual({ status: 400, errors: [['/pricing/model', 'not_capped']] });
});

test('refuses bookings of purchases, and campaigns of purchases', async () => {
  const [from, to] = [await makeCampaign(), await makeCampaign()];
  const { id } = await makeBooking(from.id);
  const other = await makeBooking(to.id);
  const agent = await makeObject(management, 'buyer-agents');
  const product = await makeObject(management, 'product-packages');
  await sql`with buy as (
      insert into media_buy (buyer_agent_id, account_id, campaign_id, idempotency_key, task_id, needs_approval)
      values (${agent.id}, 'a', ${from.id}, 'k', 't', false) returning id)
    insert into media_buy_package (booking_id, media_buy_id, product_package_id, pricing_option_code, budget_micros,
      budget_currency, terms) select ${id}, buy.id, ${product.id}, 'p', 1, 'EUR', '{}' from buy`.execute(
    management.database,
  );
  expect(await refusalOf(id, to.id)).toEqual({ status: 400, errors: [['/campaignId', 'in_purchase']] });
  expect(await refusalOf(other.id, from.id)).toEqual({ status: 400, errors: [['/campaignId', 'in_purchase']] });
});

test('a move to other terms is reviewed again, a move to the same terms is not', async () => {
  const from = await makeCampaign({ poNumber: 'PO-1' });
  const same = await makeCampaign({ poNumber: 'PO-1' });
  const paused = await makeCampaign({ poNumber: 'PO-1' });
  const { id } = await makeBooking(from.id);
  await act(id, 'submit');
  await act(id, 'approve');
  const kept = await move(id, same.id, { scopes: limited });
  expect([kept.status, kept.body.blockingReasons.includes('BOOKING_NOT_APPROVED')]).toEqual([200, false]);
  await management.call('POST', `/campaigns/${paused.id}/actions/pause`);
  const changed = await move(id, paused.id, { scopes: limited });
  expect([changed.status, changed.body.status]).toEqual([200, 'pending_approval']);
  await act(id, 'approve');
  const back = await move(id, same.id);
  expect(back.body.blockingReasons).not.toContain('BOOKING_NOT_APPROVED');
});

test('moves several bookings in bulk, and leaves those that cannot move', async () => {
  const [from, to] = [await makeCampaign(), await makeCampaign()];
  const ids = [(await makeBooking(from.id)).id, (await makeBooking(from.id)).id];
  const foreign = await makeObject(management, 'bookings');
  const items = [...ids, foreign.id].map((id) => ({ id, patch: { campaignId: to.id }, ifMatch: '*' }));
  const { body } = await management.call('POST', '/bookings/bulk', { body: { mode: 'partial', items } });
  expect(body).toMatchObject({ applied: true, failed: 1 });
  expect(body.results[2].problem.errors).toMatchObject([{ pointer: '/campaignId', code: 'other_advertiser' }]);
  const { body: arrived } = await management.call('GET', `/bookings?campaignId=${to.id}&sort=id`);
  expect(arrived.map(({ id }: { id: number }) => id)).toEqual(ids);
});

test('concurrent moves in both directions and new budgets of both campaigns all succeed', async () => {
  const [one, two] = [await makeCampaign(), await makeCampaign()];
  const creative = await makeObject(management, 'creatives', { brandId: brand.id });
  const fields = { creatives: [{ creativeId: creative.id }], pricing: priced() };
  const ids: { id: number; home: number; away: number }[] = [];
  for (const [home, away] of [one, two, one, two].map(({ id }, index) => [id, index % 2 === 0 ? two.id : one.id])) {
    ids.push({ id: (await makeBooking(Number(home), fields)).id, home: Number(home), away: Number(away) });
  }
  for (let round = 0; round < 6; round += 1) {
    const moves = ids.map(({ id, home, away }) => move(id, round % 2 === 0 ? away : home));
    const budgets = [one, two].map(({ id }) =>
      management.call('PATCH', `/campaigns/${id}`, {
        body: { budget: euros(`${100 + round}.00`), brandIds: [brand.id] },
        headers: { 'if-match': '*' },
      }),
    );
    const answers = await Promise.all([...moves, ...budgets]);
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  }
});

test('spend, budgets, reports and the snapshot follow a booking with its history', async () => {
  const from = await makeCampaign({ budget: euros('1000.00') });
  const to = await makeCampaign({ budget: euros('500.00') });
  const flight = { startDate: '2027-03-01T00:00:00Z', pricing: priced() };
  const moved = await makeBooking(from.id, flight);
  const stays = await makeBooking(from.id, flight);
  for (const { id } of [moved, stays]) {
    await act(id, 'submit');
    await act(id, 'approve');
    await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions)
      values ('2027-03-04T08:00Z', '2027-03-04', ${id}, 1, ${positionId}, ${id === moved.id ? 300 : 20})`.execute(
      management.database,
    );
  }
  await sql`insert into booking_day (booking_id, local_day, impressions)
    select booking_id, local_day, sum(impressions) from delivery_hour group by 1, 2`.execute(management.database);
  await sql`insert into booking_total (booking_id, impressions)
    select booking_id, sum(impressions) from booking_day group by 1`.execute(management.database);

  const figures = async () => {
    const paced = await readPacedBookings(management.database, nowMs);
    const { spentByCampaign } = await readSpend(management.database, paced);
    const ids = [from.id, to.id];
    const reports = await Promise.all(ids.map((id) => management.call('GET', `/reports?campaignId=${id}&groupBy=day`)));
    const views = await Promise.all(ids.map((id) => management.call('GET', `/campaigns/${id}`)));
    return {
      budgets: paced
        .filter(({ bookingId }) => [moved.id, stays.id].includes(bookingId))
        .map(({ budget }) => budget?.campaign?.id),
      spent: ids.map((id) => (spentByCampaign.get(id) ?? 0) / 1_000_000),
      reported: reports.map(({ body }) => body.totals.impressions),
      spend: reports.map(({ body }) => body.totals.spend[0]?.amount ?? '0.00'),
      delivered: views.map(({ body }) => body.delivered.impressions),
    };
  };
  expect(await figures()).toEqual({
    budgets: [from.id, from.id],
    spent: [32, 0],
    reported: [320, 0],
    spend: ['32.00', '0.00'],
    delivered: [320, 0],
  });
  expect((await move(moved.id, to.id)).status).toBe(200);
  expect(await figures()).toEqual({
    budgets: [to.id, from.id],
    spent: [2, 30],
    reported: [20, 300],
    spend: ['2.00', '30.00'],
    delivered: [20, 300],
  });
  const rows = await management.database
    .transaction()
    .execute((transaction) => readSnapshotBookings(transaction, { ids: [moved.id] }));
  expect(rows.map(({ campaignId }) => campaignId)).toEqual([to.id]);
});
