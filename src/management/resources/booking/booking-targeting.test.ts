import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => Date.parse('2027-03-01T00:00:00Z') });
});
afterAll(() => management?.close());

const tree = { all: [{ key: 'ct', values: ['Gent'] }, { not: { fact: 'device', values: ['tv'] } }] };

async function createWith(targeting: unknown) {
  const body = await makeBody(management, 'bookings', { targeting });
  return management.call('POST', '/bookings', { body });
}

function patch(id: number, targeting: unknown, options: Record<string, unknown> = {}) {
  const headers = { 'if-match': '*' };
  return management.call('PATCH', `/bookings/${id}`, { body: { targeting }, headers, ...options });
}

async function targetingInSnapshot(id: number): Promise<unknown> {
  const { bookings } = await buildSnapshotRows(management.database);
  return bookings.find((one) => (one.id as number) === id)?.targeting;
}

test('stores and returns a tree unchanged, with the ETag of its version', async () => {
  const created = await createWith(tree);
  expect(created).toMatchObject({ status: 201, body: { targeting: tree, version: 1 } });
  const { id } = created.body;
  const read = await management.call('GET', `/bookings/${id}`);
  expect(read.body).toEqual(created.body);
  expect(read.headers['etag']).toBe(created.headers['etag']);
  expect(await targetingInSnapshot(id)).toEqual(tree);

  const etag = String(read.headers['etag']);
  const next = { all: [{ key: 'ct', values: ['Brugge'] }] };
  const changed = await patch(id, next, { headers: { 'if-match': etag } });
  expect(changed).toMatchObject({ status: 200, body: { targeting: next, version: 2 } });
  expect(changed.headers['etag']).not.toBe(etag);
  expect(await patch(id, tree, { headers: { 'if-match': etag } })).toMatchObject({ status: 412 });
  expect(await patch(id, tree, { headers: {} })).toMatchObject({ status: 428 });
  expect(await targetingInSnapshot(id)).toEqual(next);
});

test('returns null for a booking without targeting; null removes it', async () => {
  const { body } = await createWith(undefined);
  expect(body.targeting).toBeNull();
  expect(await targetingInSnapshot(body.id)).toBeNull();
  expect((await patch(body.id, tree)).body.targeting).toEqual(tree);
  expect((await patch(body.id, null)).body.targeting).toBeNull();
  expect(await targetingInSnapshot(body.id)).toBeNull();
});

test('merges a patch: lists are replaced, omitted members stay, and null removes an operation so that another can be set', async () => {
  const { body } = await createWith({ fact: 'country', values: ['BE', 'NL'] });
  expect((await patch(body.id, { values: ['FR'] })).body.targeting).toEqual({ fact: 'country', values: ['FR'] });
  const mixed = await patch(body.id, { any: [tree] });
  expect(mixed).toMatchObject({ status: 400, body: { errors: [{ pointer: '/targeting' }] } });
  expect(mixed.body.errors[0].message).toContain('in a patch, null removes a field');
  const replaced = await patch(body.id, { fact: null, values: null, any: [tree] });
  expect(replaced).toMatchObject({ status: 200, body: { targeting: { any: [tree] } } });
  const renamed = await management.call('PATCH', `/bookings/${body.id}`, {
    body: { name: 'Renamed' },
    headers: { 'if-match': '*' },
  });
  expect(renamed.body.targeting).toEqual({ any: [tree] });
});

describe('refuses an invalid tree and names the field', () => {
  let deep: unknown = { key: 'ct', values: ['a'] };
  for (let level = 0; level < 8; level += 1) deep = { not: deep };
  const many = { any: Array.from({ length: 801 }, () => ({ key: 'ct', values: ['a'] })) };
  test.each([
    ['an unknown leaf', { all: [{ planet: 'mars' }] }, '/targeting/all/0/planet', 'unknown_field'],
    ['an unknown fact', { fact: 'planet', values: ['a'] }, '/targeting/fact', 'invalid_value'],
    ['a value of a wrong type', { key: 'ct', values: ['a', 1] }, '/targeting/values/1', 'invalid_type'],
    [
      'coordinates out of range',
      { near: { latitude: 91, longitude: 0, metres: 1 } },
      '/targeting/near/latitude',
      'too_big',
    ],
    ['too deep', deep, `/targeting${'/not'.repeat(8)}`, 'invalid_value'],
    ['too many leaves', many, '/targeting', 'invalid_value'],
    ['no object', 'ct=gent', '/targeting', 'invalid_type'],
  ])('%s', async (_, targeting, pointer, code) => {
    const error = { pointer, code, in: 'body', message: expect.stringMatching(/^(?:must|is) /) };
    expect(await createWith(targeting)).toMatchObject({ status: 400, body: { errors: [error] } });
    const { id } = await makeObject(management, 'bookings');
    expect(await patch(id, targeting)).toMatchObject({ status: 400, body: { errors: [error] } });
    expect((await management.call('GET', `/bookings/${id}`)).body.version).toBe(1);
  });

  test('more levels than the call stack allows', async () => {
    const { id } = await makeObject(management, 'bookings');
    const levels = 100_000;
    const payload = `{"targeting":${'{"not":'.repeat(levels)}{}${'}'.repeat(levels + 1)}`;
    const headers = { 'content-type': 'application/json', 'if-match': '*' };
    expect(await management.call('PATCH', `/bookings/${id}`, { payload, headers })).toMatchObject({ status: 400 });
    expect(await management.call('POST', '/bookings', { payload, headers })).toMatchObject({ status: 400 });
  });
});

test('treats another audience segment as a material change: without full scope it requires a new approval', async () => {
  const partly = {
    scopes: scopes.filter((scope) => scope !== 'revisions:read'),
    account: 5,
    headers: { 'if-match': '*' },
  };
  const { id } = (await createWith(tree)).body;
  await management.call('POST', `/bookings/${id}/actions/submit`);
  const lifecycle = async () =>
    (await buildSnapshotRows(management.database)).bookings.find((one) => (one.id as number) === id)?.lifecycle;
  expect(await lifecycle()).toBe('approved');
  await patch(id, tree, partly);
  expect(await lifecycle()).toBe('approved');
  await patch(id, { all: [{ key: 'ct', values: ['Brugge'] }] }, partly);
  expect(await lifecycle()).toBe('submitted');
});

test.each([
  ['country', 'Belgium', 'BE'],
  ['region', 'BE-OVL', 'BE-VOV'],
  ['language', 'Dutch', 'nl'],
  ['device', 'mobile', 'phone'],
])('refuses the %s %s and suggests %s', async (fact, value, suggestion) => {
  const { status, body } = await createWith({ all: [{ fact, values: [value] }] });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ pointer: '/targeting/all/0/values/0', in: 'body' }]);
  expect(body.errors[0].message).toContain(`such as ${suggestion}. Given: ${value}`);
});

test('accepts all values that requests can contain', async () => {
  const targeting = {
    any: [
      { fact: 'region', values: ['BE-VOV', 'be-vov', 'VOV', 'Oost-Vlaanderen'] },
      { fact: 'language', values: ['nl-BE', 'nl', 'fil', 'iw'] },
      { fact: 'device', values: ['phone', 'kiosk'] },
      { fact: 'browser', values: ['chrome140'] },
    ],
  };
  expect(await createWith(targeting)).toMatchObject({ status: 201, body: { targeting } });
});
