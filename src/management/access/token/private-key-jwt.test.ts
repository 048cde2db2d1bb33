import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { startTestTokenService, type TestTokenService } from '../../../../test/support/server/test-token-service.ts';

type Key = { readonly privateKey: CryptoKey; readonly jwk: JWK };

let tokens: TestTokenService;
let own: Key;
let stranger: Key;
let clientId: string;

beforeAll(async () => {
  tokens = await startTestTokenService();
  [own, stranger] = await Promise.all([newKey('ES256'), newKey('ES256')]);
  clientId = await accountWith([own.jwk]);
});
afterAll(() => tokens?.close());

async function newKey(algorithm: string, options: { readonly modulusLength?: number } = {}): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true, ...options });
  return { privateKey, jwk: await exportJWK(publicKey) };
}

async function accountWith(publicKeys: readonly JWK[]): Promise<string> {
  const account = await tokens.createAccount('by key', ['campaigns:read']);
  await tokens.database
    .updateTable('serviceAccount')
    .set({ publicKeys: JSON.stringify(publicKeys), secretHashes: '[]' })
    .where('serviceAccount.id', '=', account.id)
    .execute();
  return account.clientId;
}

/** Returns a valid assertion with some claims replaced. */
function assertion(changed: Record<string, unknown> = {}, by: CryptoKey = own.privateKey, alg = 'ES256') {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: tokens.origin,
    jti: crypto.randomUUID(),
    iat: nowSeconds,
    exp: nowSeconds + 60,
    ...changed,
  };
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(by);
}

function send(client_assertion: string, more: Readonly<Record<string, string>> = {}) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion,
    ...more,
  });
  return tokens.post('/oauth2/token', body);
}

test.each(['ES256', 'Ed25519', 'PS256', 'RS256'])(
  'an unmodified openid-client gets, introspects and revokes a token with a key of %s',
  async (algorithm) => {
    const key = await newKey(algorithm);
    const id = await accountWith([stranger.jwk, key.jwk]);
    const configuration = await client.discovery(
      new URL(tokens.origin),
      id,
      undefined,
      client.PrivateKeyJwt(key.privateKey),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    );
    const { access_token: token } = await client.clientCredentialsGrant(configuration);
    expect(await tokens.service.verifyAccessToken(token)).toMatchObject({ name: 'by key' });
    expect(await client.tokenIntrospection(configuration, token)).toMatchObject({ active: true, client_id: id });
    await client.tokenRevocation(configuration, token);
    expect(await tokens.service.verifyAccessToken(token)).toBeNull();
  },
);

test('accepts an assertion for one token, also with concurrent requests', async () => {
  const once = await assertion();
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await send(once)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(11);
  expect((await send(once)).status).toBe(401);
});

