import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { freePort } from '../../../../test/support/process/free-port.ts';
import { localHosts } from '../../../../test/support/process/local-hosts.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { createAnswerRecorder } from '../../../../test/support/server/answer-recorder.ts';
import { openSnapshotFolder } from '../../../exchange/snapshot/snapshot-folder.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { type Management, startManagement } from '../../api/app/start-management.ts';
import { ensureFirstServiceAccount } from '../first-accounts/first-accounts.ts';
import { loadSigningKey } from './signing-key.ts';

const secret = 'a deployment secret of enough characters';
const account = { id: 'operations', secret: 'the secret of operations' };

let stored: TestDatabase;
let database: OpenDatabase;
let folder: string;
let management: Management;
let origin: string;
let configuration: client.Configuration;
const recorder = createAnswerRecorder();

beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase(stored.url, { maxConnections: 5 });
  folder = await mkdtemp(join(tmpdir(), 'placard-access-'));
  const port = await freePort();
  const config = readConfig({ PORT: String(port), PLACARD_HOST: '127.0.0.1', PLACARD_DATA: folder }, 'management');
  await ensureFirstServiceAccount(database.kysely, account, secret);
  management = await startManagement({
    config,
    log: recorder.log,
    database: database.kysely,
    tokenDatabase: database.kysely,
    secret,
    hosts: localHosts(openSnapshotFolder(join(folder, 'snapshots'))),
  });
  for (const one of [secret, account.secret]) recorder.keepSecret(one);
  recorder.watch(management.app);
  origin = config.publicUrl;
  configuration = await client.discovery(new URL(origin), account.id, account.secret, undefined, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
});
afterAll(async () => {
  await management?.close();
  await database?.kysely.destroy();
  await stored?.close();
  await rm(folder, { recursive: true, force: true });
  recorder.check();
});

async function token(parameters: Record<string, string> = {}): Promise<string> {
  return (await client.clientCredentialsGrant(configuration, parameters)).access_token;
}

function call(authorization: string | null, path = '/api/v1/service-accounts') {
  return fetch(`${origin}${path}`, authorization === null ? {} : { headers: { authorization } });
}

test('an unmodified openid-client gets a token and calls the API with it', async () => {
  const answer = await client.fetchProtectedResource(
    configuration,
    await token(),
    new URL(`${origin}/api/v1/service-accounts`),
    'GET',
  );
  expect(answer.status).toBe(200);
  const [{ id }] = (await answer.json()) as [{ id: number; clientId: string }];
  const lastUsedAt = await waitUntil('the last use of the account to be recorded', async () => {
    const read = await call(`Bearer ${await token()}`, `/api/v1/service-accounts/${id}`);
    return ((await read.json()) as { lastUsedAt: string | null }).lastUsedAt;
  });
  expect(Date.parse(lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
});

test('a service account created through the API gets tokens with its own scopes', async () => {
  const created = await fetch(`${origin}/api/v1/service-accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Reader', scopes: ['campaigns:read'] }),
  });
  const { clientId, clientSecret } = (await created.json()) as { clientId: string; clientSecret: string };
  const reader = await client.discovery(new URL(origin), clientId, clientSecret, undefined, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  const { access_token: readers } = await client.clientCredentialsGrant(reader);
  expect((await call(`Bearer ${readers}`, '/api/v1/campaigns')).status).toBe(200);
  const forbidden = await call(`Bearer ${readers}`);
  expect(forbidden.status).toBe(403);
  expect(forbidden.headers.get('www-authenticate')).toMatch(/insufficient_scope.*service-accounts:read/);
});

test('ignores extra headers of existing integrations', async () => {
  const answer = await fetch(`${origin}/api/v1/campaigns`, {
    headers: { authorization: `Bearer ${await token()}`, 'use-keycloak-auth': 'true', 'api-version': '1' },
  });
  expect(answer.status).toBe(200);
});

test('refuses calls outside the requested scopes of a token', async () => {
  const narrow = await token({ scope: 'campaigns:read' });
  expect((await call(`Bearer ${narrow}`, '/api/v1/campaigns')).status).toBe(200);
  expect((await call(`Bearer ${narrow}`)).status).toBe(403);
});

test('responds 401 to a missing token, another scheme, a token in the URL and forged tokens', async () => {
  const good = await token();
  const key = await importJWK((await loadSigningKey(database.kysely, secret)).privateJwk, 'ES256');
  const expired = await new SignJWT({
    client_id: account.id,
    account_id: 1,
    account_name: 'x',
    jti: 'x',
    scope: 'campaigns:read',
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer(origin)
    .setAudience(`${origin}/api`)
    .setSubject(account.id)
    .setIssuedAt(new Date(Date.now() - 600_000))
    .setExpirationTime(new Date(Date.now() - 300_000))
    .sign(key);
  const answers = await Promise.all([
    call(null),
    call(null, `/api/v1/service-accounts?access_token=${good}`),
    call(`Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`),
    call(`Bearer ${good.slice(0, -4)}AAAA`),
    call(`Bearer ${expired}`),
    call('Bearer '),
    call(`Bearer ${good} ${good}`),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(await answer.json()).toMatchObject({ code: 'authentication_required' });
  }
});
