import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { sessionRules } from '../../api/call/session-call.ts';
import { readSession, startSession } from '../session/session.ts';

const issuer = 'https://login.identities.example';
let management: TestManagement;
let identityProviderId: number;
beforeAll(async () => {
  management = await startTestManagement();
  identityProviderId = (await makeObject(management, 'identity-providers', { issuer })).id;
});
afterAll(() => management?.close());

const identitiesOf = (user: number, query = '') => management.call('GET', `/users/${user}/identities${query}`);
const connect = (user: number, subject: string) =>
  management.call('POST', `/users/${user}/identities`, { body: { identityProviderId, subject } });
const disconnect = (user: number, identity: number, headers: Record<string, string> = {}) =>
  management.call('DELETE', `/users/${user}/identities/${identity}`, { headers });

test('lists the identities of a user; disconnecting one ends only its sessions', async () => {
  const [user, other] = [await makeObject(management, 'users'), await makeObject(management, 'users')];
  await connect(user.id, 'first');
  await connect(user.id, 'second');
  await connect(other.id, 'third');
  const listed = await identitiesOf(user.id);
  expect(listed).toMatchObject({
    status: 200,
    headers: { 'record-count': '2' },
    body: [
      { issuer, identityProviderId, subject: 'first' },
      { issuer, identityProviderId, subject: 'second' },
    ],
  });
  expect((await identitiesOf(user.id, '?limit=1&offset=1')).body).toEqual([listed.body[1]]);

  const rules = sessionRules(management.services);
  const origin = (subject: string | null) => ({
    identityProviderId: subject === null ? null : identityProviderId,
    subject,
    providerSession: null,
  });
  const [there, elsewhere, here] = await Promise.all(
    ['first', 'second', null].map((subject) => startSession(rules, user.id, origin(subject))),
  );
  const before = await management.call('GET', `/users/${user.id}`);
  const gone = await disconnect(user.id, listed.body[0].id, { 'if-match': before.headers['etag'] as string });
  expect(gone).toMatchObject({ status: 200, body: { id: user.id, version: before.body.version + 1 } });
  expect((await identitiesOf(user.id)).body).toEqual([listed.body[1]]);
  const alive = [there, elsewhere, here].map((token) => readSession(rules, token as string));
  expect(await Promise.all(alive)).toEqual([null, user.id, user.id]);
  const [entry] = (await management.call('GET', `/audit?kind=users&objectId=${user.id}&limit=1`)).body;
  expect(entry).toMatchObject({ action: 'disconnect-identity', actor: 'service-account:1' });

  expect(await disconnect(user.id, listed.body[0].id), 'gone already').toMatchObject({ status: 404 });
  const [others] = (await identitiesOf(other.id)).body;
  expect(await disconnect(user.id, others.id), "another user's").toMatchObject({ status: 404 });
  expect(await disconnect(999_999, others.id)).toMatchObject({ status: 404 });
  expect(await disconnect(other.id, others.id, { 'if-match': '"1-old"' })).toMatchObject({ status: 412 });
  expect((await connect(other.id, 'first')).status, 'is free for another user').toBe(200);
});

test('returns an identity without its provider when the provider is archived', async () => {
  const gone = await makeObject(management, 'identity-providers', { issuer: 'https://gone.identities.example' });
  const user = await makeObject(management, 'users');
  const body = { identityProviderId: gone.id, subject: 'subject-1' };
  await management.call('POST', `/users/${user.id}/identities`, { body });
  await management.call('DELETE', `/identity-providers/${gone.id}`, { headers: { 'if-match': '*' } });
  expect((await identitiesOf(user.id)).body).toMatchObject([{ identityProviderId: null, subject: 'subject-1' }]);
});

test('refuses to disconnect a user with more scopes than the caller, and requires the scope for reading', async () => {
  const admin = await makeObject(management, 'users', { role: 'admin' });
  await connect(admin.id, 'administrator');
  const [{ id }] = (await identitiesOf(admin.id)).body;
  const path = `/users/${admin.id}/identities`;
  expect(await management.call('DELETE', `${path}/${id}`, { scopes: ['users:write'] })).toMatchObject({
    status: 403,
    body: { code: 'not_permitted' },
  });
  expect(await management.call('GET', path, { scopes: ['users:write'] })).toMatchObject({ status: 403 });
  expect((await identitiesOf(admin.id)).body).toHaveLength(1);
  expect(await identitiesOf(999_999)).toMatchObject({ status: 404 });
});
