import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let advertiser: number;
let invoiced: number;
let brands: readonly number[];

beforeAll(async () => {
  management = await startTestManagement();
  advertiser = (await makeObject(management, 'media-partners', { roles: ['ADVERTISER'] })).id;
  invoiced = (await makeObject(management, 'media-partners', { roles: ['INVOICE'] })).id;
  const made = await Promise.all([1, 2, 3].map(() => makeObject(management, 'brands', { mediaPartnerId: advertiser })));
  brands = made.map(({ id }) => id);
});
afterAll(() => management?.close());

const call: TestManagement['call'] = (...given) => management.call(...given);
const add = (body: Record<string, unknown>) => call('POST', '/user-mapping', { body });
const pairOf = (index: number, more = {}) => ({ advertiserCompanyId: advertiser, brandId: brands[index], ...more });

test('maps a user to one or several combinations; repeating changes nothing', async () => {
  const one = await add({ user: 'maya@aurora.example', ...pairOf(0) });
  expect(one).toMatchObject({
    status: 201,
    headers: { location: '/api/v1/user-mapping/maya%40aurora.example' },
    body: { user: 'maya@aurora.example', mappings: [pairOf(0, { invoiceCompanyId: null })] },
  });
  const several = { user: 'Maya@Aurora.example', mappings: [pairOf(0), pairOf(1, { invoiceCompanyId: invoiced })] };
  for (const again of [1, 2]) {
    const { status, body } = await add(several);
    expect(status, `time ${again}`).toBe(201);
    expect(body.mappings).toMatchObject([pairOf(0), pairOf(1, { invoiceCompanyId: invoiced })]);
  }
  const listed = await call('GET', '/user-mapping/MAYA@aurora.example');
  expect(listed.headers['record-count']).toBe('2');
  expect(listed.body).toEqual((await add(several)).body.mappings);
});

test('accepts a list of combinations of several users, and the user in the query', async () => {
  const list = [
    { user: 'one@several.example', ...pairOf(0) },
    { user: 'two@several.example', ...pairOf(1, { invoiceCompanyId: invoiced }) },
    { user: 'ONE@several.example', ...pairOf(2) },
  ];
  const post = (query: string, body: unknown) => call('POST', `/user-mapping${query}`, { body });
  const added = await post('', list);
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject([
    { user: 'one@several.example', mappings: [pairOf(0), pairOf(2)] },
    { user: 'two@several.example', mappings: [pairOf(1, { invoiceCompanyId: invoiced })] },
  ]);
  const query = '?user=three%40several.example';
  const three = { user: 'three@several.example', mappings: [pairOf(0)] };
  expect((await post(query, pairOf(0))).body).toMatchObject(three);
  expect((await post(query, [pairOf(0)])).body).toMatchObject([three]);
  const removed = await call('DELETE', `/user-mapping${query}`, { body: [list[0], pairOf(0)] });
  expect([removed.status, removed.body]).toMatchObject([
    200,
    [
      { user: 'one@several.example', mappings: [pairOf(2)] },
      { user: 'three@several.example', mappings: [] },
    ],
  ]);
});

test('adds none of a list if one of its entries is invalid', async () => {
  const list = [
    { user: 'four@several.example', ...pairOf(0) },
    { ...pairOf(1) },
    { user: 'five@several.example', ...pairOf(0), brandId: 999_999 },
  ];
  const { status, body } = await call('POST', '/user-mapping', { body: list });
  expect([status, body.errors]).toMatchObject([400, [{ pointer: '/1/user', code: 'required' }]]);
  const later = await call('POST', '/user-mapping', { body: [list[0], list[2]] });
  expect([later.status, later.body.errors]).toMatchObject([
    400,
    [{ pointer: '/1/brandId', code: 'reference_not_found' }],
  ]);
  expect((await call('GET', '/user-mapping/four@several.example')).body).toEqual([]);
  const empty = await call('POST', '/user-mapping', { body: [] });
  expect([empty.status, empty.body.errors]).toMatchObject([400, [{ pointer: '', code: 'too_small' }]]);
});

