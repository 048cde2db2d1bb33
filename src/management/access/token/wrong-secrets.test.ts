import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  credentialsOf,
  startTestTokenService,
  type TestAccount,
  type TestTokenService,
} from '../../../../test/support/server/test-token-service.ts';

let tokens: TestTokenService;
let account: TestAccount;
beforeAll(async () => {
  tokens = await startTestTokenService();
  account = await tokens.createAccount('guessed', ['campaigns:read']);
});
afterAll(() => tokens?.close());

const grant = { grant_type: 'client_credentials' };
const byForm = (clientSecret: string) =>
  tokens.post('/oauth2/token', credentialsOf({ ...account, clientSecret }, grant));
const byBasic = (clientSecret: string) => {
  const pair = Buffer.from(`${account.clientId}:${clientSecret}`).toString('base64');
  return tokens.post('/oauth2/token', new URLSearchParams(grant), { authorization: `Basic ${pair}` });
};

test.each([
  ['form', byForm],
  ['Basic', byBasic],
])(
  'refuses 1,000 wrong secrets by %s with the same response and accepts the correct secret during them',
  async (_by, ask) => {
    const seen = new Set<string>();
    const right: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const wrong = Array.from({ length: 50 }, async (_, index) => {
        const answer = await ask(`wrong-${round}-${index}`);
        const { headers, status } = answer;
        const names = ['content-type', 'cache-control'].map((name) => headers.get(name)?.toLowerCase());
        const scheme = headers.get('www-authenticate')?.split(' ', 1)[0];
        seen.add(JSON.stringify([status, names, scheme, await answer.json()]));
      });
      const one = ask(account.clientSecret).then(async (answer) => {
        await answer.arrayBuffer();
        right.push(answer.status);
      });
      await Promise.all([...wrong, one]);
    }
    expect(right).toEqual(Array.from({ length: 20 }, () => 200));
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toMatch(/^\[401,.*"invalid_client"/);
  },
);

test('accepts the correct secret during wrong ones of many unknown accounts', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const wrong = Array.from({ length: 50 }, (_, index) =>
      tokens.post('/oauth2/token', credentialsOf({ ...account, clientId: `unknown-${round}-${index}` }, grant)),
    );
    const right = byForm(account.clientSecret);
    for (const answer of await Promise.all(wrong)) {
      statuses.add(answer.status);
      expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
    }
    expect((await right).status).toBe(200);
  }
  expect([...statuses]).toEqual([401]);
});

test('responds as usual to unknown clients, accounts with keys and malformed bodies, independent of their number', async () => {
  const statuses = new Set<number>();
  for (let call = 0; call < 60; call += 1) {
    const unknown = { ...account, clientId: 'unknown' };
    statuses.add((await tokens.post('/oauth2/token', credentialsOf(unknown, grant))).status);
  }
  expect([...statuses]).toEqual([401]);
  for (let call = 0; call < 60; call += 1) {
    const answer = await fetch(`${tokens.origin}/oauth2/token`, { method: 'POST', body: 'nothing' });
    expect(answer.status).toBe(400);
  }
  const large = credentialsOf(account, { ...grant, padding: 'x'.repeat(20_000) });
  expect((await tokens.post('/oauth2/token', large)).status).toBe(200);
});
