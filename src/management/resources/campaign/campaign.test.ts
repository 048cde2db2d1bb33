import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let nowMs = Date.parse('2027-03-01T00:00:00Z');
let management: TestManagement;
let advertiser: number;
let invoiced: number;
let brand: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  advertiser = (await makeObject(management, 'media-partners', { roles: ['ADVERTISER'] })).id;
  invoiced = (await makeObject(management, 'media-partners', { roles: ['INVOICE'] })).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: advertiser })).id;
});
afterAll(() => management?.close());

function create(fields: Record<string, unknown> = {}, options: Record<string, unknown> = {}) {
  const body = {
    name: 'Winter',
    advertiserCompanyId: advertiser,
    invoiceCompanyId: invoiced,
    brandIds: [brand],
    ...fields,
  };
  return management.call('POST', '/campaigns', { body, ...options });
}

async function created(fields: Record<string, unknown> = {}) {
  const answer = await create(fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

function act(id: number, action: string, options: Record<string, unknown> = {}) {
  return management.call('POST', `/campaigns/${id}/actions/${action}`, options);
}

function patch(id: number, body: Record<string, unknown>) {
  return management.call('PATCH', `/campaigns/${id}`, { body, headers: { 'if-match': '*' } });
}

async function read(id: number) {
  return (await management.call('GET', `/campaigns/${id}`)).body;
}

/** Adds a booking to the campaign that is ready to deliver. */
async function addBooking(campaignId: number, fields: Record<string, unknown> = {}) {
  const position = await makeObject(management, 'inventory/position');
  const creative = await makeObject(management, 'creatives', { brandId: brand, formatId: position['formatId'] });
  return makeObject(management, 'bookings', {
    campaignId,
    positionIds: [position.id],
    creatives: [{ creativeId: creative.id }],
    ...fields,
  });
}

test('creates a campaign with all fields and returns the state of its bookings', async () => {
  const campaign = await created({ poNumber: 'PO-1' });
  expect(campaign).toMatchObject({
    campaignId: campaign.id,
    type: 'campaign',
    validUntil: null,
    status: 'draft',
    startDate: null,
    endDate: null,
    bookingCount: 0,
    creativeCount: 0,
    blockingReasons: [],
    availableActions: ['pause', 'cancel', 'archive', 'hold'],
  });
  await addBooking(campaign.id, { startDate: '2027-02-01T00:00:00Z', endDate: '2027-04-01T00:00:00Z' });
  await addBooking(campaign.id, { startDate: '2027-03-10T00:00:00Z', endDate: '2027-05-01T00:00:00Z' });
  const submitted = await act(campaign.id, 'submit');
  expect(submitted.status).toBe(200);
  expect(submitted.body).toMatchObject({
    status: 'running',
    startDate: '2027-02-01T00:00:00.000Z',
    endDate: '2027-05-01T00:00:00.000Z',
    bookingCount: 2,
    creativeCount: 2,
    bookingCounts: { running: 1, planned: 1, draft: 0 },
  });
  const open = await addBooking(campaign.id, { startDate: '2027-06-01T00:00:00Z', endDate: null });
  expect(await read(campaign.id)).toMatchObject({ endDate: null, bookingCount: 3, status: 'running' });
  await management.call('POST', `/bookings/${open.id}/actions/archive`);
  expect(await read(campaign.id)).toMatchObject({ endDate: '2027-05-01T00:00:00.000Z', bookingCount: 2 });
});

test('stops and resumes bookings with pause, cancel and archive of the campaign and their reversal', async () => {
  const campaign = await created();
  const booking = await addBooking(campaign.id, { startDate: '2027-02-01T00:00:00Z', endDate: null });
  await act(campaign.id, 'submit');
  const bookingStatus = async () => (await management.call('GET', `/bookings/${booking.id}`)).body.status;
  const steps = [
    ['pause', 'paused', 'paused'],
    ['resume', 'running', 'running'],
    ['cancel', 'cancelled', 'cancelled'],
    ['reopen', 'running', 'running'],
    ['archive', 'archived', 'archived'],
    ['unarchive', 'running', 'running'],
  ] as const;
  for (const [action, own, below] of steps) {
    const answer = await act(campaign.id, action);
    expect(answer.body.status, action).toBe(own);
    expect(await bookingStatus()).toBe(below);
  }
  const again = await act(campaign.id, 'resume');
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    code: 'action_not_allowed',
    currentStatus: 'running',
    availableActions: ['pause', 'cancel', 'archive', 'hold'],
  });
});