test('lists, searches, filters and pages users with their counts', async () => {
  for (const name of ['list-a', 'list-b', 'list-c']) {
    await add({ user: `${name}@list.example`, mappings: [pairOf(0), pairOf(1)] });
  }
  await add({ user: 'list-c@list.example', ...pairOf(2, { invoiceCompanyId: invoiced }) });
  const answered = async (query: string) => {
    const { headers, body } = await call('GET', `/user-mapping?search=LIST.example&${query}`);
    return [
      headers['record-count'],
      body.map((one: { user: string; mappingCount: number }) => [one.user.slice(5, 6), one.mappingCount]),
    ];
  };
  expect(await answered('')).toEqual([
    '3',
    [
      ['a', 2],
      ['b', 2],
      ['c', 3],
    ],
  ]);
  expect(await answered('limit=1&offset=1')).toEqual(['3', [['b', 2]]]);
  expect(await answered(`brandId=${brands[2]}`)).toEqual(['1', [['c', 1]]]);
  expect(await answered(`invoiceCompanyId=${invoiced}`)).toEqual(['1', [['c', 1]]]);
  expect(await answered('offset=9')).toEqual(['3', []]);
  expect((await call('GET', '/user-mapping?limit=101')).status).toBe(400);
  const unknown = await call('GET', '/user-mapping/unknown@list.example');
  expect([unknown.status, unknown.headers['record-count'], unknown.body]).toEqual([200, '0', []]);
});

test('removes mappings individually and all at once, and audits each change', async () => {
  const user = 'gone@aurora.example';
  await add({ user, mappings: [pairOf(0), pairOf(1), pairOf(1, { invoiceCompanyId: invoiced })] });
  const fewer = await call('DELETE', '/user-mapping', { body: { user, ...pairOf(1) } });
  expect(fewer).toMatchObject({
    status: 200,
    body: { mappings: [pairOf(0), pairOf(1, { invoiceCompanyId: invoiced })] },
  });
  expect((await call('DELETE', '/user-mapping', { body: { user, ...pairOf(2) } })).body.mappings).toHaveLength(2);
  expect((await call('DELETE', `/user-mapping/${user}`)).body).toEqual({ user, mappings: [] });
  const entries = await management.database
    .selectFrom('auditEntry')
    .selectAll('auditEntry')
    .where('auditEntry.kind', '=', 'user-mapping')
    .orderBy('auditEntry.id', 'desc')
    .limit(4)
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'delete', 'delete', 'create']);
  expect(entries[0]).toMatchObject({ before: { user, mappings: [{}, {}] }, after: { user, mappings: [] } });
});

test.each<[string, () => Record<string, unknown>, string, string]>([
  ['no user', () => pairOf(0), '/user', 'required'],
  ['an empty user', () => ({ user: ' ', ...pairOf(0) }), '/user', 'too_small'],
  ['no brand', () => ({ user: 'x', advertiserCompanyId: advertiser }), '/brandId', 'custom'],
  ['no combination at all', () => ({ user: 'x', mappings: [] }), '/mappings', 'too_small'],
  ['both forms at once', () => ({ user: 'x', mappings: [pairOf(0)], brandId: 1 }), '/brandId', 'custom'],
  [
    'a brand of another company',
    () => ({ user: 'x', mappings: [pairOf(0), { ...pairOf(0), advertiserCompanyId: invoiced }] }),
    '/mappings/1/advertiserCompanyId',
    'missing_role',
  ],
  [
    'an invoiced company without the role',
    () => ({ user: 'x', ...pairOf(0, { invoiceCompanyId: advertiser }) }),
    '/invoiceCompanyId',
    'missing_role',
  ],
  [
    'a missing brand',
    () => ({ user: 'x', advertiserCompanyId: advertiser, brandId: 999_999 }),
    '/brandId',
    'reference_not_found',
  ],
])('refuses %s and names the field', async (_name, body, pointer, code) => {
  const { status, body: problem } = await add(body());
  expect(status).toBe(400);
  expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  if (code !== 'custom') expect(problem.errors).toContainEqual(expect.objectContaining({ pointer, code }));
});
