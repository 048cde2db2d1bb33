import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, type OpenApiOperation } from '../../../../test/support/attacks/openapi-operations.ts';
import { absentId, startTwoTenants, type Tenant } from '../../../../test/support/attacks/two-tenants.ts';
import { makeBody } from '../../../../test/support/fixtures/make-objects.ts';
import type { TestAnswer, TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Role, roles, scopesOfRole } from '../../../contract/access/scopes.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { allRowRules } from '../../../platform/db/row-rules/all-row-rules.ts';

let management: TestManagement;
let own: Tenant;
let foreign: Tenant;
let userOfRole: ReadonlyMap<Role, number>;

beforeAll(async () => {
  ({ management, own, foreign, userOfRole } = await startTwoTenants());
});
afterAll(() => management?.close());

/**
 * Owner of the object in a path. `open`: visible to everyone who may read the kind. `report-schedules` are visible only
 * to their creator, `notifications` only to their user, and `comments` and `activity` with their object, and
 * `setup-progress` depends on visible objects, which other tests cover.
 */
const ownerOfPath: Readonly<Record<string, keyof Tenant | 'open'>> = {
  'media-partners': 'partner',
  brands: 'brand',
  campaigns: 'campaign',
  bookings: 'booking',
  creatives: 'creative',
  products: 'product',
  'product-imports': 'open',
  conversions: 'conversion',
  'conversion-actions': 'conversionAction',
  'user-mapping': 'open',
  revisions: 'open',
  reports: 'open',
  'report-progress': 'open',
  delivery: 'open',
  'third-party-counts': 'open',
  discrepancies: 'open',
  'missed-plays': 'open',
  'debug-key': 'open',
  decisions: 'open',
  audit: 'open',
  erasures: 'open',
  configuration: 'open',
  changes: 'open',
  hosts: 'open',
  limits: 'open',
  me: 'open',
  shares: 'open',
  forecasts: 'open',
  search: 'open',
  'setup-progress': 'open',
  'test-image': 'open',
  comments: 'open',
  activity: 'open',
  notifications: 'open',
  // Only callers with access to all data see them, which `purchases.test.ts` tests.
  purchases: 'open',
  'agent-requests': 'open',
};

/** Resource types whose rows do not belong to tenants, by the first segment of their paths. */
const openKinds: ReadonlySet<string> = new Set(
  Object.entries(allRowRules).flatMap(([kind, { visibleTo }]) =>
    typeof visibleTo === 'function' ? [] : [kind.split('/')[0] ?? ''],
  ),
);

function ownerOf({ pattern }: OpenApiOperation): keyof Tenant | 'open' {
  const [kind = ''] = pattern.replace('/api/v1/', '').split('/');
  const owner = ownerOfPath[kind] ?? (openKinds.has(kind) ? 'open' : undefined);
  if (owner === undefined) throw new Error(`${pattern}: add the owner of these objects to tenants.test.ts`);
  return owner;
}

function operationsOfTenants(): readonly OpenApiOperation[] {
  return allOperations(management.app).filter((one) => one.pathParameters.length > 0 && ownerOf(one) !== 'open');
}

function mayCall(role: Role, { scope }: OpenApiOperation): boolean {
  return scope === null || scopesOfRole[role].includes(scope);
}

/** Makes a call that changes nothing: its version matches no object. */
function ask(operation: OpenApiOperation, role: Role, id: number): Promise<TestAnswer> {
  return management.call(operation.method, operation.path(id), {
    user: userOfRole.get(role) as number,
    headers: { 'if-match': '"0-none"' },
    ...(operation.bodySchema === null ? {} : { body: bodyOf(operation) }),
  });
}

function bodyOf({ pattern, method }: OpenApiOperation): Record<string, unknown> {
  if (/\/creatives\/\{id\}\/(?:file|renditions)$/.test(pattern)) return { uploadId: randomUUID() };
  if (pattern.endsWith('/actions/hold')) return { heldUntil: new Date(Date.now() + dayMs).toISOString() };
  if (pattern.endsWith('/makegood-preview')) return { method: 'extend' };
  if (pattern.endsWith('/{id}/conversions')) return { conversions: [{}] };
  if (pattern.endsWith('/makegoods')) return { endDate: new Date().toISOString(), goal: 1 };
  return method === 'POST' && pattern.endsWith('/brands') ? { name: 'Below' } : {};
}

/** Returns all distinguishable parts of a response, without the ID that was sent. */
function seen({ status, headers, body }: TestAnswer, id: number) {
  const { 'request-id': _request, date: _date, 'content-length': _length, ratelimit: _left, ...rest } = headers;
  const detail = String(body.detail).replace(new RegExp(`\\b${id}\\b`), 'ID');
  return JSON.stringify({ status, headers: rest, body: { ...body, detail, instance: null } });
}

test('knows the owner of the objects of every operation', () => {
  const operations = allOperations(management.app);
  expect(operations.length).toBeGreaterThan(60);
  for (const operation of operations) expect(ownerOf(operation), operation.name).toBeTruthy();
  expect(operationsOfTenants().length).toBeGreaterThan(25);
});

test('tests every resource type whose rows belong to tenants', () => {
  for (const [kind, { visibleTo }] of Object.entries(allRowRules)) {
    const isOwned = typeof visibleTo === 'function';
    expect((ownerOfPath[kind.split('/')[0] ?? ''] ?? 'open') !== 'open', kind).toBe(isOwned);
  }
});