const nowSeconds = () => Math.floor(Date.now() / 1000);
describe('an assertion is refused', () => {
  test.each<[string, () => Promise<string>]>([
    ['signed by another key', () => assertion({}, stranger.privateKey)],
    ['from another issuer', () => assertion({ iss: 'another-client' })],
    ['without an issuer', () => assertion({ iss: undefined })],
    ['for another audience', () => assertion({ aud: 'https://elsewhere.example' })],
    ['for the token endpoint', () => assertion({ aud: `${tokens.origin}/oauth2/token` })],
    ['for another audience in addition', () => assertion({ aud: [tokens.origin, 'https://elsewhere.example'] })],
    ['for a list of audiences', () => assertion({ aud: [tokens.origin] })],
    ['without an audience', () => assertion({ aud: undefined })],
    ['that has expired', () => assertion({ exp: nowSeconds() - 60 })],
    ['without an expiration', () => assertion({ exp: undefined })],
    ['with a lifetime of a day', () => assertion({ exp: nowSeconds() + 86_400 })],
    ['that is not valid yet', () => assertion({ nbf: nowSeconds() + 600 })],
    ['without a jti', () => assertion({ jti: undefined })],
    ['from an unknown account', () => assertion({ iss: 'unknown-client', sub: 'unknown-client' })],
    [
      'signed with the public key as HMAC secret',
      async () => {
        const text = new TextEncoder().encode(JSON.stringify(own.jwk));
        return new SignJWT({ iss: clientId, sub: clientId, aud: tokens.origin, jti: 'x', exp: nowSeconds() + 60 })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(text);
      },
    ],
    [
      'without a signature',
      async () => {
        const [, payload = ''] = (await assertion()).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      },
    ],
  ])('%s', async (_name, make) => {
    const answer = await send(await make());
    expect(answer.status).toBe(401);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('for the audience of another Host header', async () => {
    const { request } = await import('node:http');
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion({ aud: 'http://elsewhere.example/oauth2/token' }),
    });
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(`${tokens.origin}/oauth2/token`, {
        method: 'POST',
        headers: { host: 'elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
      });
      outgoing.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      outgoing.end(body.toString());
    });
    expect(status).toBe(401);
  });

  test('that is malformed, of another type, combined with a secret or for another client: 400', async () => {
    for (const answer of [
      await send('x'),
      await send(await assertion(), { client_assertion_type: 'other' }),
      await send(await assertion(), { client_secret: 'a secret' }),
      await send(await assertion(), { client_id: 'another-client' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    }
  });

  test('if the account has secrets; a secret is refused if the account has keys', async () => {
    const account = await tokens.createAccount('by secret', ['campaigns:read']);
    const foreign = await assertion({ iss: account.clientId, sub: account.clientId });
    expect((await send(foreign)).status).toBe(401);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: account.clientSecret };
    expect((await tokens.post('/oauth2/token', new URLSearchParams(form))).status).toBe(401);
  });
});

describe('keys in the API', () => {
  let management: TestManagement;
  beforeAll(async () => {
    management = await startTestManagement();
  });
  afterAll(() => management?.close());
  const create = (publicKeys: unknown) =>
    management.call('POST', '/service-accounts', { body: { name: 'Keys', scopes: ['campaigns:read'], publicKeys } });

  test('an account created with keys has no secret and cannot add one', async () => {
    const created = await create([{ ...own.jwk, kid: '2026-11', use: 'sig', alg: 'ES256' }]);
    expect(created).toMatchObject({
      status: 201,
      body: { clientSecret: null, secrets: [], publicKeys: [{ kty: 'EC' }] },
    });
    const secret = await management.call('POST', `/service-accounts/${created.body.id}/secrets`, {});
    expect(secret).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  });

  test('an account loses its secrets when it is given keys, also after the keys are removed', async () => {
    const { id } = (await create(undefined)).body;
    const patch = (publicKeys: unknown) =>
      management.call('PATCH', `/service-accounts/${id}`, { body: { publicKeys }, headers: { 'if-match': '*' } });
    expect(await patch([own.jwk])).toMatchObject({ status: 200, body: { secrets: [], publicKeys: [own.jwk] } });
    expect(await patch(null)).toMatchObject({ status: 200, body: { secrets: [], publicKeys: [] } });
    expect(await management.call('POST', `/service-accounts/${id}/secrets`, {})).toMatchObject({
      status: 200,
      body: { clientSecret: expect.any(String), secrets: [{}] },
    });
  });

  test('refuses unsupported public keys and names them', async () => {
    const small = await newKey('RS256', { modulusLength: 2_048 });
    const wrong: readonly unknown[] = [
      { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' },
      { ...own.jwk, d: 'AAAA' },
      { ...own.jwk, alg: 'RS256' },
      { ...small.jwk, n: small.jwk.n?.slice(0, 171) },
      { kty: 'oct', k: 'AAAA' },
    ];
    for (const key of wrong) {
      const answer = await create([key]);
      expect(answer.status, JSON.stringify(key)).toBe(400);
      expect(answer.body.errors[0].pointer).toMatch(/^\/publicKeys\/0/);
    }
    const twice = [
      { ...own.jwk, kid: 'a' },
      { ...stranger.jwk, kid: 'a' },
    ];
    expect(await create(twice)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/publicKeys' }] } });
    expect((await create(Array.from({ length: 6 }, () => own.jwk))).status).toBe(400);
  });
});
