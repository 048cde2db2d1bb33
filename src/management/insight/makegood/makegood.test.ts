import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { MakegoodProposal } from '../../../contract/booking/actions/makegood.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { savePastHours } from '../../../exchange/plan/traffic-store.ts';

/** A Wednesday. */
const nowMs = Date.parse('2027-03-03T00:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();
const perHour = 1_000;
const recordedDays = 35;

let management: TestManagement;
let positionIds: number[];
let campaign: { id: number; [name: string]: unknown };
let creativeId: number;
let rivalId: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  campaign = await makeObject(management, 'campaigns', companies);
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  const { id: publicationId } = await makeObject(management, 'inventory/publication', { timeZone: 'UTC' });
  const { id: locationId } = await makeObject(management, 'inventory/location', { publicationId });
  positionIds = [];
  for (let index = 0; index < 2; index += 1) {
    positionIds.push((await makeObject(management, 'inventory/position', { formatId, locationId })).id);
  }
  const hours = Array.from({ length: recordedDays * 24 }, (_, hour) => ({
    positionId: positionIds[0] as number,
    hour: (nowMs / dayMs - recordedDays) * 24 + hour,
    requests: perHour,
  }));
  await savePastHours(management.database, hours, nowMs);
  rivalId = await book({ name: 'Rival', endDate: null });
});
afterAll(() => management?.close());

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    positionIds: positionIds.slice(0, 1),
    creatives: [{ creativeId }],
    startDate: at(nowMs - 5 * dayMs),
    endDate: at(nowMs + 3 * dayMs),
    ...fields,
  });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

const even = (total: number) => ({ delivery: { method: 'even', goal: { kind: 'impressions', total } } });
const deliver = (id: number, impressions: number) =>
  sql`insert into booking_total (booking_id, impressions) values (${id}, ${impressions})`.execute(management.database);
const preview = (id: number, body: Record<string, unknown>) =>
  management.call('POST', `/bookings/${id}/makegood-preview`, { body });

async function proposal(id: number, body: Record<string, unknown>): Promise<MakegoodProposal> {
  const answer = await preview(id, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

test('an extension ends when the goal is expected to be reached, and lists the events that other bookings lose', async () => {
  const id = await book(even(130_000));
  await deliver(id, 10_000);
  const seen = await proposal(id, { method: 'extend' });
  expect(seen).toMatchObject({
    bookingId: id,
    method: 'extend',
    goal: 130_000,
    delivered: 10_000,
    startDate: at(nowMs + 3 * dayMs),
    reached: true,
    others: null,
  });
  // Three days have 72,000 requests, so about two more days are needed.
  expect(Math.abs(seen.expected / (72 * perHour) - 1)).toBeLessThan(0.1);
  expect(seen.expected + seen.delivered + seen.shortfall).toBe(seen.goal);
  expect([nowMs + 5 * dayMs, nowMs + 6 * dayMs].map(at)).toContain(seen.endDate);
  const [displaced] = seen.displaced;
  expect(seen.displaced).toHaveLength(1);
  expect(displaced).toMatchObject({ bookingId: rivalId, name: 'Rival', held: false, sharePercent: 100 });
  expect(displaced?.lostEvents).toBeGreaterThanOrEqual(seen.shortfall * 0.95);
  expect(displaced?.lostEvents).toBeLessThan(seen.shortfall * 1.3);

  const { endDate } = seen;
  const patched = await management.call('PATCH', `/bookings/${id}`, {
    body: { endDate },
    headers: { 'if-match': '*' },
  });
  expect(patched.status).toBe(200);
  expect(await preview(id, { method: 'extend' })).toMatchObject({ status: 409, body: { code: 'action_not_allowed' } });
  await management.call('POST', `/bookings/${id}/actions/archive`);
});

test('a makegood of an ended booking starts now, with the shortfall as its goal, and is created with a link', async () => {
  const pricing = { model: 'cpm', rate: { amount: '4.00', currency: 'EUR' } };
  const delivery = { ...even(30_000).delivery, budget: { amount: '500.00', currency: 'EUR' } };
  const id = await book({ delivery, endDate: at(nowMs - dayMs), priority: 3, pricing });
  await deliver(id, 20_000);
  const seen = await proposal(id, { method: 'makegood' });
  expect(seen).toMatchObject({ expected: 0, shortfall: 10_000, startDate: at(nowMs), reached: true });
  const elsewhere = await proposal(id, { method: 'makegood', positionIds: positionIds.slice(1) });
  expect(elsewhere).toMatchObject({ reached: false, added: 0, displaced: [] });
  const shorter = await proposal(id, { method: 'makegood', endDate: at(nowMs + dayMs) });
  expect(shorter).toMatchObject({ endDate: at(nowMs + dayMs), reached: true });

  const body = { endDate: seen.endDate, goal: seen.shortfall };
  const made = await management.call('POST', `/bookings/${id}/makegoods`, { body });
  expect(made, JSON.stringify(made.body)).toMatchObject({
    status: 201,
    body: {
      makegoodOfId: id,
      status: 'running',
      priority: 3,
      positionIds: positionIds.slice(0, 1),
      pricing: { model: 'cpm', rate: { amount: '0.00' } },
      delivery: { method: 'even', goal: { kind: 'impressions', total: 10_000 }, budget: null },
    },
  });
  const priced = await management.call('POST', `/bookings/${id}/makegoods`, { body: { ...body, price: 'same' } });
  expect(priced.body.pricing).toMatchObject({ rate: { amount: '4.00' } });
});

test('refuses bookings without a goal or approval, unknown bookings and ends before the start', async () => {
  expect(await preview(rivalId, { method: 'extend' })).toMatchObject({ status: 409 });
  const draft = await makeObject(management, 'bookings', {
    ...even(1_000),
    endDate: '2027-06-01T00:00:00Z',
  });
  expect(await preview(draft.id, { method: 'extend' })).toMatchObject({
    status: 409,
    body: { currentStatus: 'draft', availableActions: expect.arrayContaining(['submit']) },
  });
  expect(await preview(999_999, { method: 'extend' })).toMatchObject({ status: 404 });
  const id = await book({ ...even(900_000) });
  const early = await preview(id, { method: 'extend', endDate: at(nowMs + dayMs) });
  expect(early).toMatchObject({ status: 400, body: { errors: [{ pointer: '/endDate' }] } });
  const { id: user } = await makeObject(management, 'users', { role: 'viewer', email: 'v@makegood.example' });
  const body = { endDate: at(nowMs + 9 * dayMs), goal: 10 };
  expect(await management.call('POST', `/bookings/${id}/makegoods`, { body, user })).toMatchObject({ status: 403 });
});
