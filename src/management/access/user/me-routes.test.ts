import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { roles, scopesOfRole } from '../../../contract/access/scopes.ts';
import { sessionRules } from '../../api/call/session-call.ts';
import { startSession } from '../session/session.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test('returns name and scopes of a service account, also without scopes', async () => {
  const read = await management.call('GET', '/me', { scopes: ['reports:read', 'campaigns:read'] });
  expect(read).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
  expect(read.body).toEqual({
    kind: 'service-account',
    id: 1,
    name: 'account 1',
    actor: 'service-account:1',
    email: null,
    role: null,
    language: null,
    defaultLanguage: 'en',
    account: { name: null, currency: 'EUR', timeZone: null, needsSetup: false },
    scopes: ['campaigns:read', 'reports:read'],
    reach: 'everything',
    mappings: [],
    mappingCount: 0,
    signedInBy: 'token',
    deliveryUrl: expect.stringMatching(/^http:\/\/[^/]+$/),
    locationFacts: [],
    mailFrom: null,
    changesNeed: null,
  });
  expect(await management.call('GET', '/me', { scopes: [] })).toMatchObject({ status: 200, body: { scopes: [] } });
  expect(await management.call('GET', '/me', { scopes: null })).toMatchObject({ status: 401 });
});

test('asks only administrators of an unused account for the setup, until it is completed', async () => {
  const users = await Promise.all(
    (['admin', 'manager', 'viewer'] as const).map((role) =>
      makeObject(management, 'users', { role, email: `${role}@setup.example` }),
    ),
  );
  const needed = () =>
    Promise.all(
      users.map(async ({ id }) => (await management.call('GET', '/me', { user: id })).body.account.needsSetup),
    );
  const save = (body: object) => management.call('PATCH', '/settings', { body, headers: { 'if-match': '*' } });
  expect(await needed()).toEqual([true, false, false]);
  await save({ accountName: 'Northern Press', currency: 'SEK', timeZone: 'Europe/Stockholm', setupCompleted: true });
  expect(await needed()).toEqual([false, false, false]);
  expect((await management.call('GET', '/me', { user: users[2]?.id ?? 0 })).body.account).toEqual({
    name: 'Northern Press',
    currency: 'SEK',
    timeZone: 'Europe/Stockholm',
    needsSetup: false,
  });
  await save({ accountName: null, currency: 'EUR', timeZone: null, setupCompleted: false });
  expect(await needed()).toEqual([true, false, false]);
  await makeObject(management, 'media-partners');
  expect(await needed()).toEqual([false, false, false]);
});

test.each(roles)('returns the scopes of a user with role %s', async (role) => {
  const user = await makeObject(management, 'users', { role, name: 'Maya', email: `${role}@me.example` });
  const { status, body } = await management.call('GET', '/me', { user: user.id });
  expect(status).toBe(200);
  expect(body).toMatchObject({ kind: 'user', id: user.id, name: 'Maya', email: `${role}@me.example`, role });
  expect(body.scopes).toEqual(scopesOfRole[role].toSorted());
  expect(body.reach).toBe(role === 'advertiser' ? 'mapped' : 'everything');
});

test("returns the names of an advertiser's mappings, at most the first 50", async () => {
  const user = await makeObject(management, 'users', { role: 'advertiser', email: 'mapped@me.example' });
  const partner = (await makeObject(management, 'media-partners', { name: 'Aurora' })).id;
  const brands = [];
  for (const name of ['Zenith', 'Alba']) {
    brands.push((await makeObject(management, 'brands', { name, mediaPartnerId: partner })).id);
  }
  const [zenith, alba] = brands as [number, number];
  const map = (mappings: readonly unknown[]) =>
    management.call('POST', '/user-mapping', { body: { user: 'Mapped@me.example', mappings } });
  await map([
    { advertiserCompanyId: partner, brandId: zenith, invoiceCompanyId: partner },
    { advertiserCompanyId: partner, brandId: alba },
  ]);
  const advertiser = { id: partner, name: 'Aurora' };
  expect((await management.call('GET', '/me', { user: user.id })).body).toMatchObject({
    mappingCount: 2,
    mappings: [
      { advertiser, brand: { id: alba, name: 'Alba' }, invoice: null },
      { advertiser, brand: { id: zenith, name: 'Zenith' }, invoice: advertiser },
    ],
  });
  const more = await Promise.all(
    Array.from({ length: 60 }, () => makeObject(management, 'brands', { mediaPartnerId: partner })),
  );
  await map(more.map(({ id }) => ({ advertiserCompanyId: partner, brandId: id })));
  const { body } = await management.call('GET', '/me', { user: user.id });
  expect([body.mappings.length, body.mappingCount]).toEqual([50, 62]);
});

test('changes the language of a user and refuses it for a service account', async () => {
  const user = await makeObject(management, 'users', { role: 'advertiser', email: 'language@me.example' });
  const change = (body: Record<string, unknown>, options = {}) =>
    management.call('PATCH', '/me', { body, user: user.id, ...options });
  expect(await change({ language: 'fr' })).toMatchObject({ status: 200, body: { language: 'fr' } });
  expect((await management.call('GET', '/me', { user: user.id })).body).toMatchObject({ language: 'fr' });
  expect(await change({})).toMatchObject({ status: 200, body: { language: 'fr' } });
  expect(await change({ language: null })).toMatchObject({ status: 200, body: { language: null } });
  expect(await change({ language: 'sv' })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/language', message: 'must be one of en, nl, fr, de' }] },
  });
  const program = await management.call('PATCH', '/me', { body: { language: 'de' }, scopes: ['campaigns:read'] });
  expect(program).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
});

test('returns the header that cookie-authenticated changes require; a change with it succeeds', async () => {
  const user = await makeObject(management, 'users', { role: 'manager', email: 'cookie@me.example' });
  const token = await startSession(sessionRules(management.services), user.id);
  const headers = { cookie: `placard-session=${token}`, 'sec-fetch-site': 'same-origin' };
  const { body } = await management.call('GET', '/me', { scopes: null, headers });
  expect(body).toMatchObject({ id: user.id, signedInBy: 'session', changesNeed: { header: 'Placard-Session' } });
  const publisher = { companyName: 'By cookie' };
  const change = (more: Record<string, string>) =>
    management.call('POST', '/inventory/publisher', {
      scopes: null,
      headers: { ...headers, ...more },
      body: publisher,
    });
  expect(await change({})).toMatchObject({ status: 403, body: { code: 'cross_site_request' } });
  expect((await change({ [body.changesNeed.header]: body.changesNeed.value })).status).toBe(201);
});

test('declares session authentication for every operation, with the header for changes', () => {
  const { components, paths } = management.app.swagger() as unknown as {
    components: { securitySchemes: Record<string, object> };
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
  };
  expect(components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'placard-session' },
    sessionChange: { type: 'apiKey', in: 'header', name: 'Placard-Session' },
  });
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      const bySession = method === 'get' ? { session: [] } : { session: [], sessionChange: [] };
      expect(security[1], `${method} ${path}`).toEqual(bySession);
    }
  }
});
