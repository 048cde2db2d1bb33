import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { createTokenService } from '../token/token-service.ts';
import { hashClientSecret } from './client-secret.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const body = { name: 'Import', scopes: ['campaigns:read', 'bookings:read'] };
const anyVersion = { 'if-match': '*' };

async function hashesOf(id: number): Promise<string[]> {
  const row = await management.database
    .selectFrom('serviceAccount')
    .select('serviceAccount.secretHashes')
    .where('serviceAccount.id', '=', id)
    .executeTakeFirstOrThrow();
  return row.secretHashes.map(({ hash }) => hash);
}

test('shows the secret once on creation and stores only its hash', async () => {
  const created = await management.call('POST', '/service-accounts', { body, headers: { 'idempotency-key': 'once' } });
  expect(created.status).toBe(201);
  const { clientSecret, ...account } = created.body;
  expect(Buffer.from(clientSecret, 'base64url').length).toBeGreaterThanOrEqual(32);
  expect(await hashesOf(account.id)).toEqual([hashClientSecret(management.services.secret, clientSecret)]);
  const read = await management.call('GET', `/service-accounts/${account.id}`);
  expect(read.body).toEqual(account);
  expect(read.body).toMatchObject({ ...body, lastUsedAt: null, secrets: [{ createdAt: expect.any(String) }] });
  const repeated = await management.call('POST', '/service-accounts', { body, headers: { 'idempotency-key': 'once' } });
  expect(repeated.body).toEqual(account);
  for (const table of ['auditEntry', 'idempotencyKey', 'serviceAccount'] as const) {
    const rows = await management.database.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
  }
});

test('keeps the first secret valid after a second is added, until a third is added', async () => {
  const { id } = (await management.call('POST', '/service-accounts', { body })).body;
  const [first] = await hashesOf(id);
  const added = await management.call('POST', `/service-accounts/${id}/secrets`);
  expect(added.status).toBe(200);
  expect(added.body.secrets).toHaveLength(2);
  expect(await hashesOf(id)).toEqual([hashClientSecret(management.services.secret, added.body.clientSecret), first]);
  await management.call('POST', `/service-accounts/${id}/secrets`);
  expect(await hashesOf(id)).not.toContain(first);
});

test('refuses to create, change or archive an account with scopes that the caller lacks', async () => {
  const scopes = ['service-accounts:write', 'service-accounts:read', 'campaigns:read'] as const;
  const wide = (await management.call('POST', '/service-accounts', { body })).body;
  const refused = await Promise.all([
    management.call('POST', '/service-accounts', { body, scopes }),
    management.call('PATCH', `/service-accounts/${wide.id}`, {
      body: { scopes: ['campaigns:read'] },
      scopes,
      headers: anyVersion,
    }),
    management.call('POST', `/service-accounts/${wide.id}/secrets`, { scopes }),
    management.call('DELETE', `/service-accounts/${wide.id}`, { scopes, headers: anyVersion }),
  ]);
  expect(refused.map(({ status, body: problem }) => [status, problem.code])).toEqual(
    refused.map(() => [403, 'not_permitted']),
  );
  const narrow = await management.call('POST', '/service-accounts', {
    body: { name: 'x', scopes: ['campaigns:read'] },
    scopes,
  });
  expect(narrow.status).toBe(201);
});

