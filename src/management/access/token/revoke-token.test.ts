import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  credentialsOf,
  startTestTokenService,
  type TestAccount,
  type TestTokenService,
} from '../../../../test/support/server/test-token-service.ts';

let tokens: TestTokenService;
let reader: TestAccount;
let manager: TestAccount;
beforeAll(async () => {
  tokens = await startTestTokenService();
  reader = await tokens.createAccount('reader', ['campaigns:read', 'bookings:read']);
  manager = await tokens.createAccount('manager', ['service-accounts:write']);
});
afterAll(() => tokens?.close());

const revoke = (account: TestAccount, more: Readonly<Record<string, string>>) =>
  tokens.post('/oauth2/revoke', credentialsOf(account, more));
const introspect = async (token: string) =>
  (await tokens.post('/oauth2/introspect', credentialsOf(reader, { token }))).json();

test('refuses a revoked token from the next call in every process and accepts other tokens of the account', async () => {
  const processes = [tokens.service, await tokens.another()];
  const [token, second] = [await tokens.tokenOf(reader), await tokens.tokenOf(reader)];
  for (const one of processes) expect(await one.verifyAccessToken(token)).toMatchObject({ id: reader.id });
  for (const hint of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }]) {
    const answer = await revoke(reader, { token, ...hint });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  for (const one of processes) {
    expect(await one.verifyAccessToken(token)).toBeNull();
    expect(await one.verifyAccessToken(second)).toMatchObject({ id: reader.id });
  }
  expect(await introspect(token)).toEqual({ active: false });
  expect(await introspect(second)).toMatchObject({ active: true });
});

test('an unmodified openid-client revokes a token', async () => {
  const configuration = await client.discovery(
    new URL(tokens.origin),
    reader.clientId,
    reader.clientSecret,
    undefined,
    {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    },
  );
  const { access_token: token } = await client.clientCredentialsGrant(configuration);
  await client.tokenRevocation(configuration, token);
  expect(await tokens.service.verifyAccessToken(token)).toBeNull();
});

test('allows revoking tokens of other accounts only with service-accounts:write', async () => {
  const token = await tokens.tokenOf(manager);
  const refused = await revoke(reader, { token });
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  expect(await tokens.service.verifyAccessToken(token)).not.toBeNull();
  const readers = await tokens.tokenOf(reader);
  expect((await revoke(manager, { token: readers })).status).toBe(200);
  expect(await tokens.service.verifyAccessToken(readers)).toBeNull();
});

test('responds 200 when the revoked text is not a token, and 400 without a token', async () => {
  const token = await tokens.tokenOf(reader);
  for (const nothing of ['x', `${token.slice(0, -4)}AAAA`, `${token}.x`]) {
    expect((await revoke(reader, { token: nothing })).status, nothing).toBe(200);
  }
  expect(await tokens.service.verifyAccessToken(token)).not.toBeNull();
  expect((await revoke(reader, {})).status).toBe(400);
});

test.each(['introspect', 'revoke'])(
  '%s responds 503 when the database becomes unreachable during the call',
  async (call) => {
    const token = await tokens.tokenOf(reader);
    const locked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const lock = tokens.database.transaction().execute(async (transaction) => {
      await sql`lock table revoked_token in access exclusive mode`.execute(transaction);
      locked.resolve();
      await answered.promise;
    });
    await locked.promise;
    try {
      const answer = await tokens.post(`/oauth2/${call}`, credentialsOf(reader, { token }));
      expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
      expect(answer.headers.get('retry-after')).toBe('2');
    } finally {
      answered.resolve();
      await lock;
    }
  },
);

test('deletes revocations after the expiration of their tokens', async () => {
  const expiresAt = new Date(Date.now() - 1);
  await tokens.database.insertInto('revokedToken').values({ tokenId: 'long ago', expiresAt }).execute();
  await revoke(reader, { token: await tokens.tokenOf(reader) });
  const kept = await tokens.database.selectFrom('revokedToken').select('revokedToken.expiresAt').execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((one) => one.expiresAt.getTime() < Date.now())).toEqual([]);
});

test('applies removed scopes to existing tokens, and refuses the tokens of an archived account', async () => {
  const account = await tokens.createAccount('narrowed', ['campaigns:read', 'bookings:read']);
  const token = await tokens.tokenOf(account);
  const change = (columns: { scopes?: string[]; archivedAt?: Date }) =>
    tokens.database.updateTable('serviceAccount').set(columns).where('serviceAccount.id', '=', account.id).execute();
  await change({ scopes: ['bookings:read', 'bookings:write'] });
  expect([...((await tokens.service.verifyAccessToken(token))?.scopes ?? [])]).toEqual(['bookings:read']);
  await change({ archivedAt: new Date() });
  expect(await tokens.service.verifyAccessToken(token)).toBeNull();
});

test('a buyer agent that must sign its calls only reads through the API, which verifies no signatures', async () => {
  const scopes = ['campaigns:read', 'campaigns:write'] as const;
  const account = await tokens.createAccount('signer', scopes);
  const token = await tokens.tokenOf(account);
  await sql`
    insert into buyer_agent (name, service_account_id, accounts, active, jwks_url)
    values ('Signer', ${account.id}, '[]', true, 'https://keys.example/')
  `.execute(tokens.database);
  const scopesOf = async () => [
    [...((await tokens.service.verifyAccessToken(token))?.scopes ?? [])],
    [...((await tokens.service.verifySellerToken(token))?.scopes ?? [])],
  ];
  expect(await scopesOf()).toEqual([scopes, scopes]);
  await tokens.database.updateTable('buyerAgent').set({ requireSignedRequests: true }).execute();
  expect(await scopesOf()).toEqual([['campaigns:read'], scopes]);
});
