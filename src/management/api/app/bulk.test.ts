import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '../../../../test/support/database/count-rows.ts';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

type Result = {
  readonly status: number;
  readonly object?: Record<string, unknown>;
  readonly problem?: { code: string };
};

async function bulk(kind: string, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  const { status, body: answer } = await management.call('POST', `/${kind}/bulk`, { body, ...options });
  return { status, answer, statuses: (answer.results ?? []).map((one: Result) => one.status) };
}

async function nameOf(kind: string, id: number): Promise<string> {
  return (await management.call('GET', `/${kind}/${id}`)).body.name;
}

test('executes all entries in one transaction and returns the results of the single calls', async () => {
  const known = await makeObject(management, 'brands');
  const created = await makeBody(management, 'brands', { name: 'Made in bulk' });
  const { status, answer } = await bulk('brands', {
    items: [{ create: created }, { id: known.id, ifMatch: '*', patch: { name: 'Renamed in bulk' } }],
  });
  expect(status).toBe(200);
  expect(answer).toMatchObject({
    applied: true,
    failed: 0,
    results: [
      { status: 201, object: { name: 'Made in bulk', version: 1 }, etag: expect.stringMatching(/^"1-/) },
      { status: 200, object: { id: known.id, name: 'Renamed in bulk', version: 2 } },
    ],
  });
  const single = await management.call('GET', `/brands/${answer.results[0].object.id}`);
  expect(single.headers['etag']).toBe(answer.results[0].etag);
  expect(single.body).toEqual(answer.results[0].object);
});

test('rolls back all entries when one fails; in partial mode only the failed entry', async () => {
  const [first, second] = [await makeObject(management, 'brands'), await makeObject(management, 'brands')];
  const items = [
    { id: first.id, ifMatch: '*', patch: { name: 'Never all' } },
    { id: 999_999_999, ifMatch: '*', patch: { name: 'Unknown' } },
    { id: second.id, ifMatch: '"7-stale"', patch: { name: 'Stale' } },
    { id: second.id, patch: { name: 'Without a version' } },
    { create: { name: '', mediaPartnerId: 1, unknown: 1 } },
  ];
  const before = await countRows(management);
  const atomic = await bulk('brands', { items });
  expect(atomic.answer).toMatchObject({ applied: false, failed: 4 });
  expect(atomic.statuses).toEqual([200, 404, 412, 428, 400]);
  expect(atomic.answer.results[4].problem.errors.map((error: { pointer: string }) => error.pointer).toSorted()).toEqual(
    ['/name', '/unknown'],
  );
  expect(await nameOf('brands', first.id)).toBe(first['name']);
  expect(await countRows(management)).toBe(before);
  const partial = await bulk('brands', { mode: 'partial', items });
  expect(partial.answer).toMatchObject({ applied: true, failed: 4 });
  expect(partial.statuses).toEqual(atomic.statuses);
  expect(await nameOf('brands', first.id)).toBe('Never all');
  expect(await nameOf('brands', second.id)).toBe(second['name']);
});

test('returns the same results in a dry run and changes nothing', async () => {
  const known = await makeObject(management, 'brands');
  const items = [
    { id: known.id, ifMatch: '*', patch: { name: 'Tried' } },
    { create: await makeBody(management, 'brands') },
  ];
  const before = await countRows(management);
  const tried = await bulk('brands', { dryRun: true, items });
  expect(tried.answer).toMatchObject({ applied: false, failed: 0 });
  expect(await countRows(management)).toBe(before);
  const done = await bulk('brands', { items });
  expect(done.statuses).toEqual(tried.statuses);
  expect(done.answer.results[0].object).toMatchObject({
    name: 'Tried',
    version: tried.answer.results[0].object.version,
  });
});

test('applies the rules of single actions and the scopes of the caller', async () => {
  const bookings = [await makeObject(management, 'bookings'), await makeObject(management, 'bookings')];
  const submit = { items: bookings.map(({ id }) => ({ id, action: 'submit' })) };
  expect((await bulk('bookings', submit, { scopes: ['bookings:write'] })).statuses).toEqual([200, 200]);
  const approve = { items: bookings.map(({ id }) => ({ id, action: 'approve' })) };
  const refused = await bulk('bookings', approve, { scopes: ['bookings:write'], account: 7 });
  expect(refused.statuses).toEqual([403, 403]);
  const own = await bulk('bookings', approve, { scopes: ['bookings:write', 'bookings:approve'] });
  expect(own.answer.results[0].problem).toMatchObject({ code: 'not_permitted' });
  const approved = await bulk('bookings', approve, { scopes: ['bookings:write', 'bookings:approve'], account: 7 });
  expect(approved.statuses).toEqual([200, 200]);
  const again = await bulk('bookings', { items: [{ id: bookings[0]?.id, action: 'resume' }] });
  expect(again.answer.results[0].problem).toMatchObject({ code: 'action_not_allowed' });
  expect((await bulk('brands', { items: [{ id: 1, action: 'pause' }] })).statuses).toEqual([400]);
  expect((await bulk('creatives', { items: [{ create: {} }] })).statuses).toEqual([400]);
});

test('returns 404 when an advertiser changes objects of another, like for missing ones', async () => {
  const campaign = await makeObject(management, 'campaigns');
  const user = (await makeObject(management, 'users', { role: 'advertiser' })).id;
  const body = { items: [campaign.id, 999_999_999].map((id) => ({ id, ifMatch: '*', patch: { name: 'Mine' } })) };
  const { answer, statuses } = await bulk('campaigns', body, { user });
  expect(statuses).toEqual([404, 404]);
  const [theirs, absent] = answer.results.map((one: Result) =>
    JSON.stringify(one).replaceAll(/\d{2,}|(?<= )\d+/g, 'N'),
  );
  expect(theirs).toBe(absent);
});

test('completes concurrent calls for the same objects in any order, and single changes between them', async () => {
  const made: number[] = [];
  for (let each = 0; each < 6; each += 1) made.push((await makeObject(management, 'brands')).id);
  const revision = async () =>
    (await management.database.selectFrom('currentRevision').select('revision').executeTakeFirstOrThrow()).revision;
  const before = await revision();
  const many = (ids: readonly number[], name: string) =>
    bulk('brands', { mode: 'partial', items: ids.map((id) => ({ id, ifMatch: '*', patch: { name } })) });
  const one = (id: number) =>
    management.call('PATCH', `/brands/${id}`, { body: { name: 'Single' }, headers: { 'if-match': '*' } });
  const rounds = Array.from({ length: 4 }, (_, round) => [
    many(made, `Up ${round}`).then(({ status, answer }) => [status, answer.failed]),
    many(made.toReversed(), `Down ${round}`).then(({ status, answer }) => [status, answer.failed]),
    one(made[round] as number).then(({ status }) => [status, 0]),
  ]);
  for (const answered of await Promise.all(rounds.flat())) expect(answered).toEqual([200, 0]);
  // One revision per call, independent of the number of changed objects.
  expect((await revision()) - before).toBe(12);
});

test('executes the whole call once per Idempotency-Key', async () => {
  const items = [{ create: await makeBody(management, 'brands', { name: 'Once' }) }];
  const headers = { 'idempotency-key': 'bulk-once' };
  const first = await bulk('brands', { items }, { headers });
  const before = await countRows(management);
  const second = await bulk('brands', { items }, { headers });
  expect(second.answer).toEqual(first.answer);
  expect(await countRows(management)).toBe(before);
});

test.each<[string, unknown, string]>([
  ['no entries', { items: [{ id: 1 }] }, '/items/0'],
  ['two operations in one entry', { items: [{ id: 1, patch: {}, action: 'pause' }] }, '/items/0'],
  ['a patch without an object', { items: [{ patch: {} }] }, '/items/0/id'],
  ['a create with an id', { items: [{ id: 1, create: {} }] }, '/items/0/id'],
  ['no entries', { items: [] }, '/items'],
  ['too many entries', { items: Array.from({ length: 201 }, () => ({ id: 1, action: 'pause' })) }, '/items'],
  ['an unknown mode', { mode: 'most', items: [{ id: 1, action: 'pause' }] }, '/mode'],
])('refuses %s as a whole', async (_name, body, pointer) => {
  const { status, answer } = await bulk('brands', body as Record<string, unknown>);
  expect(status).toBe(400);
  expect(answer.errors[0].pointer.startsWith(pointer)).toBe(true);
});
