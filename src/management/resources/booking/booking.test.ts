import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Scope, scopes } from '../../../contract/access/scopes.ts';
import { dayMs } from '../../../core/time/durations.ts';

const startMs = Date.parse('2027-03-01T00:00:00Z');

let nowMs = startMs;
let management: TestManagement;
let world: World;

type World = {
  readonly partner: number;
  readonly brand: number;
  readonly format: number;
  readonly publisher: number;
  readonly publication: number;
  readonly location: number;
  readonly position: number;
  readonly campaign: number;
  readonly creative: number;
};

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  world = await makeWorld();
});
afterAll(() => management?.close());
beforeEach(() => {
  nowMs = startMs;
});

async function makeWorld(): Promise<World> {
  const partner = (await makeObject(management, 'media-partners')).id;
  const brand = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
  const format = (await makeObject(management, 'inventory/format')).id;
  const publisher = (await makeObject(management, 'inventory/publisher')).id;
  const publication = (await makeObject(management, 'inventory/publication', { publisherId: publisher })).id;
  const location = (await makeObject(management, 'inventory/location', { publicationId: publication })).id;
  const position = (await makeObject(management, 'inventory/position', { locationId: location, formatId: format })).id;
  const campaign = (
    await makeObject(management, 'campaigns', {
      advertiserCompanyId: partner,
      invoiceCompanyId: partner,
      brandIds: [brand],
    })
  ).id;
  const creative = (await makeObject(management, 'creatives', { brandId: brand, formatId: format })).id;
  return { partner, brand, format, publisher, publication, location, position, campaign, creative };
}

function booking(fields: Record<string, unknown> = {}) {
  return {
    campaignId: world.campaign,
    name: 'Leaderboards',
    type: 'display',
    startDate: '2027-03-02T00:00:00Z',
    endDate: '2027-03-05T00:00:00Z',
    positionIds: [world.position],
    creatives: [{ creativeId: world.creative }],
    ...fields,
  };
}

async function create(fields: Record<string, unknown> = {}, options: Record<string, unknown> = {}) {
  return management.call('POST', '/bookings', { body: booking(fields), ...options });
}

