import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../core/time/durations.ts';

const startMs = Date.parse('2027-03-01T00:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();
let nowMs = startMs;
let management: TestManagement;
let partner: number;
let brand: number;
let advertiser: { readonly user: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  partner = (await makeObject(management, 'media-partners')).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
  const email = 'buyer@holds.example';
  advertiser = { user: (await makeObject(management, 'users', { role: 'advertiser', email })).id };
  const body = { user: email, advertiserCompanyId: partner, brandId: brand };
  expect((await management.call('POST', '/user-mapping', { body })).status).toBe(201);
});
afterAll(() => management?.close());
beforeEach(() => {
  nowMs = startMs;
});

async function booked(campaignFields: Record<string, unknown> = {}) {
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const campaign = await makeObject(management, 'campaigns', { ...companies, ...campaignFields });
  const position = await makeObject(management, 'inventory/position');
  const creative = await makeObject(management, 'creatives', { brandId: brand, formatId: position['formatId'] });
  const booking = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    startDate: at(startMs - dayMs),
    endDate: null,
    positionIds: [position.id],
    creatives: [{ creativeId: creative.id }],
  });
  return { campaign: `/campaigns/${campaign.id}`, booking: `/bookings/${booking.id}` };
}

const act = (path: string, action: string, body?: unknown, who = {}) =>
  management.call('POST', `${path}/actions/${action}`, { ...(body === undefined ? {} : { body }), ...who });
const read = async (path: string) => (await management.call('GET', path)).body;
const tomorrow = { heldUntil: at(startMs + dayMs), note: 'Option of Aurora' };

test('a booking is held until the end of the hold, and delivers only after a confirmation', async () => {
  const { booking } = await booked();
  const held = await act(booking, 'hold', tomorrow);
  expect(held).toMatchObject({
    status: 200,
    body: {
      status: 'held',
      heldUntil: tomorrow.heldUntil,
      holdNote: 'Option of Aurora',
      blockingReasons: ['BOOKING_HELD'],
      availableActions: ['pause', 'cancel', 'archive', 'hold', 'confirm', 'release'],
    },
  });
  nowMs = startMs + dayMs;
  expect(await read(booking)).toMatchObject({
    status: 'finished',
    blockingReasons: ['HOLD_EXPIRED'],
    availableActions: ['archive', 'hold', 'confirm'],
  });
  const ids = async (status: string) =>
    (await management.call('GET', `/bookings?status=${status}`)).body.map((each: { id: number }) => each.id);
  expect(await ids('finished')).toContain(held.body.id);
  expect(await ids('held')).not.toContain(held.body.id);
  const confirmed = await act(booking, 'confirm');
  expect(confirmed.body).toMatchObject({ status: 'running', heldUntil: null, holdNote: null, blockingReasons: [] });
});

test('a held campaign holds its bookings, and a release ends the hold at once', async () => {
  const { campaign, booking } = await booked({ type: 'option' });
  await act(campaign, 'submit');
  expect((await act(campaign, 'hold', tomorrow)).body).toMatchObject({ status: 'held', holdNote: tomorrow.note });
  expect(await read(booking)).toMatchObject({ status: 'held', blockingReasons: ['CAMPAIGN_NOT_DELIVERING'] });
  expect((await act(campaign, 'release')).body).toMatchObject({ status: 'finished', heldUntil: at(startMs) });
  expect(await read(booking)).toMatchObject({ status: 'finished' });
  expect((await act(campaign, 'hold', tomorrow)).body).toMatchObject({ status: 'held' });
  expect((await act(campaign, 'convert')).body).toMatchObject({ type: 'campaign', status: 'running', heldUntil: null });
});

test('refuses an end that is past or more than a year away, a missing end, and the action to an advertiser', async () => {
  const { booking } = await booked();
  for (const heldUntil of [at(startMs), at(startMs + 367 * dayMs)]) {
    const refused = await act(booking, 'hold', { heldUntil });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/heldUntil' }] } });
  }
  expect(await act(booking, 'hold', {})).toMatchObject({ status: 400, body: { errors: [{ pointer: '/heldUntil' }] } });
  expect(await act(booking, 'hold', tomorrow, advertiser)).toMatchObject({ status: 403 });
  expect(await act(booking, 'confirm')).toMatchObject({ status: 409, body: { currentStatus: 'draft' } });
  await act(booking, 'hold', tomorrow);
  expect(await act(booking, 'confirm', undefined, advertiser)).toMatchObject({ status: 403 });
});

test('holds several bookings in one call, and requires the end only for this action', async () => {
  const [one, other] = [await booked(), await booked()];
  const items = [one, other].map(({ booking }) => ({ id: Number(booking.split('/').at(-1)), action: 'hold' }));
  const call = (entries: readonly unknown[]) => management.call('POST', '/bookings/bulk', { body: { items: entries } });
  expect(await call(items)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/items/0/heldUntil' }, {}] } });
  const misplaced = items.map(({ id }) => ({ id, action: 'pause', heldUntil: tomorrow.heldUntil }));
  expect((await call(misplaced)).status).toBe(400);
  const held = await call(items.map((item) => ({ ...item, ...tomorrow })));
  expect(held.body).toMatchObject({ applied: true, failed: 0 });
  expect(await read(one.booking)).toMatchObject({ status: 'held', holdNote: tomorrow.note });
});

test('records the end and the note in the audit log', async () => {
  const { booking } = await booked();
  const { body } = await act(booking, 'hold', tomorrow);
  const { body: entries } = await management.call('GET', `/audit?kind=bookings&objectId=${body.id}`);
  expect(entries[0]).toMatchObject({
    action: 'hold',
    after: { heldUntil: tomorrow.heldUntil, holdNote: tomorrow.note },
  });
});
