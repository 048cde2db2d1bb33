import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { ensureFirstServiceAccount } from '../first-accounts/first-accounts.ts';
import { hashClientSecret } from '../service-account/client-secret.ts';
import { createServiceAccount } from '../service-account/create-service-account.ts';
import { loadSigningKey, type SigningKey, SigningKeyError } from './signing-key.ts';
import { createTokenService, type TokenService } from './token-service.ts';

const secret = 'a deployment secret of enough characters';
const full = { id: 'first-account', secret: 'first-account-secret-of-the-test' };

let stored: TestDatabase;
let database: OpenDatabase;
let server: Server;
let origin: string;
let service: TokenService;
let key: SigningKey;
let reader: { readonly id: number; readonly clientId: string; readonly clientSecret: string };

beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase(stored.url, { maxConnections: 5 });
  server = createServer((request, response) => {
    if (service.handles(request.url ?? '')) return service.callback(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await createTokenService({ database: database.kysely, secret, publicUrl: origin });
  key = await loadSigningKey(database.kysely, secret);
  await ensureFirstServiceAccount(database.kysely, full, secret);
  reader = await createServiceAccount(database.kysely, {
    name: 'reader',
    scopes: ['campaigns:read', 'bookings:read'],
    deploymentSecret: secret,
    actor: 'system',
  });
});

afterAll(async () => {
  server?.close();
  await database?.kysely.destroy();
  await stored?.close();
});

function post(path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) {
  return fetch(`${origin}${path}`, { method: 'POST', body, headers });
}

function credentials(more: Record<string, string> = {}) {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: reader.clientId,
    client_secret: reader.clientSecret,
    ...more,
  });
}

async function tokenOf(parameters: URLSearchParams): Promise<string> {
  const answer = (await (await post('/oauth2/token', parameters)).json()) as { access_token: string };
  return answer.access_token;
}

/** Returns a valid token with some claims or headers replaced. */
async function forged(claims: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: origin,
    aud: `${origin}/api`,
    sub: reader.clientId,
    client_id: reader.clientId,
    jti: 'x',
    iat: nowSeconds,
    exp: nowSeconds + 300,
    scope: 'campaigns:read',
    account_id: reader.id,
    account_name: 'reader',
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
    .sign(await importJWK(key.privateJwk, 'ES256'));
}

test('an unmodified openid-client discovers, authenticates and gets a token', async () => {
  for (const authentication of [client.ClientSecretBasic(full.secret), client.ClientSecretPost(full.secret)]) {
    const configuration = await client.discovery(new URL(origin), full.id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    const answer = await client.clientCredentialsGrant(configuration);
    expect(answer.token_type).toBe('bearer');
    expect(answer.expires_in).toBe(300);
    const caller = await service.verifyAccessToken(answer.access_token);
    expect(caller).toMatchObject({ kind: 'service-account', name: full.id });
    expect(caller?.actor).toBe(`service-account:${caller?.id}`);
    expect([...(caller?.scopes ?? [])].sort()).toEqual([...scopes].sort());
    const introspected = await client.tokenIntrospection(configuration, answer.access_token);
    expect(introspected).toMatchObject({ active: true, client_id: full.id });
  }
});

test('issues a signed JWT as in RFC 9068, verifiable with the published keys', async () => {
  const answer = await post('/oauth2/token', credentials());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = (await answer.json()) as { access_token: string; scope: string };
  expect(body.scope).toBe('campaigns:read bookings:read');
  const [header, payload] = body.access_token.split('.', 2).map((part) => JSON.parse(atobUrl(part)));
  expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: key.privateJwk.kid });
  expect(payload).toMatchObject({
    iss: origin,
    aud: `${origin}/api`,
    client_id: reader.clientId,
    sub: reader.clientId,
  });
  expect(payload.exp - payload.iat).toBe(300);
  const published = (await (await fetch(`${origin}/oauth2/jwks`)).json()) as { keys: Record<string, unknown>[] };
  expect(published.keys).toHaveLength(1);
  expect(published.keys[0]).toMatchObject({ kid: header.kid, kty: 'EC' });
  expect(published.keys[0]).not.toHaveProperty('d');
});

