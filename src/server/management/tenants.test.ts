import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../test/support/make-objects.ts';
import { allOperations, type OpenApiOperation } from '../../../test/support/openapi-operations.ts';
import { startTestManagement, type TestAnswer, type TestManagement } from '../../../test/support/test-management.ts';
import { type Role, roles, scopesOfRole } from '../../contract/scopes.ts';

/** One advertiser's world: an object of each kind, all of which have the tenant's word in their name. */
type Tenant = {
  readonly word: string;
  readonly partner: number;
  readonly brand: number;
  readonly campaign: number;
  readonly booking: number;
  readonly creative: number;
};

const absentId = 999_999_999;
let management: TestManagement;
let position: number;
let format: number;
let own: Tenant;
let foreign: Tenant;
const userOfRole = new Map<Role, number>();

beforeAll(async () => {
  management = await startTestManagement();
  const made = await makeObject(management, 'inventory/position');
  position = made.id;
  format = made['formatId'] as number;
  own = await makeTenant('Ownword');
  foreign = await makeTenant('Foreignword');
  for (const role of roles) {
    const user = await makeObject(management, 'users', { role, email: `${role}@tenants.example` });
    userOfRole.set(role, user.id);
  }
  const body = { user: 'advertiser@tenants.example', advertiserCompanyId: own.partner, brandId: own.brand };
  expect(await management.call('POST', '/user-mapping', { body })).toMatchObject({ status: 201 });
  await sql`
    insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    values ('2027-01-01T10:00:00Z', '2027-01-01', ${own.booking}, ${own.creative}, ${position}, 3, 0, 0),
      ('2027-01-01T10:00:00Z', '2027-01-01', ${foreign.booking}, ${foreign.creative}, ${position}, 40, 0, 0)
  `.execute(management.database);
});
afterAll(() => management?.close());

async function makeTenant(word: string): Promise<Tenant> {
  const named = (what: string) => ({ name: `${word} ${what}`, externalId: `${word}-${what}` });
  const partner = (await makeObject(management, 'media-partners', named('partner'))).id;
  const brand = (await makeObject(management, 'brands', { ...named('brand'), mediaPartnerId: partner })).id;
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const campaign = (await makeObject(management, 'campaigns', { ...named('campaign'), ...companies })).id;
  const creative = (
    await makeObject(management, 'creatives', { ...named('creative'), brandId: brand, formatId: format })
  ).id;
  const booking = await makeObject(management, 'bookings', {
    ...named('booking'),
    campaignId: campaign,
    positionIds: [position],
    creatives: [{ creativeId: creative }],
  });
  return { word, partner, brand, campaign, creative, booking: booking.id };
}

/** Whose object the id of a path is; `open`: everybody who may read the kind sees every one. */
const ownerOfPath: Readonly<Record<string, keyof Tenant | 'open'>> = {
  'media-partners': 'partner',
  brands: 'brand',
  campaigns: 'campaign',
  bookings: 'booking',
  creatives: 'creative',
  inventory: 'open',
  users: 'open',
  'user-mapping': 'open',
  'service-accounts': 'open',
  'identity-providers': 'open',
  revisions: 'open',
  reports: 'open',
  'debug-key': 'open',
  audit: 'open',
  webhooks: 'open',
  changes: 'open',
  limits: 'open',
  me: 'open',
  settings: 'open',
  shares: 'open',
  search: 'open',
};

function ownerOf({ pattern }: OpenApiOperation): keyof Tenant | 'open' {
  const [kind = ''] = pattern.replace('/api/v1/', '').split('/');
  const owner = ownerOfPath[kind];
  if (owner === undefined) throw new Error(`${pattern}: say in tenants.test.ts whose objects these are`);
  return owner;
}

function operationsOfTenants(): readonly OpenApiOperation[] {
  return allOperations(management.app).filter((one) => one.pathParameters.length > 0 && ownerOf(one) !== 'open');
}

function mayCall(role: Role, { scope }: OpenApiOperation): boolean {
  return scope === null || scopesOfRole[role].includes(scope);
}

/** A call that would change nothing: the version that it names is not that of any object. */
function ask(operation: OpenApiOperation, role: Role, id: number): Promise<TestAnswer> {
  return management.call(operation.method, operation.path(id), {
    user: userOfRole.get(role) as number,
    headers: { 'if-match': '"0-none"' },
    ...(operation.bodySchema === null ? {} : { body: bodyOf(operation) }),
  });
}

function bodyOf({ pattern, method }: OpenApiOperation): Record<string, unknown> {
  if (/\/creatives\/\{id\}\/(?:file|renditions)$/.test(pattern)) return { uploadId: randomUUID() };
  return method === 'POST' && pattern.endsWith('/brands') ? { name: 'Below' } : {};
}