test('refuses account changes with the remaining token of an archived or narrowed account', async () => {
  const admin = ['service-accounts:write', 'service-accounts:read', 'campaigns:read'] as const;
  const { id } = (await management.call('POST', '/service-accounts', { body: { name: 'Admin', scopes: admin } })).body;
  const wanted = { name: 'Heir', scopes: ['campaigns:read'] };
  const asAdmin = { scopes: admin, account: id };
  const heir = await management.call('POST', '/service-accounts', { body: wanted, ...asAdmin });
  expect(heir.status).toBe(201);
  await management.call('PATCH', `/service-accounts/${id}`, {
    body: { scopes: ['service-accounts:write'] },
    headers: anyVersion,
  });
  const narrowed = await management.call('POST', '/service-accounts', { body: wanted, ...asAdmin });
  expect([narrowed.status, narrowed.body.code]).toEqual([403, 'not_permitted']);
  await management.call('DELETE', `/service-accounts/${id}`, { headers: anyVersion });
  const refused = await Promise.all([
    management.call('POST', '/service-accounts', {
      body: { ...wanted, scopes: ['service-accounts:write'] },
      ...asAdmin,
    }),
    management.call('POST', `/service-accounts/${heir.body.id}/secrets`, asAdmin),
    management.call('PATCH', `/service-accounts/${heir.body.id}`, {
      body: { name: 'x' },
      headers: anyVersion,
      ...asAdmin,
    }),
    management.call('DELETE', `/service-accounts/${heir.body.id}`, { headers: anyVersion, ...asAdmin }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('renames, changes the scopes of, lists and archives an account', async () => {
  const { id } = (await management.call('POST', '/service-accounts', { body: { ...body, name: 'Findable' } })).body;
  const changed = await management.call('PATCH', `/service-accounts/${id}`, {
    body: { name: 'Findable too', scopes: ['reports:read'] },
    headers: anyVersion,
  });
  expect(changed.body).toMatchObject({ name: 'Findable too', scopes: ['reports:read'], version: 2 });
  expect(changed.body).not.toHaveProperty('clientSecret');
  const listed = await management.call('GET', '/service-accounts?search=findable');
  expect(listed.headers['record-count']).toBe('1');
  expect(listed.body[0]).toEqual(changed.body);
  const archived = await management.call('DELETE', `/service-accounts/${id}`, { headers: anyVersion });
  expect(archived.body.archivedAt).toEqual(expect.any(String));
  expect((await management.call('POST', `/service-accounts/${id}/secrets`)).status).toBe(409);
});

test.each([
  ['no scope', { ...body, scopes: [] }, '/scopes'],
  ['an unknown scope', { ...body, scopes: ['everything'] }, '/scopes/0'],
  ['a duplicate scope', { ...body, scopes: ['campaigns:read', 'campaigns:read'] }, '/scopes'],
  ['a given secret', { ...body, clientSecret: 'x' }, '/clientSecret'],
  ['a given client ID', { ...body, clientId: 'x' }, '/clientId'],
])('%s is refused', async (_case, wrong, pointer) => {
  const answer = await management.call('POST', '/service-accounts', { body: wrong });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer }]);
});

test('restores keys and scopes on unarchive, but no earlier secret', async () => {
  const { id } = (await management.call('POST', '/service-accounts', { body })).body;
  await management.call('DELETE', `/service-accounts/${id}`, { headers: anyVersion });
  const back = (scopes?: readonly ('service-accounts:write' | 'campaigns:read')[]) =>
    management.call('POST', `/service-accounts/${id}/actions/unarchive`, scopes === undefined ? {} : { scopes });
  expect(await back(['service-accounts:write', 'campaigns:read'])).toMatchObject({
    status: 403,
    body: { code: 'not_permitted' },
  });
  expect(await back()).toMatchObject({ status: 200, body: { archivedAt: null, scopes: body.scopes, secrets: [] } });
  expect((await management.call('POST', `/service-accounts/${id}/secrets`)).body.secrets).toHaveLength(1);
});

test('a token issued before the account was archived stays invalid after the account is unarchived', async () => {
  const { database, services } = management;
  const server = createServer((request, response) => tokens.callback(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = await createTokenService({ database, secret: services.secret, publicUrl });
  try {
    const { id, clientId, clientSecret } = (await management.call('POST', '/service-accounts', { body })).body;
    const tokenBy = async (secret: string): Promise<string> => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
      const answer = await fetch(`${publicUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const before = await tokenBy(clientSecret);
    expect(await tokens.verifyAccessToken(before)).toMatchObject({ id });
    for (const round of [1, 2]) {
      await management.call('DELETE', `/service-accounts/${id}`, { headers: anyVersion });
      expect((await management.call('POST', `/service-accounts/${id}/actions/unarchive`)).status, `${round}`).toBe(200);
      expect(await tokens.verifyAccessToken(before)).toBeNull();
      // Also within the second of the unarchive call.
      const fresh = (await management.call('POST', `/service-accounts/${id}/secrets`)).body.clientSecret;
      expect(await tokens.verifyAccessToken(await tokenBy(fresh))).toMatchObject({ id });
      expect(await tokens.verifyAccessToken(before)).toBeNull();
      const asked = { client_id: clientId, client_secret: fresh, token: before };
      const answer = await fetch(`${publicUrl}/oauth2/introspect`, {
        method: 'POST',
        body: new URLSearchParams(asked),
      });
      expect(await answer.json()).toEqual({ active: false });
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('refuses to archive a user or service account with more scopes than the caller', async () => {
  const user = { name: 'Above', email: 'above@users.example', role: 'manager' };
  for (const [path, made, scope] of [
    ['/users', user, 'users:write'],
    ['/service-accounts', { ...body, name: 'Above' }, 'service-accounts:write'],
  ] as const) {
    const { id } = (await management.call('POST', path, { body: made })).body;
    const archive = (more: object) => management.call('DELETE', `${path}/${id}`, { headers: anyVersion, ...more });
    expect(await archive({ scopes: [scope] })).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    expect(await management.call('GET', `${path}/${id}`)).toMatchObject({ body: { archivedAt: null } });
    expect((await archive({})).status).toBe(200);
  }
});

test('refuses to unarchive a user with more scopes than the caller', async () => {
  const { id } = (
    await management.call('POST', '/users', { body: { name: 'Back', email: 'back@users.example', role: 'manager' } })
  ).body;
  await management.call('DELETE', `/users/${id}`, { headers: anyVersion });
  const path = `/users/${id}/actions/unarchive`;
  expect(await management.call('POST', path, { scopes: ['users:write'] })).toMatchObject({
    status: 403,
    body: { code: 'not_permitted' },
  });
  expect(await management.call('POST', path)).toMatchObject({
    status: 200,
    body: { archivedAt: null, role: 'manager' },
  });
});