test('grants only the scopes of the account, and fewer on request', async () => {
  const narrow = await service.verifyAccessToken(await tokenOf(credentials({ scope: 'campaigns:read' })));
  expect([...(narrow?.scopes ?? [])]).toEqual(['campaigns:read']);
  for (const scope of ['campaigns:write', 'campaigns:read campaigns:write', 'adhese-api', 'openid']) {
    const answer = await post('/oauth2/token', credentials({ scope }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_scope' });
  }
});

test.each([
  ['a wrong secret', () => credentials({ client_secret: 'wrong' }), 401, 'invalid_client'],
  [
    'the stored hash as the secret',
    () => credentials({ client_secret: hashClientSecret(secret, reader.clientSecret) }),
    401,
    'invalid_client',
  ],
  ['an unknown client', () => credentials({ client_id: 'unknown-client' }), 401, 'invalid_client'],
  ['a NUL in the client id', () => credentials({ client_id: 'a\0b' }), 401, 'invalid_client'],
  ['another grant type', () => credentials({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
  ['another resource', () => credentials({ resource: 'https://elsewhere.example/api' }), 400, 'invalid_target'],
  ['no credentials', () => new URLSearchParams({ grant_type: 'client_credentials' }), 400, 'invalid_request'],
  ['no grant type', () => credentials({ grant_type: '' }), 400, 'invalid_request'],
  ['a duplicate parameter', () => new URLSearchParams(`${credentials()}&client_id=x`), 400, 'invalid_request'],
])('%s is refused', async (_case, body, status, error) => {
  const answer = await post('/oauth2/token', body());
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({ error });
});

test('names the scheme when it refuses Basic authentication', async () => {
  const answer = await post('/oauth2/token', new URLSearchParams({ grant_type: 'client_credentials' }), {
    authorization: `Basic ${Buffer.from(`${reader.clientId}:wrong`).toString('base64')}`,
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
});

test('refuses a JSON body, credentials in the URL, other methods and an oversized body', async () => {
  const json = await post('/oauth2/token', JSON.stringify({ grant_type: 'client_credentials' }), {
    'content-type': 'application/json',
  });
  expect(json.status).toBe(400);
  const inAddress = await fetch(`${origin}/oauth2/token?${credentials()}`, { method: 'POST' });
  expect(inAddress.status).toBe(400);
  const get = await fetch(`${origin}/oauth2/token`);
  expect(get.status).toBe(405);
  expect(get.headers.get('allow')).toBe('POST, OPTIONS');
  const huge = await post('/oauth2/token', credentials({ scope: 'x'.repeat(100_000) }));
  expect(huge.status).toBe(400);
});

test('handles only its own paths and leaves all others to the management application', () => {
  for (const path of [
    '/oauth2/auth',
    '/oauth2/token/',
    '/oauth2',
    '/api/v1/bookings',
    '/.well-known/openid-configuration',
  ]) {
    expect(service.handles(path)).toBe(false);
  }
  expect(service.handles('/oauth2/token?x=1')).toBe(true);
});

test('builds the metadata from our address and not from the Host header', async () => {
  const { request } = await import('node:http');
  const body = await new Promise<string>((resolve, reject) => {
    const outgoing = request(`${origin}/.well-known/oauth-authorization-server`, { headers: { host: 'evil.example' } });
    outgoing.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    outgoing.on('error', reject).end();
  });
  expect(body).not.toContain('evil.example');
  expect(JSON.parse(body)).toMatchObject({ issuer: origin, token_endpoint: `${origin}/oauth2/token` });
});

test('refuses forged tokens', async () => {
  const good = await tokenOf(credentials());
  const [header = '', payload = '', signature = ''] = good.split('.');
  const tampered = Buffer.from(payload, 'base64url').toString().replace('campaigns:read', 'campaigns:write');
  const nowSeconds = Math.floor(Date.now() / 1000);
  const publicText = new TextEncoder().encode(await exportSPKI(key.publicKey));
  const symmetric = new SignJWT({
    iss: origin,
    aud: `${origin}/api`,
    sub: 'x',
    client_id: 'x',
    jti: 'x',
    account_id: 1,
    account_name: 'x',
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(publicText);
  const unsigned = new UnsecuredJWT({
    iss: origin,
    aud: `${origin}/api`,
    sub: 'x',
    client_id: 'x',
    jti: 'x',
    account_id: 1,
  })
    .setIssuedAt()
    .setExpirationTime('5m')
    .encode();
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
  const refused = [
    '',
    'x',
    `${header}.${Buffer.from(tampered).toString('base64url')}.${signature}`,
    `${header}.${payload}.${'A'.repeat(signature.length)}`,
    unsigned,
    none,
    await symmetric,
    await forged({ iss: 'https://elsewhere.example' }),
    await forged({ aud: 'https://elsewhere.example/api' }),
    await forged({ exp: nowSeconds - 1 }),
    await forged({ exp: undefined }),
    await forged({ account_id: '7' }),
    await forged({}, { typ: 'JWT' }),
  ];
  for (const token of refused) expect(await service.verifyAccessToken(token)).toBeNull();
  await expect(service.verifyAccessToken(await forged({}))).resolves.toMatchObject({ id: reader.id });
});

test('keeps two secrets valid; a third replaces the first', async () => {
  const rotating = (number: number) => ({ id: 'rotating', secret: `rotating-secret-number-${number}` });
  const statusOf = async (number: number) => {
    const { id, secret: client_secret } = rotating(number);
    return (await post('/oauth2/token', credentials({ client_id: id, client_secret }))).status;
  };
  expect(await ensureFirstServiceAccount(database.kysely, rotating(1), secret)).toBe(true);
  expect(await ensureFirstServiceAccount(database.kysely, rotating(1), secret)).toBe(false);
  expect(await statusOf(1)).toBe(200);
  await ensureFirstServiceAccount(database.kysely, rotating(2), secret);
  expect([await statusOf(1), await statusOf(2)]).toEqual([200, 200]);
  await ensureFirstServiceAccount(database.kysely, rotating(3), secret);
  expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([401, 200, 200]);
});

test('refuses tokens to an archived account, and reports its existing tokens as inactive', async () => {
  const gone = await createServiceAccount(database.kysely, {
    name: 'gone',
    scopes: ['campaigns:read'],
    deploymentSecret: secret,
    actor: 'system',
  });
  const parameters = credentials({ client_id: gone.clientId, client_secret: gone.clientSecret });
  const token = await tokenOf(parameters);
  await database.kysely
    .updateTable('serviceAccount')
    .set({ archivedAt: new Date() })
    .where('serviceAccount.id', '=', gone.id)
    .execute();
  expect((await post('/oauth2/token', parameters)).status).toBe(401);
  expect(await service.verifyAccessToken(token)).toBeNull();
  const asked = credentials({ client_id: full.id, client_secret: full.secret, token });
  expect(await (await post('/oauth2/introspect', asked)).json()).toEqual({ active: false });
});

test('requires credentials for introspection and revocation, and does not reveal tokens of other accounts', async () => {
  const token = await tokenOf(credentials({ client_id: full.id, client_secret: full.secret }));
  const foreign = await post('/oauth2/introspect', credentials({ token }));
  expect(await foreign.json()).toEqual({ active: false });
  const anonymous = await post('/oauth2/introspect', new URLSearchParams({ token }));
  expect(anonymous.status).toBe(400);
  const nonsense = await post('/oauth2/introspect', credentials({ token: 'x' }));
  expect(await nonsense.json()).toEqual({ active: false });
  const revoked = await post('/oauth2/revoke', credentials({ token }));
  expect(revoked.status).toBe(400);
  expect(await revoked.json()).toMatchObject({ error: 'invalid_grant' });
  expect(await service.verifyAccessToken(token)).not.toBeNull();
  expect((await post('/oauth2/revoke', credentials({ token, client_secret: 'wrong' }))).status).toBe(401);
});

test('uses one encrypted signing key when management processes start concurrently', async () => {
  const fresh = await createTestDatabase();
  const { kysely } = openDatabase(fresh.url, { maxConnections: 8 });
  try {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(kysely, secret)));
    expect(new Set(keys.map(({ privateJwk }) => privateJwk.kid)).size).toBe(1);
    const row = await kysely.selectFrom('setting').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row.value)).not.toContain(keys[0]?.privateJwk.d);
    await expect(loadSigningKey(kysely, 'another deployment secret of enough length')).rejects.toThrow(SigningKeyError);
  } finally {
    await kysely.destroy();
    await fresh.close();
  }
});

test('responds 503 to a token request within 2 seconds when the database is unreachable', async () => {
  const working = service;
  const exhausted = openDatabase(stored.url, { maxConnections: 1 });
  service = await createTokenService({ database: exhausted.kysely, secret, publicUrl: origin });
  const held = await exhausted.pool.connect();
  try {
    const startedMs = Date.now();
    const answer = await post('/oauth2/token', credentials());
    expect(Date.now() - startedMs).toBeLessThan(2_000);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
  } finally {
    service = working;
    held.release();
    await exhausted.kysely.destroy();
  }
});

function atobUrl(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}

test('allows token requests of a same-origin page (the API docs) and refuses those of another origin', async () => {
  const own = await post('/oauth2/token', credentials(), { origin });
  expect(own.status).toBe(200);
  const foreign = await post('/oauth2/token', credentials(), { origin: 'https://elsewhere.example' });
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
});
