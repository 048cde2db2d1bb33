import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => Date.parse('2027-03-03T09:00:00Z') });
});
afterAll(() => management?.close());

function patch(id: number, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return management.call('PATCH', `/bookings/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

async function rowOf(id: number) {
  const { bookings } = await buildSnapshotRows(management.database);
  return bookings.find((one) => (one.id as number) === id);
}

const end = { endDate: '2027-05-01T00:00:00Z' };
const cpm = { pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'EUR' } } };
const budget = { kind: 'spend', total: { amount: '1500.00', currency: 'EUR' } };
const goal = { kind: 'impressions', total: 100_000 };

const ways: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>, unknown])[] = [
  [
    'a share of voice with two decimals',
    { delivery: { method: 'share_of_voice', percent: 33.33 } },
    { method: 'share_of_voice', percent: 33.33, goal: null, budget: null, frontLoading: 0 },
    { method: 'share_of_voice', basisPoints: 3333 },
  ],
  [
    'an even goal with front-loading',
    { ...end, delivery: { method: 'even', goal, frontLoading: 40 } },
    { method: 'even', percent: null, goal, budget: null, frontLoading: 40 },
    { method: 'even', goal },
  ],
  [
    'a goal as soon as possible',
    { delivery: { method: 'asap', goal: { kind: 'clicks', total: 1 } } },
    { method: 'asap', percent: null, goal: { kind: 'clicks', total: 1 }, budget: null, frontLoading: 0 },
    { method: 'asap', goal: { kind: 'clicks', total: 1 } },
  ],
  [
    'a budget',
    { ...cpm, delivery: { method: 'share', goal: budget } },
    { method: 'share', percent: null, goal: budget, budget: null, frontLoading: 0 },
    { method: 'share', goal: { kind: 'spend', total: 1_500_000_000 } },
  ],
  [
    'a budget in addition to a goal',
    { ...cpm, delivery: { method: 'asap', goal, budget: budget.total } },
    { method: 'asap', percent: null, goal, budget: budget.total, frontLoading: 0 },
    { method: 'asap', goal, hasBudget: true },
  ],
];

test.each(ways)('%s is stored, returned and published', async (_, given, shown, published) => {
  const created = await management.call('POST', '/bookings', { body: await makeBody(management, 'bookings', given) });
  expect(created).toMatchObject({ status: 201, body: { delivery: shown } });
  const { id } = created.body;
  expect((await management.call('GET', `/bookings/${id}`)).body).toEqual(created.body);
  expect((await rowOf(id))?.delivery).toEqual(published);
  // A returned delivery can be sent back, and omitted members of a patch stay unchanged.
  expect(await patch(id, { delivery: shown })).toMatchObject({ status: 200, body: { delivery: shown } });
  expect(await patch(id, { name: 'Renamed' })).toMatchObject({ status: 200, body: { delivery: shown } });
  expect(await patch(id, { delivery: null })).toMatchObject({ status: 200, body: { delivery: { method: 'share' } } });
  expect(await rowOf(id)).not.toHaveProperty('delivery');
});

test('a budget requires a price per event in its currency that pays for one event', async () => {
  const refused = async (given: Record<string, unknown>) => {
    const body = await makeBody(management, 'bookings', given);
    const answer = await management.call('POST', '/bookings', { body });
    expect(answer.status).toBe(400);
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const delivery = { method: 'share', budget: { amount: '100.00', currency: 'EUR' } };
  expect(await refused({ delivery })).toEqual(['/pricing']);
  const rate = { amount: '2.50', currency: 'USD' };
  expect(await refused({ delivery, pricing: { model: 'flat', rate } })).toEqual(['/pricing/model']);
  expect(await refused({ delivery, pricing: { model: 'vcpm', rate } })).toEqual(['/delivery/budget/currency']);
  const tooLow = { method: 'share', budget: { amount: '0.0001', currency: 'EUR' } };
  expect(await refused({ delivery: tooLow, ...cpm })).toEqual(['/delivery/budget/amount']);
});

test('the budget of a campaign limits its bookings with a price, whose currency must be the same', async () => {
  const { id: campaignId } = await makeObject(management, 'campaigns', {
    budget: { amount: '25000.00', currency: 'EUR' },
  });
  expect((await management.call('GET', `/campaigns/${campaignId}`)).body.budget).toEqual({
    amount: '25000.00',
    currency: 'EUR',
  });
  const priced = await makeObject(management, 'bookings', { campaignId, ...cpm });
  const free = await makeObject(management, 'bookings', { campaignId });
  expect((await rowOf(priced.id))?.delivery).toEqual({ method: 'share', hasBudget: true });
  expect(await rowOf(free.id)).not.toHaveProperty('delivery');
  // A free booking spends nothing, so the plan has no budget for it.
  const rate = { amount: '0.00', currency: 'EUR' };
  expect((await patch(free.id, { pricing: { model: 'cpm', rate } })).status).toBe(200);
  expect(await rowOf(free.id)).not.toHaveProperty('delivery');
  const dollars = { pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'USD' } } };
  expect(await patch(free.id, dollars)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/pricing/rate/currency', code: 'other_currency' }] },
  });
  const changed = (body: Record<string, unknown>) =>
    management.call('PATCH', `/campaigns/${campaignId}`, { body, headers: { 'if-match': '*' } });
  expect(await changed({ budget: { currency: 'USD' } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/budget/currency', code: 'other_currency' }] },
  });
  expect(await changed({ budget: null })).toMatchObject({ status: 200, body: { budget: null } });
  expect(await rowOf(priced.id)).not.toHaveProperty('delivery');
  expect(await patch(free.id, dollars)).toMatchObject({ status: 200 });
});

test('stores caps sorted by scope, returns, publishes, replaces and removes them', async () => {
  const given = [
    { scope: 'life', most: 10 },
    { scope: 'hour', most: 1 },
    { scope: 'day', most: 2 },
  ];
  const ordered = [given[1], given[2], given[0]];
  const { id, caps } = await makeObject(management, 'bookings', { caps: given });
  expect(caps).toEqual(ordered);
  expect(await rowOf(id)).toMatchObject({ caps: ordered });
  expect((await patch(id, { caps: [given[2]] })).body.caps).toEqual([given[2]]);
  expect((await patch(id, { caps: null })).body.caps).toEqual([]);
  expect(await rowOf(id)).not.toHaveProperty('caps');
});

test('stores, publishes and returns the subjects of caps, and omits defaults', async () => {
  const given = [
    { scope: 'request', most: 1 },
    { scope: 'day', most: 4, per: 'household', whenUnknown: 'skip' },
    { scope: 'day', most: 2, per: 'viewer', whenUnknown: 'serve' },
    { scope: 'life', most: 9, per: 'session' },
  ];
  const stored = [
    { scope: 'day', most: 2, whenUnknown: 'serve' },
    { scope: 'life', most: 9, per: 'session' },
    { scope: 'day', most: 4, per: 'household' },
    { scope: 'request', most: 1 },
  ];
  const { id, caps } = await makeObject(management, 'bookings', { caps: given });
  expect(caps).toEqual(stored);
  expect(await rowOf(id)).toMatchObject({ caps: stored });
  expect((await patch(id, { caps: stored })).body.caps).toEqual(stored);
});

test('merges a patch into the delivery settings; null removes a field', async () => {
  const { id } = await makeObject(management, 'bookings', { delivery: { method: 'asap', goal } });
  expect((await patch(id, { delivery: { goal: { total: 5 } } })).body.delivery.goal).toEqual({ ...goal, total: 5 });
  const voice = { method: 'share_of_voice', percent: 25 };
  expect(await patch(id, { delivery: voice })).toMatchObject({
    status: 400,
    body: {
      errors: [{ pointer: '/delivery/goal', message: expect.stringContaining('In a patch, send null to remove it') }],
    },
  });
  expect((await patch(id, { delivery: { ...voice, goal: null } })).body.delivery).toMatchObject(voice);
  const toMoney = { ...cpm, delivery: { method: 'asap', percent: null, goal: budget } };
  expect(await patch(id, toMoney)).toMatchObject({ status: 200, body: { delivery: { goal: budget } } });
  // A price on which a budget depends cannot be removed.
  expect(await patch(id, { pricing: null })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/pricing' }] },
  });
  const events = { kind: 'clicks', total: 7 };
  expect((await patch(id, { delivery: { goal: events }, pricing: null })).body.delivery.goal).toEqual(events);
});

describe('refuses invalid combinations and names the field', () => {
  const voice = (fields: object) => ({ delivery: { method: 'share_of_voice', ...fields } });
  test.each<readonly [string, Record<string, unknown>, string]>([
    ['a share of voice without a percentage', voice({}), '/delivery/percent'],
    ['a percentage of 0', voice({ percent: 0 }), '/delivery/percent'],
    ['a percentage above 100', voice({ percent: 100.01 }), '/delivery/percent'],
    ['three decimals', voice({ percent: 12.345 }), '/delivery/percent'],
    ['a percentage as text', voice({ percent: '25' }), '/delivery/percent'],
    ['a percentage without a share of voice', { delivery: { method: 'share', percent: 5 } }, '/delivery/percent'],
    ['a goal with a share of voice', voice({ percent: 5, goal }), '/delivery/goal'],
    ['even without a goal', { ...end, delivery: { method: 'even' } }, '/delivery/goal'],
    ['asap without a goal', { delivery: { method: 'asap', goal: null } }, '/delivery/goal'],
    ['even without an end', { delivery: { method: 'even', goal } }, '/endDate'],
    ['a goal of 0', { delivery: { method: 'asap', goal: { ...goal, total: 0 } } }, '/delivery/goal/total'],
    ['a fractional goal', { delivery: { method: 'asap', goal: { ...goal, total: 1.5 } } }, '/delivery/goal/total'],
    ['another kind of goal', { delivery: { method: 'asap', goal: { ...goal, kind: 'joy' } } }, '/delivery/goal/kind'],
    [
      'a budget as a number',
      { ...cpm, delivery: { method: 'asap', goal: { ...budget, total: 5 } } },
      '/delivery/goal/total',
    ],
    ['a budget without a price', { delivery: { method: 'asap', goal: budget } }, '/pricing'],
    [
      'a budget at a flat price',
      { pricing: { ...cpm.pricing, model: 'flat' }, delivery: { method: 'asap', goal: budget } },
      '/pricing/model',
    ],
    [
      'a budget in another currency',
      { ...cpm, delivery: { method: 'asap', goal: { ...budget, total: { amount: '5.00', currency: 'USD' } } } },
      '/delivery/goal/total/currency',
    ],
    [
      'a budget too small for one event',
      { ...cpm, delivery: { method: 'asap', goal: { ...budget, total: { amount: '0.002', currency: 'EUR' } } } },
      '/delivery/goal/total/amount',
    ],
    [
      'too much front-loading',
      { ...end, delivery: { method: 'even', goal, frontLoading: 41 } },
      '/delivery/frontLoading',
    ],
    [
      'front-loading without an even goal',
      { delivery: { method: 'asap', goal, frontLoading: 1 } },
      '/delivery/frontLoading',
    ],
    ['a cap of 0', { caps: [{ scope: 'day', most: 0 }] }, '/caps/0/most'],
    ['a cap of another scope', { caps: [{ scope: 'week', most: 1 }] }, '/caps/0/scope'],
    ['two caps of a scope', { caps: [1, 2].map((most) => ({ scope: 'day', most })) }, '/caps/1/scope'],
    [
      'two caps of a scope for the same',
      { caps: [1, 2].map((most) => ({ scope: 'day', most, per: 'store' })) },
      '/caps/1/scope',
    ],
    ['a cap with an unknown subject', { caps: [{ scope: 'day', most: 1, per: 'planet' }] }, '/caps/0/per'],
    [
      'a cap with an unknown whenUnknown',
      { caps: [{ scope: 'day', most: 1, whenUnknown: 'maybe' }] },
      '/caps/0/whenUnknown',
    ],
    ['a request cap per household', { caps: [{ scope: 'request', most: 1, per: 'household' }] }, '/caps/0/per'],
    [
      'a request cap with whenUnknown',
      { caps: [{ scope: 'request', most: 1, whenUnknown: 'serve' }] },
      '/caps/0/whenUnknown',
    ],
    [
      'too many caps',
      {
        caps: (['viewer', 'session', 'store'] as const).flatMap((per) =>
          ['hour', 'day', 'life'].map((scope) => ({ scope, most: 1, per })),
        ),
      },
      '/caps',
    ],
    ['caps of a wrong type', { caps: { day: 1 } }, '/caps'],
  ])('%s', async (_, fields, pointer) => {
    const errors = [{ pointer, in: 'body', message: expect.stringMatching(/^(?:must|is) /) }];
    const body = await makeBody(management, 'bookings', fields);
    expect(await management.call('POST', '/bookings', { body })).toMatchObject({ status: 400, body: { errors } });
    const { id } = await makeObject(management, 'bookings');
    expect(await patch(id, fields)).toMatchObject({ status: 400, body: { errors } });
    expect((await management.call('GET', `/bookings/${id}`)).body.version).toBe(1);
  });
});

test('allows shares of voice above 100 percent in sum: the position is overbooked', async () => {
  const position = await makeObject(management, 'inventory/position');
  for (const percent of [60, 60]) {
    await makeObject(management, 'bookings', {
      positionIds: [position.id],
      delivery: { method: 'share_of_voice', percent },
    });
  }
});

test('requires a new approval for a changed goal without full scope, but not for an unchanged one', async () => {
  const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  const { id } = await makeObject(management, 'bookings', { delivery: { method: 'asap', goal } });
  await management.call('POST', `/bookings/${id}/actions/submit`);
  await patch(id, { delivery: { method: 'asap', goal, percent: null, frontLoading: 0 } }, partly);
  expect(await rowOf(id)).toMatchObject({ lifecycle: 'approved' });
  await patch(id, { delivery: { goal: { total: 100_001 } } }, partly);
  expect(await rowOf(id)).toMatchObject({ lifecycle: 'submitted' });
});