test('requires operations to resume a campaign and a booking that operations paused', async () => {
  const campaign = await created();
  const booking = await addBooking(campaign.id, { startDate: '2027-02-01T00:00:00Z', endDate: null });
  await act(campaign.id, 'submit');
  const narrow = { scopes: ['campaigns:write', 'bookings:write'], account: 5 } as const;
  for (const [kind, id] of [
    ['campaigns', campaign.id],
    ['bookings', booking.id],
  ] as const) {
    const turn = (action: string, options = {}) => management.call('POST', `/${kind}/${id}/actions/${action}`, options);
    expect((await turn('pause')).body.status).toBe('paused');
    const refused = await turn('resume', narrow);
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    expect(refused.body.detail).toMatch(/Ad operations applied this status/);
    const body = { items: [{ id, action: 'resume' }] };
    const bulk = await management.call('POST', `/${kind}/bulk`, { ...narrow, body });
    expect(JSON.stringify(bulk.body)).toContain('not_permitted');
    expect((await turn('pause', narrow)).body.availableActions).toEqual(['cancel', 'archive']);
    expect((await turn('resume')).body.status).toBe('running');
    expect((await turn('pause', narrow)).body.status).toBe('paused');
    expect((await turn('resume', narrow)).body.status).toBe('running');
  }
});

test('leaves bookings of a submission without full scope pending approval', async () => {
  const campaign = await created();
  const booking = await addBooking(campaign.id);
  const waiting = await act(campaign.id, 'submit', { scopes: ['campaigns:write'], account: 5 });
  expect(waiting.body).toMatchObject({ status: 'pending_approval', availableActions: ['pause', 'cancel', 'archive'] });
  const reviewer = { scopes: ['campaigns:read', 'bookings:approve'], account: 6 } as const;
  const offered = (await management.call('GET', `/campaigns/${campaign.id}`, reviewer)).body.availableActions;
  expect(offered).toEqual(['approve', 'reject']);
  const own = await act(campaign.id, 'approve', { scopes: ['bookings:approve'], account: 5 });
  expect(own.status).toBe(403);
  const refused = await act(campaign.id, 'reject', { scopes: ['bookings:approve'], account: 6 });
  expect(refused.body.status).toBe('rejected');
  const audit = await management.database
    .selectFrom('auditEntry')
    .select(['auditEntry.action', 'auditEntry.actor', 'auditEntry.requestId'])
    .where('auditEntry.kind', '=', 'bookings')
    .where('auditEntry.objectId', '=', booking.id)
    .orderBy('auditEntry.id')
    .execute();
  expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
    ['create', 'service-account:1'],
    ['submit', 'service-account:5'],
    ['reject', 'service-account:6'],
  ]);
  expect(audit.slice(1).map(({ requestId }) => requestId)).toEqual([
    waiting.headers['request-id'],
    refused.headers['request-id'],
  ]);
});

test('expires an offer after 14 days and never delivers it', async () => {
  const offer = await created({ type: 'offer' });
  expect(offer.validUntil).toBe(new Date(nowMs + 14 * 24 * 60 * 60 * 1000).toISOString());
  await addBooking(offer.id, { startDate: '2027-02-01T00:00:00Z' });
  const submitted = await act(offer.id, 'submit');
  expect(submitted.body).toMatchObject({ status: 'not_ready', blockingReasons: ['CAMPAIGN_NOT_DELIVERING'] });
  const accepted = await act(offer.id, 'accept');
  expect(accepted.body).toMatchObject({ type: 'campaign', status: 'running', validUntil: null });
});