/** All that a caller could tell two answers by, with the id that it sent itself taken out. */
function seen({ status, headers, body }: TestAnswer, id: number) {
  const { 'request-id': _request, date: _date, 'content-length': _length, ratelimit: _left, ...rest } = headers;
  const detail = String(body.detail).replace(new RegExp(`\\b${id}\\b`), 'ID');
  return JSON.stringify({ status, headers: rest, body: { ...body, detail, instance: null } });
}

test('every operation says whose objects it is about', () => {
  const operations = allOperations(management.app);
  expect(operations.length).toBeGreaterThan(60);
  for (const operation of operations) expect(ownerOf(operation), operation.name).toBeTruthy();
  expect(operationsOfTenants().length).toBeGreaterThan(25);
});

describe.each(roles)('%s', (role) => {
  test('is refused by scope alone, the same for own, foreign and absent objects', async () => {
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

  test('reaches what it is mapped to, and what is not is not there', async () => {
    const allowed = operationsOfTenants().filter((one) => mayCall(role, one));
    expect(allowed.length).toBeGreaterThan(5);
    for (const operation of allowed) {
      const owner = ownerOf(operation) as keyof Tenant;
      const [mine, theirs] = [own[owner] as number, foreign[owner] as number];
      const absent = await ask(operation, role, absentId);
      expect(absent.status, operation.name).toBe(404);
      // The creatives are not of kind advar, so there is none by that path for anybody.
      const isThere = !operation.pattern.includes('/advar/');
      expect((await ask(operation, role, mine)).status !== 404, operation.name).toBe(isThere);
      const other = await ask(operation, role, theirs);
      if (role === 'advertiser') expect(seen(other, theirs), operation.name).toBe(seen(absent, absentId));
      else expect(other.status !== 404, operation.name).toBe(isThere);
    }
  });

  test('lists, searches and counts nothing else', async () => {
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

  test('finds nothing else by any filter or order', async () => {
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

  test('reads reports of nothing else', async () => {
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

describe('an advertiser who writes', () => {
  const write = (method: string, path: string, body: Record<string, unknown>) =>
    management.call(method, path, { user: userOfRole.get('advertiser') as number, body, headers: { 'if-match': '*' } });

  /** Bodies that name another's object somewhere; the same with an id that is not there must answer the same. */
  const references: readonly (readonly [string, (id: (key: keyof Tenant) => number) => Promise<TestAnswer>])[] = [
    [
      'a booking in a campaign',
      async (id) => write('POST', '/bookings', { ...(await bookingBody()), campaignId: id('campaign') }),
    ],
    [
      'a booking with a creative',
      async (id) =>
        write('POST', '/bookings', { ...(await bookingBody()), creatives: [{ creativeId: id('creative') }] }),
    ],
    [
      'a booking changed to a creative',
      (id) => write('PATCH', `/bookings/${own.booking}`, { creatives: [{ creativeId: id('creative') }] }),
    ],
    [
      'a campaign of an advertiser',
      (id) => write('POST', '/campaigns', { ...campaignBody(), advertiserCompanyId: id('partner') }),
    ],
    [
      'a campaign invoiced to a company',
      (id) => write('POST', '/campaigns', { ...campaignBody(), invoiceCompanyId: id('partner') }),
    ],
    [
      'a campaign of a brand',
      (id) => write('POST', '/campaigns', { ...campaignBody(), brandIds: [own.brand, id('brand')] }),
    ],
    [
      'a campaign changed to a brand',
      (id) => write('PATCH', `/campaigns/${own.campaign}`, { brandIds: [own.brand, id('brand')] }),
    ],
    [
      'a creative of a brand',
      async (id) => write('POST', '/creatives', { ...(await creativeBody()), brandId: id('brand') }),
    ],
    ['a creative changed to a brand', (id) => write('PATCH', `/creatives/${own.creative}`, { brandId: id('brand') })],
  ];
  const bookingBody = () => makeBody(management, 'bookings', { campaignId: own.campaign, positionIds: [position] });
  const creativeBody = () => makeBody(management, 'creatives', { brandId: own.brand, formatId: format });
  const campaignBody = () => ({
    name: 'A campaign',
    advertiserCompanyId: own.partner,
    invoiceCompanyId: own.partner,
    brandIds: [own.brand],
  });

  test.each(references)("%s finds another's no more than none", async (_name, send) => {
    const theirs = await send((key) => foreign[key] as number);
    const absent = await send(() => absentId);
    expect(theirs.status).toBe(400);
    expect(theirs.body.errors.map(({ code }: { code: string }) => code)).toEqual(
      absent.body.errors.map(({ code }: { code: string }) => code),
    );
    expect(JSON.stringify(theirs.body)).not.toContain(foreign.word);
    const pointers = (answer: TestAnswer) => answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers(theirs)).toEqual(pointers(absent));
  });

  test('makes and books what is its own', async () => {
    expect(await write('POST', '/campaigns', campaignBody())).toMatchObject({ status: 201 });
    expect(await write('POST', '/creatives', await creativeBody())).toMatchObject({
      status: 201,
      body: { state: 'pending_review' },
    });
    const booked = await write('POST', '/bookings', {
      ...(await bookingBody()),
      creatives: [{ creativeId: own.creative }],
    });
    expect(booked).toMatchObject({ status: 201, body: { status: 'draft' } });
    const submitted = await write('POST', `/bookings/${booked.body.id}/actions/submit`, {});
    expect(submitted.body.status).toBe('pending_approval');
    const approved = await write('POST', `/bookings/${booked.body.id}/actions/approve`, {});
    expect(approved).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('whose mapping names who is invoiced books for that company alone, and sees only that', async () => {
    const payer = (await makeObject(management, 'media-partners', { name: 'Payer', roles: ['INVOICE'] })).id;
    const user = (await makeObject(management, 'users', { role: 'advertiser', email: 'payer@tenants.example' })).id;
    const pair = { advertiserCompanyId: own.partner, brandId: own.brand, invoiceCompanyId: payer };
    await management.call('POST', '/user-mapping', { body: { user: 'Payer@tenants.example', ...pair } });
    const create = (body: Record<string, unknown>) => management.call('POST', '/campaigns', { user, body });
    expect(await create(campaignBody())).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    const campaign = await create({ ...campaignBody(), invoiceCompanyId: payer });
    expect(campaign.status).toBe(201);
    const listed = await management.call('GET', '/campaigns', { user });
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([campaign.body.id]);
  });

  test('is told nothing again of what their mapping does not cover any more', async () => {
    const email = 'replay@tenants.example';
    const user = (await makeObject(management, 'users', { role: 'advertiser', email })).id;
    const mapping = { user: email, advertiserCompanyId: own.partner, brandId: own.brand };
    await management.call('POST', '/user-mapping', { body: mapping });
    const booking = await bookingBody();
    const calls: readonly (readonly [string, Record<string, unknown>, number])[] = [
      ['/bookings', booking, 201],
      ['/bookings/bulk', { items: [{ create: booking }] }, 200],
      [`/bookings/${own.booking}/actions/submit`, {}, 200],
    ];
    const send = () =>
      Promise.all(
        calls.map(([path, body]) =>
          management.call('POST', path, { user, body, headers: { 'idempotency-key': `replay-${path}` } }),
        ),
      );
    expect((await send()).map(({ status }) => status)).toEqual(calls.map(([, , status]) => status));
    const repeated = await send();
    expect(repeated.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true', 'true']);
    await management.call('DELETE', '/user-mapping', { body: mapping });
    for (const answer of await send()) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(JSON.stringify(answer.body)).not.toContain(own.word);
    }
    await management.call('POST', '/user-mapping', { body: mapping });
    expect((await send()).map(({ status }) => status)).toEqual(calls.map(([, , status]) => status));
  });

  test('loses everything with the mapping, and all access with the account, at once', async () => {
    const { id: user, version } = (await makeObject(management, 'users', {
      role: 'advertiser',
      email: 'leaving@tenants.example',
    })) as { id: number; version?: number };
    expect(version).toBe(1);
    const statusOf = async () => (await management.call('GET', `/campaigns/${own.campaign}`, { user })).status;
    const body = { user: 'leaving@tenants.example', advertiserCompanyId: own.partner, brandId: own.brand };
    expect(await statusOf()).toBe(404);
    await management.call('POST', '/user-mapping', { body });
    expect(await statusOf()).toBe(200);
    await management.call('DELETE', '/user-mapping', { body });
    expect(await statusOf()).toBe(404);
    await management.call('DELETE', `/users/${user}`, { headers: { 'if-match': '*' } });
    expect(await statusOf()).toBe(401);
  });
});

test('nobody makes a user who may do more than they may', async () => {
  const body = await makeBody(management, 'users', { role: 'admin' });
  const refused = await management.call('POST', '/users', { body, scopes: ['users:write', 'users:read'] });
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  const admin = userOfRole.get('admin') as number;
  expect(await management.call('POST', '/users', { body, user: admin })).toMatchObject({ status: 201 });
});