describe.each(roles)('%s', (role) => {
  test('is refused by scope, identically for own, foreign and missing objects', async () => {
    const lacking = operationsOfTenants().filter((one) => !mayCall(role, one));
    for (const operation of lacking) {
      const owner = ownerOf(operation) as keyof Tenant;
      const ids = [own[owner], foreign[owner], absentId] as number[];
      const answers = await Promise.all(ids.map((id) => ask(operation, role, id)));
      for (const [index, answer] of answers.entries()) {
        expect(answer, operation.name).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
        expect(seen(answer, ids[index] as number), operation.name).toBe(
          seen(answers[0] as TestAnswer, ids[0] as number),
        );
      }
    }
    expect(lacking.length).toBe(role === 'admin' || role === 'manager' ? 0 : lacking.length);
  });

  test('reaches mapped objects, and gets 404 for all others', async () => {
    const allowed = operationsOfTenants().filter((one) => mayCall(role, one));
    expect(allowed.length).toBeGreaterThan(5);
    for (const operation of allowed) {
      const owner = ownerOf(operation) as keyof Tenant;
      const [mine, theirs] = [own[owner] as number, foreign[owner] as number];
      const absent = await ask(operation, role, absentId);
      expect(absent.status, operation.name).toBe(404);
      // The creatives are not of kind advar, so this path returns 404 for every caller.
      const isThere = !operation.pattern.includes('/advar/');
      expect((await ask(operation, role, mine)).status !== 404, operation.name).toBe(isThere);
      const other = await ask(operation, role, theirs);
      if (role === 'advertiser') expect(seen(other, theirs), operation.name).toBe(seen(absent, absentId));
      else expect(other.status !== 404, operation.name).toBe(isThere);
    }
  });

  test('lists, searches and counts only mapped objects', async () => {
    const user = userOfRole.get(role) as number;
    const lists = allOperations(management.app).filter(
      (one) => one.method === 'GET' && one.pathParameters.length === 0 && mayCall(role, one),
    );
    expect(lists.length).toBeGreaterThan(5);
    let theirsSeen = 0;
    for (const { name, path } of lists) {
      const extra = name.endsWith('/advar') ? `creativeId=${foreign.creative}` : 'limit=50';
      for (const query of [
        extra,
        `${extra}&search=word`,
        `${extra}&sort=-createdAt`,
        `${extra}&externalId=Foreignword-brand`,
      ]) {
        const answer = await management.call('GET', `${path(0)}?${query}`, { user });
        if (answer.status === 400) continue;
        const text = JSON.stringify(answer.body);
        theirsSeen += text.includes(foreign.word) ? 1 : 0;
        if (role !== 'advertiser') continue;
        expect(text, `${name} ${query}`).not.toContain(foreign.word);
        const total = Number(answer.headers['record-count'] ?? 0);
        if (Array.isArray(answer.body) && total <= 50) expect(answer.body.length, name).toBe(total);
      }
    }
    expect(theirsSeen > 0).toBe(role !== 'advertiser');
  });

  test('finds only mapped objects with any filter or sort order', async () => {
    const user = userOfRole.get(role) as number;
    const idOf: Readonly<Record<string, number>> = {
      mediaPartnerId: foreign.partner,
      advertiserCompanyId: foreign.partner,
      invoiceCompanyId: foreign.partner,
      brandId: foreign.brand,
      campaignId: foreign.campaign,
      bookingId: foreign.booking,
      creativeId: foreign.creative,
    };
    const kinds: Readonly<Record<string, number>> = {
      'media-partners': foreign.partner,
      brands: foreign.brand,
      campaigns: foreign.campaign,
      bookings: foreign.booking,
      creatives: foreign.creative,
    };
    let asked = 0;
    for (const { name, pattern, path, queryParameters } of allOperations(management.app)) {
      const own = kinds[pattern.replace('/api/v1/', '')];
      if (own === undefined || !name.startsWith('GET')) continue;
      const named = queryParameters.flatMap((one) => (one.name in idOf ? [`${one.name}=${idOf[one.name]}`] : []));
      const sorts = queryParameters.find((one) => one.name === 'sort')?.schema.enum ?? [];
      for (const query of [`id=${own}`, ...named, ...sorts.map((sort) => `sort=${String(sort)}&limit=500`)]) {
        const answer = await management.call('GET', `${path(0)}?${query}`, { user });
        expect(answer.status, `${name} ${query}`).toBe(200);
        asked += 1;
        if (role !== 'advertiser') continue;
        expect(JSON.stringify(answer.body), `${name} ${query}`).not.toContain(foreign.word);
        if (!query.startsWith('sort')) expect([query, answer.body]).toEqual([query, []]);
      }
    }
    expect(asked).toBeGreaterThan(40);
  });

  test('reads reports only of mapped objects', async () => {
    const user = userOfRole.get(role) as number;
    const totalOf = async (query: string) => {
      const { body } = await management.call('GET', `/reports?groupBy=booking${query}`, { user });
      if (body.totals === undefined) throw new Error(JSON.stringify(body));
      return body.totals.impressions;
    };
    const limited = role === 'advertiser';
    expect(await totalOf('')).toBe(limited ? 3 : 43);
    for (const filter of [
      `bookingId=${foreign.booking}`,
      `campaignId=${foreign.campaign}`,
      `creativeId=${foreign.creative}`,
    ]) {
      expect(await totalOf(`&${filter}`), filter).toBe(limited ? 0 : 40);
    }
  });
});

test('refuses to create a user with more scopes than the caller', async () => {
  const body = await makeBody(management, 'users', { role: 'admin' });
  const refused = await management.call('POST', '/users', { body, scopes: ['users:write', 'users:read'] });
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  const admin = userOfRole.get('admin') as number;
  expect(await management.call('POST', '/users', { body, user: admin })).toMatchObject({ status: 201 });
});