async function created(fields: Record<string, unknown> = {}) {
  const answer = await create(fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

function act(id: number, action: string, options: Record<string, unknown> = {}) {
  return management.call('POST', `/bookings/${id}/actions/${action}`, options);
}

function patch(id: number, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return management.call('PATCH', `/bookings/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

test('creates a booking with all fields, as a draft, with defaults', async () => {
  const answer = await create({ pricing: { model: 'cpm', rate: { amount: '2.5', currency: 'EUR' } } });
  expect(answer.status).toBe(201);
  expect(answer.headers['placard-revision']).toMatch(/^\d+$/);
  expect(answer.body).toMatchObject({
    bookingId: answer.body.id,
    status: 'draft',
    availableActions: ['submit', 'cancel', 'archive', 'hold'],
    blockingReasons: ['BOOKING_NOT_APPROVED'],
    priority: 5,
    exclusionLabels: [],
    duplicatesAllowed: false,
    delivery: { method: 'share' },
    activeDays: [],
    dayParts: [],
    pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'EUR' } },
    creatives: [{ creativeId: world.creative, weight: 1, startDate: null, endDate: null, state: 'approved' }],
  });
  const read = await management.call('GET', `/bookings/${answer.body.id}`);
  expect(read.status).toBe(200);
  expect(read.body).toEqual(answer.body);
});

test('states the limit when a number exceeds it', async () => {
  const parts = [{ days: ['mon'], fromMinute: -1, toMinute: 1441 }];
  const { status, body } = await create({ dayParts: parts, creatives: [{ creativeId: world.creative, weight: 0 }] });
  expect([status, body.errors.map(({ pointer, message }: Record<string, string>) => [pointer, message])]).toEqual([
    400,
    [
      ['/dayParts/0/fromMinute', 'must be at least 0'],
      ['/dayParts/0/toMinute', 'must be at most 1440'],
      ['/creatives/0/weight', 'must be at least 1'],
    ],
  ]);
});

test('approves a submission by a full-scope service account immediately, and its status follows the time', async () => {
  world = await makeWorld();
  const { id } = await created();
  const submitted = await act(id, 'submit');
  expect(submitted.status).toBe(200);
  const statusAt = async (atMs: number) => {
    nowMs = atMs;
    return (await management.call('GET', `/bookings/${id}`)).body.status;
  };
  const table = [
    [startMs, 'planned'],
    [startMs + dayMs - 1, 'planned'],
    [startMs + dayMs, 'running'],
    [startMs + 4 * dayMs - 1, 'running'],
    [startMs + 4 * dayMs, 'finished'],
  ] as const;
  for (const [atMs, status] of table) {
    expect(await statusAt(atMs)).toBe(status);
    const listed = await management.call('GET', `/bookings?campaignId=${world.campaign}&status=${status}`);
    expect(listed.headers['record-count']).toBe('1');
    expect(listed.body.map((one: { id: number }) => one.id)).toEqual([id]);
  }
});

test('allows pause, resume, cancel, reopen, archive and unarchive in valid states and returns 409 otherwise', async () => {
  const { id } = await created();
  const steps = [
    ['submit', 200, 'running'],
    ['submit', 409, 'running'],
    ['pause', 200, 'paused'],
    ['pause', 409, 'paused'],
    ['resume', 200, 'running'],
    ['cancel', 200, 'cancelled'],
    ['resume', 409, 'cancelled'],
    ['reopen', 200, 'draft'],
    ['archive', 200, 'archived'],
    ['submit', 409, 'archived'],
    ['unarchive', 200, 'draft'],
  ] as const;
  nowMs = startMs + 2 * dayMs;
  for (const [action, status, after] of steps) {
    const answer = await act(id, action);
    expect(answer.status, action).toBe(status);
    if (status === 200) expect(answer.body.status).toBe(after);
    else {
      expect(answer.body).toMatchObject({ code: 'action_not_allowed', currentStatus: after });
      expect(answer.body.availableActions).not.toContain(action);
    }
  }
});

test('checks If-Match of an action if it is sent', async () => {
  const { id } = await created();
  const stale = await act(id, 'submit', { headers: { 'if-match': '"99-x"' } });
  expect(stale.status).toBe(412);
  expect((await act(id, 'submit', { headers: { 'if-match': '"1"' } })).status).toBe(200);
});

test('requires approval by another user for a submission without full scope', async () => {
  const { id } = await created();
  const some: Scope[] = ['bookings:read', 'bookings:write', 'bookings:approve'];
  const waiting = await act(id, 'submit', { scopes: some, account: 5 });
  expect(waiting.body).toMatchObject({ status: 'pending_approval', blockingReasons: ['BOOKING_NOT_APPROVED'] });
  expect((await act(id, 'approve', { scopes: ['bookings:write'], account: 6 })).status).toBe(403);
  const own = await act(id, 'approve', { scopes: some, account: 5 });
  expect(own.status).toBe(403);
  expect(own.body.code).toBe('not_permitted');
  const other = await act(id, 'approve', { scopes: ['bookings:approve'], account: 6 });
  expect(other.body.status).toBe('planned');
});

test('requires a new approval for a material change without full scope, but not for other changes', async () => {
  const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  const { id } = await created();
  await act(id, 'submit');
  expect((await patch(id, { name: 'Renamed' }, partly)).body.status).toBe('planned');
  expect((await patch(id, { endDate: '2027-03-04T00:00:00Z' }, partly)).body.status).toBe('planned');
  expect((await patch(id, { endDate: '2027-03-06T00:00:00Z' }, partly)).body.status).toBe('pending_approval');
  await act(id, 'approve');
  expect(
    (await patch(id, { pricing: { model: 'flat', rate: { amount: '1', currency: 'EUR' } } }, partly)).body.status,
  ).toBe('pending_approval');
  await act(id, 'approve');
  expect((await patch(id, { endDate: null })).body.status).toBe('planned');
});

test('refuses approval of a price by the user who set it during the review', async () => {
  const submitter = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  const reviewer = { ...submitter, account: 6 };
  const { id } = await created();
  await act(id, 'submit', submitter);
  const pricing = { model: 'cpm', rate: { amount: '0.01', currency: 'EUR' } };
  expect((await patch(id, { pricing }, reviewer)).body.status).toBe('pending_approval');
  expect((await act(id, 'approve', reviewer)).body.code).toBe('not_permitted');
  expect((await act(id, 'approve', { ...submitter, account: 7 })).body.status).toBe('planned');
});

test('blocking reasons name what is missing', async () => {
  const bare = await created({ positionIds: [], creatives: [] });
  const submitted = await act(bare.id, 'submit');
  expect(submitted.body).toMatchObject({ status: 'not_ready', blockingReasons: ['NO_POSITION', 'NO_CREATIVE'] });
  const otherFormat = (await makeObject(management, 'inventory/format')).id;
  const foreign = await makeObject(management, 'creatives', { brandId: world.brand, formatId: otherFormat });
  const unfit = await patch(bare.id, { positionIds: [world.position], creatives: [{ creativeId: foreign.id }] });
  expect(unfit.body).toMatchObject({ status: 'not_ready', blockingReasons: ['NO_FITTING_CREATIVE'] });
  const fit = await patch(bare.id, { creatives: [{ creativeId: world.creative }] });
  expect(fit.body).toMatchObject({ status: 'planned', blockingReasons: [] });
});

test.each(['locationIds', 'publicationIds', 'publisherIds'] as const)(
  '%s cover every position below them',
  async (field) => {
    const ids = { locationIds: world.location, publicationIds: world.publication, publisherIds: world.publisher };
    const { id } = await created({ positionIds: [], [field]: [ids[field]] });
    expect((await act(id, 'submit')).body).toMatchObject({ status: 'planned', blockingReasons: [] });
  },
);

test('a publisher includes the publishers below it', async () => {
  const group = (await makeObject(management, 'inventory/publisher')).id;
  const { id } = await created({ positionIds: [], publisherIds: [group] });
  expect((await act(id, 'submit')).body.blockingReasons).toContain('NO_POSITION');
  await management.call('PATCH', `/inventory/publisher/${world.publisher}`, {
    body: { parentId: group },
    headers: { 'if-match': '*' },
  });
  expect((await management.call('GET', `/bookings/${id}`)).body.blockingReasons).toEqual([]);
});

test('keeps the ad ID of a creative that stays, and assigns a new one when it is added again', async () => {
  const second = (await makeObject(management, 'creatives', { brandId: world.brand, formatId: world.format })).id;
  const before = await created({ creatives: [{ creativeId: world.creative, weight: 3 }, { creativeId: second }] });
  const [firstAd, secondAd] = before.creatives;
  const without = await patch(before.id, { creatives: [{ creativeId: world.creative, weight: 7 }] });
  expect(without.body.creatives).toEqual([{ ...firstAd, weight: 7 }]);
  const again = await patch(before.id, { creatives: [{ creativeId: world.creative }, { creativeId: second }] });
  expect(again.body.creatives.map((ad: { adId: number }) => ad.adId)).toEqual([firstAd.adId, expect.any(Number)]);
  expect(again.body.creatives[1].adId).toBeGreaterThan(secondAd.adId);
  const renamed = await patch(before.id, { name: 'Only the name' });
  expect(renamed.body.creatives).toEqual(again.body.creatives);
  const rows = await management.database
    .selectFrom('bookingCreative')
    .select(['bookingCreative.id', 'bookingCreative.removedAt'])
    .where('bookingCreative.bookingId', '=', before.id)
    .orderBy('bookingCreative.id')
    .execute();
  expect(rows.map((row) => row.removedAt === null)).toEqual([true, false, true]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an end equal to the start', { endDate: '2027-03-02T00:00:00Z' }, '/endDate'],
  ['a start without an offset', { startDate: '2027-03-02T00:00:00' }, '/startDate'],
  ['a day that does not exist', { startDate: '2027-02-30T00:00:00Z' }, '/startDate'],
  ['a priority of 10', { priority: 10 }, '/priority'],
  ['a fractional priority', { priority: 0.5 }, '/priority'],
  ['a weight of 0', { creatives: [{ creativeId: 1, weight: 0 }] }, '/creatives/0/weight'],
  ['a fractional weight', { creatives: [{ creativeId: 1, weight: 1.5 }] }, '/creatives/0/weight'],
  ['a duplicate creative', { creatives: [{ creativeId: 1 }, { creativeId: 1 }] }, '/creatives'],
  ['a missing creative', { creatives: [{ creativeId: 9_000_000 }] }, '/creatives/0/creativeId'],
  ['a missing position', { positionIds: [9_000_000] }, '/positionIds/0'],
  ['a missing location', { locationIds: [9_000_000] }, '/locationIds/0'],
  ['a missing campaign', { campaignId: 9_000_000 }, '/campaignId'],
  ['a campaign ID of 0', { campaignId: 0 }, '/campaignId'],
  ['a campaign ID above 2^53', { campaignId: 2 ** 53 }, '/campaignId'],
  ['a daypart that ends before it starts', { dayParts: [{ fromMinute: 600, toMinute: 600 }] }, '/dayParts/0/toMinute'],
  ['a daypart beyond midnight', { dayParts: [{ fromMinute: 0, toMinute: 1441 }] }, '/dayParts/0/toMinute'],
  ['an unknown day', { activeDays: ['someday'] }, '/activeDays/0'],
  ['a rate as a number', { pricing: { model: 'cpm', rate: { amount: 2.5, currency: 'EUR' } } }, '/pricing/rate/amount'],
  ['a negative rate', { pricing: { model: 'cpm', rate: { amount: '-1', currency: 'EUR' } } }, '/pricing/rate/amount'],
  ['empty targeting', { targeting: {} }, '/targeting'],
  ['an unknown delivery method', { delivery: { method: 'soon' } }, '/delivery/method'],
  ['an unknown type', { type: 'radio' }, '/type'],
])('refuses %s and names the field', async (_case, fields, pointer) => {
  const answer = await create(fields);
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test('refuses a creative of a brand outside the campaign', async () => {
  const foreign = await makeObject(management, 'creatives');
  const answer = await create({ creatives: [{ creativeId: world.creative }, { creativeId: foreign.id }] });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer: '/creatives/1/creativeId', code: 'foreign_brand' }]);
});

test('DELETE archives the booking and keeps its ads', async () => {
  const { id } = await created();
  const deleted = await management.call('DELETE', `/bookings/${id}`, { headers: { 'if-match': '*' } });
  expect(deleted.status).toBe(200);
  expect(deleted.body).toMatchObject({ status: 'archived', availableActions: ['unarchive'] });
  const read = await management.call('GET', `/bookings/${id}`);
  expect(read.body.creatives).toHaveLength(1);
  expect((await patch(id, { name: 'x' })).status).toBe(409);
});

test('lists are filtered with a correct count and pages', async () => {
  world = await makeWorld();
  const first = await created({ name: 'Alpha' });
  const second = await created({ name: 'Beta' });
  const third = await created({ name: 'Gamma', creatives: [] });
  await act(second.id, 'submit');
  const idsOf = async (query: string) => {
    const answer = await management.call('GET', `/bookings?campaignId=${world.campaign}&${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return [answer.headers['record-count'], answer.body.map((one: { id: number }) => one.id)];
  };
  expect(await idsOf('status=draft')).toEqual(['2', [first.id, third.id]]);
  expect(await idsOf('status=draft&limit=1')).toEqual(['2', [first.id]]);
  expect(await idsOf('status=draft&limit=1&offset=1')).toEqual(['2', [third.id]]);
  expect(await idsOf('status=draft&status=planned')).toEqual(['3', [first.id, second.id, third.id]]);
  expect(await idsOf(`creativeId=${world.creative}`)).toEqual(['2', [first.id, second.id]]);
  expect(await idsOf(`brandId=${world.brand}`)).toEqual(['3', [first.id, second.id, third.id]]);
  expect(await idsOf(`advertiserCompanyId=${world.partner}`)).toEqual(['3', [first.id, second.id, third.id]]);
  expect(await idsOf('advertiserCompanyId=9000000')).toEqual(['0', []]);
  expect(await idsOf('search=BET')).toEqual(['1', [second.id]]);
  expect(await idsOf('sort=-priority&limit=1')).toEqual(['3', [third.id]]);
  await act(third.id, 'archive');
  expect(await idsOf('status=archived')).toEqual(['1', [third.id]]);
  expect(await idsOf('')).toEqual(['2', [first.id, second.id]]);
  expect(await idsOf('includeArchived=true')).toEqual(['3', [first.id, second.id, third.id]]);
  const wrong = await management.call('GET', '/bookings?status=sleeping');
  expect(wrong.status).toBe(400);
});

test('requires scopes for reading and writing', async () => {
  const { id } = await created();
  expect((await management.call('GET', `/bookings/${id}`, { scopes: ['campaigns:read'] })).status).toBe(403);
  expect((await management.call('GET', `/bookings/${id}`, { scopes: null })).status).toBe(401);
  expect((await create({}, { scopes: ['bookings:read'] })).status).toBe(403);
  expect((await act(id, 'pause', { scopes: ['bookings:read'] })).status).toBe(403);
  expect((await act(9_000_000, 'pause')).status).toBe(404);
  expect((await act(id, 'explode')).status).toBe(404);
});
