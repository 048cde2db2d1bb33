import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../core/time/durations.ts';

const startMs = Date.parse('2027-03-01T00:00:00Z');
let nowMs = startMs;
let management: TestManagement;
let partner: number;
let brand: number;
let advertiser: { readonly user: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  partner = (await makeObject(management, 'media-partners')).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
  const email = 'buyer@aurora.example';
  advertiser = { user: (await makeObject(management, 'users', { role: 'advertiser', email })).id };
  const body = { user: email, advertiserCompanyId: partner, brandId: brand };
  expect((await management.call('POST', '/user-mapping', { body })).status).toBe(201);
});
afterAll(() => management?.close());
beforeEach(() => {
  nowMs = startMs;
});

function create(fields: Record<string, unknown>, who = {}) {
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  return management.call('POST', '/campaigns', { body: { name: 'Winter', ...companies, ...fields }, ...who });
}

/** Creates a campaign of this type with one approved booking within its dates. */
async function withBooking(type: string, fields: Record<string, unknown> = {}) {
  const campaign = await create({ type, ...fields });
  expect(campaign.status, JSON.stringify(campaign.body)).toBe(201);
  const position = await makeObject(management, 'inventory/position');
  const creative = await makeObject(management, 'creatives', { brandId: brand, formatId: position['formatId'] });
  const booking = await makeObject(management, 'bookings', {
    campaignId: campaign.body.id,
    startDate: '2027-02-01T00:00:00Z',
    endDate: null,
    positionIds: [position.id],
    creatives: [{ creativeId: creative.id }],
  });
  await act(campaign.body.id, 'submit');
  return { id: campaign.body.id as number, booking: booking.id };
}

const act = (id: number, action: string, who = {}) =>
  management.call('POST', `/campaigns/${id}/actions/${action}`, who);
const patch = (id: number, body: Record<string, unknown>, who = {}) =>
  management.call('PATCH', `/campaigns/${id}`, { body, headers: { 'if-match': '*' }, ...who });
const read = async (id: number) => (await management.call('GET', `/campaigns/${id}`)).body;
const bookingOf = async (id: number) => (await management.call('GET', `/bookings/${id}`)).body;

describe.each([
  ['offer', 'accept'],
  ['option', 'convert'],
] as const)('an %s', (type, action) => {
  test('is valid for 14 days, does not deliver, and then expires', async () => {
    const { id, booking } = await withBooking(type);
    expect(await read(id)).toMatchObject({
      validUntil: new Date(startMs + 14 * dayMs).toISOString(),
      status: 'not_ready',
      blockingReasons: ['CAMPAIGN_NOT_DELIVERING'],
      availableActions: expect.arrayContaining([action]),
    });
    nowMs = startMs + 14 * dayMs;
    expect(await read(id)).toMatchObject({
      status: 'finished',
      blockingReasons: ['CAMPAIGN_NOT_DELIVERING', 'CAMPAIGN_EXPIRED'],
      availableActions: ['cancel', 'archive'],
    });
    expect(await bookingOf(booking)).toMatchObject({ status: 'finished', availableActions: ['archive'] });
    const listed = await management.call('GET', `/campaigns?status=finished&type=${type}`);
    expect(listed.body.map((one: { id: number }) => one.id)).toContain(id);
    expect(await act(id, action)).toMatchObject({
      status: 409,
      body: { code: 'action_not_allowed', currentStatus: 'finished', availableActions: ['cancel', 'archive'] },
    });
  });

  test(`becomes a campaign by ${action}, once, with an audit entry`, async () => {
    const { id, booking } = await withBooking(type);
    const done = await act(id, action);
    expect(done).toMatchObject({ status: 200, body: { type: 'campaign', validUntil: null, status: 'running' } });
    expect((await bookingOf(booking)).status).toBe('running');
    nowMs = startMs + 15 * dayMs;
    expect((await read(id)).status).toBe('running');
    expect(await act(id, action)).toMatchObject({ status: 409, body: { currentStatus: 'running' } });
    const audit = await management.call('GET', `/audit?kind=campaigns&objectId=${id}&action=${action}`);
    expect(audit.body).toMatchObject([{ actor: 'service-account:1', before: { type }, after: { type: 'campaign' } }]);
  });

  test('changes its type only by an action', async () => {
    const { id } = await withBooking(type);
    for (const other of ['campaign', type === 'offer' ? 'option' : 'offer']) {
      expect(await patch(id, { type: other })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/type', code: 'immutable' }] },
      });
    }
    const wrong = type === 'offer' ? 'convert' : 'accept';
    expect(await act(id, wrong)).toMatchObject({ status: 409, body: { code: 'action_not_allowed' } });
  });

  test('is valid for longer when ad operations extend it, and can then be converted', async () => {
    const { id } = await withBooking(type, { validUntil: '2027-03-02T00:00:00Z' });
    nowMs = Date.parse('2027-03-02T00:00:00Z');
    expect(await patch(id, { validUntil: '2027-03-05T00:00:00Z' }, advertiser)).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    });
    expect(await patch(id, { validUntil: '2027-03-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/validUntil', code: 'invalid_value' }] },
    });
    expect(await patch(id, { name: 'Still over' })).toMatchObject({ status: 200, body: { status: 'finished' } });
    expect(await patch(id, { validUntil: '2027-03-05T00:00:00Z' })).toMatchObject({ body: { status: 'not_ready' } });
    expect((await act(id, action)).status).toBe(200);
  });
});

test('an advertiser can accept an offer; submitted bookings stay submitted', async () => {
  const { id, booking } = await withBooking('offer');
  const widened = await management.call('PATCH', `/bookings/${booking}`, {
    body: { priority: 0 },
    headers: { 'if-match': '*' },
    ...advertiser,
  });
  expect(widened).toMatchObject({ status: 200, body: { status: 'pending_approval' } });
  expect(await act(id, 'accept', advertiser)).toMatchObject({ status: 200, body: { status: 'pending_approval' } });
});

test('refuses offers and conversions of options by an advertiser, individually and in bulk', async () => {
  expect(await create({ type: 'offer' }, advertiser)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  const longer = { type: 'option', validUntil: '2027-03-16T00:00:00Z' };
  expect(await create(longer, advertiser)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  const option = await create({ type: 'option' }, advertiser);
  expect(option).toMatchObject({ status: 201, body: { type: 'option' } });
  expect(await act(option.body.id, 'convert', advertiser)).toMatchObject({
    status: 403,
    body: { code: 'not_permitted', detail: 'Only ad operations can use the action convert' },
  });
  const items = [{ id: option.body.id, action: 'convert' }];
  const many = await management.call('POST', '/campaigns/bulk', { body: { items }, ...advertiser });
  expect(many.body).toMatchObject({ applied: false, results: [{ status: 403 }] });
  const wrong = await management.call('POST', '/bookings/bulk', { body: { items: [{ id: 1, action: 'accept' }] } });
  expect(wrong.body.results).toMatchObject([{ status: 400, problem: { errors: [{ code: 'not_supported' }] } }]);
});