test.each<[string, Record<string, unknown>, string, string]>([
  ['no brand', { brandIds: [] }, '/brandIds', 'too_small'],
  ['a duplicate brand', { brandIds: [1, 1] }, '/brandIds', 'invalid_value'],
  ['a missing brand', { brandIds: [9_000_000] }, '/brandIds/0', 'reference_not_found'],
  ['a missing advertiser', { advertiserCompanyId: 9_000_000 }, '/advertiserCompanyId', 'reference_not_found'],
  ['an advertiser as text', { advertiserCompanyId: '1' }, '/advertiserCompanyId', 'invalid_type'],
  ['an empty name', { name: '  ' }, '/name', 'too_small'],
  ['validUntil of a campaign', { validUntil: '2027-04-01T00:00:00Z' }, '/validUntil', 'not_an_offer'],
  ['a status', { status: 'running' }, '/status', 'unknown_field'],
])('refuses %s and names the field', async (_case, fields, pointer, code) => {
  const answer = await create(fields);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer, code }]);
});

test('requires companies with the role and brands of the advertiser', async () => {
  const notAdvertiser = await create({ advertiserCompanyId: invoiced });
  expect(notAdvertiser.body.errors).toMatchObject([{ pointer: '/advertiserCompanyId', code: 'missing_role' }]);
  const notInvoiced = await create({ invoiceCompanyId: advertiser });
  expect(notInvoiced.body.errors).toMatchObject([{ pointer: '/invoiceCompanyId', code: 'missing_role' }]);
  const foreign = (await makeObject(management, 'brands')).id;
  const notOwn = await create({ brandIds: [brand, foreign] });
  expect(notOwn.body.errors).toMatchObject([{ pointer: '/brandIds/1', code: 'foreign_brand' }]);
});

test('refuses to remove a brand whose creatives are booked', async () => {
  const second = (await makeObject(management, 'brands', { mediaPartnerId: advertiser })).id;
  const campaign = await created({ brandIds: [brand, second] });
  const booking = await addBooking(campaign.id);
  const refused = await patch(campaign.id, { brandIds: [second] });
  expect(refused.body.errors).toMatchObject([{ pointer: '/brandIds', code: 'brand_in_use' }]);
  expect((await patch(campaign.id, { brandIds: [brand] })).status).toBe(200);
  await management.call('POST', `/bookings/${booking.id}/actions/archive`);
});

test('filters lists by status, company and brand with a correct count', async () => {
  const other = (await makeObject(management, 'media-partners')).id;
  const otherBrand = (await makeObject(management, 'brands', { mediaPartnerId: other })).id;
  const fields = { advertiserCompanyId: other, invoiceCompanyId: other, brandIds: [otherBrand] };
  const draft = await created({ ...fields, name: 'One of them' });
  const running = await created({ ...fields, name: 'Another' });
  const position = await makeObject(management, 'inventory/position');
  const creative = await makeObject(management, 'creatives', { brandId: otherBrand, formatId: position['formatId'] });
  await makeObject(management, 'bookings', {
    campaignId: running.id,
    startDate: '2027-02-01T00:00:00Z',
    positionIds: [position.id],
    creatives: [{ creativeId: creative.id }],
  });
  await act(running.id, 'submit');
  const idsOf = async (query: string) => {
    const answer = await management.call('GET', `/campaigns?brandId=${otherBrand}&${query}`);
    return [answer.headers['record-count'], answer.body.map((one: { id: number }) => one.id)];
  };
  expect(await idsOf('status=draft')).toEqual(['1', [draft.id]]);
  expect(await idsOf('status=running')).toEqual(['1', [running.id]]);
  expect(await idsOf('status=running&status=draft&limit=1')).toEqual(['2', [draft.id]]);
  expect(await idsOf(`advertiserCompanyId=${other}`)).toEqual(['2', [draft.id, running.id]]);
  expect(await idsOf(`invoiceCompanyId=${invoiced}`)).toEqual(['0', []]);
  expect(await idsOf('search=another')).toEqual(['1', [running.id]]);
  nowMs = Date.parse('2027-01-01T00:00:00Z');
  expect(await idsOf('status=planned')).toEqual(['1', [running.id]]);
  nowMs = Date.parse('2027-03-01T00:00:00Z');
});

test('loses no concurrent changes of bookings and campaigns', async () => {
  const campaign = await created();
  const booking = await addBooking(campaign.id);
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) =>
      management.call('PATCH', `/bookings/${booking.id}`, { body: { priority: index }, headers: { 'if-match': '*' } }),
    ),
    ...Array.from({ length: 6 }, (_, index) => patch(campaign.id, { name: `Name ${index}` })),
    act(campaign.id, 'submit'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await management.call('GET', `/bookings/${booking.id}`)).body.version).toBe(8);
});
