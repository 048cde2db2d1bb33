import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWebBrowser, type WebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../../test/support/services/scripted-provider.ts';

const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} };
let management: TestManagement;
let provider: ScriptedProvider;
let providerId: number;
let subjects = 0;

beforeAll(async () => {
  provider = await startScriptedProvider();
  management = await startTestManagement({ environment: { PLACARD_PRIVATE_TARGETS: '127.0.0.0/8,::1' } });
  providerId = (
    await makeObject(management, 'identity-providers', {
      name: 'Aurora & Co',
      issuer: provider.issuer,
      domains: ['aurora.example'],
      clientSecret: 'the secret of the provider',
    })
  ).id;
});
afterAll(async () => {
  await management?.close();
  await provider?.close();
});
afterEach(() => {
  provider.forges = false;
  provider.refuses = null;
});

const change = (patch: Record<string, unknown>, id = providerId) =>
  management.call('PATCH', `/identity-providers/${id}`, { body: patch, headers: { 'if-match': '*' } });

function newPerson(claims: JWTPayload = {}): JWTPayload {
  subjects += 1;
  const email = `person${subjects}@aurora.example`;
  return { sub: `subject-${subjects}`, name: `Person ${subjects}`, email, email_verified: true, ...claims };
}

async function leave(browser: WebBrowser, returnTo = '/account') {
  const answer = await browser.get(`/sign-in/with/${providerId}?returnTo=${encodeURIComponent(returnTo)}`);
  expect(answer.status).toBe(303);
  const url = new URL(answer.headers['location'] as string);
  return { url, state: url.searchParams.get('state') as string, nonce: url.searchParams.get('nonce') as string };
}

/** Visits the provider and returns with the given claims. */
async function signIn(claims: JWTPayload, browser = openWebBrowser(management.app)) {
  const { state, nonce } = await leave(browser);
  provider.claims = { nonce, ...claims };
  const answer = await browser.get(`/auth/callback/${providerId}?code=code&state=${state}`, {
    'sec-fetch-site': 'cross-site',
  });
  return { browser, answer };
}

async function roleOf(browser: WebBrowser): Promise<string | undefined> {
  return JSON.parse((await browser.call('GET', '/me')).text).role;
}

describe('federated sign-in', () => {
  test('sends PKCE, state and nonce, each new, and accepts the response once', async () => {
    const browser = openWebBrowser(management.app);
    const [first, second] = [await leave(browser, '/a'), await leave(browser, '/b')];
    expect(first.url.origin + first.url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(first.url.searchParams)).toMatchObject({
      client_id: 'placard',
      redirect_uri: `http://localhost:8080/auth/callback/${providerId}`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.url.searchParams.get(name)).not.toBe(second.url.searchParams.get(name));
    }
    provider.claims = newPerson({ nonce: first.nonce });
    const back = await browser.get(`/auth/callback/${providerId}?code=the-code&state=${first.state}`);
    expect(back).toMatchObject({ status: 303, headers: { location: '/a' } });
    expect((await browser.call('GET', '/campaigns')).status).toBe(200);
    const exchange = provider.exchanges.at(-1) as URLSearchParams;
    expect(exchange.get('code')).toBe('the-code');
    expect(exchange.get('client_secret')).toBe('the secret of the provider');
    const verifier = exchange.get('code_verifier') as string;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(challenge).toBe(first.url.searchParams.get('code_challenge'));
    expect((await browser.get(`/auth/callback/${providerId}?code=the-code&state=${first.state}`)).status).toBe(400);
    provider.claims = newPerson({ nonce: second.nonce });
    const other = await browser.get(`/auth/callback/${providerId}?code=b&state=${second.state}`);
    expect(other.headers['location']).toBe('/b');
  });

  test('creates a user with the lowest role at the first sign-in and later finds it by issuer and subject', async () => {
    const claims = newPerson();
    const { browser } = await signIn(claims);
    expect(await roleOf(browser)).toBe('advertiser');
    const list = await management.call('GET', `/users?email=${claims['email']}`);
    expect(list.body).toMatchObject([{ name: claims['name'], role: 'advertiser', hasPassword: false }]);
    const again = await signIn({ ...claims, email: 'renamed@elsewhere.example', email_verified: false });
    expect(again.answer.status).toBe(303);
    expect((await again.browser.get('/account')).text).toContain(String(claims['email']));
  });

  test('applies the groups at every sign-in', async () => {
    const groupRoles = [
      { group: 'readers', role: 'viewer' },
      { group: 'operations', role: 'manager' },
    ];
    expect((await change({ groupRoles })).status).toBe(200);
    try {
      const claims = newPerson();
      const roles: (string | undefined)[] = [];
      for (const groups of [['readers'], ['readers', 'operations'], 'readers', [], undefined, [{ a: 1 }]]) {
        roles.push(await roleOf((await signIn({ ...claims, ...(groups === undefined ? {} : { groups }) })).browser));
      }
      expect(roles).toEqual(['viewer', 'manager', 'viewer', 'advertiser', 'advertiser', 'advertiser']);
    } finally {
      await change({ groupRoles: [] });
    }
  });

  test('keeps the assigned role if no group defines one', async () => {
    const claims = newPerson();
    await signIn(claims);
    const [user] = (await management.call('GET', `/users?email=${claims['email']}`)).body;
    await management.call('PATCH', `/users/${user.id}`, { body: { role: 'viewer' }, headers: { 'if-match': '*' } });
    expect(await roleOf((await signIn(claims)).browser)).toBe('viewer');
  });

  test('creates one user for two concurrent first sign-ins', async () => {
    const claims = newPerson();
    const browsers = [openWebBrowser(management.app), openWebBrowser(management.app)];
    const left = [await leave(browsers[0] as WebBrowser), await leave(browsers[1] as WebBrowser)];
    // Both responses have a token with the same nonce, so exactly one of them is accepted.
    provider.claims = { ...claims, nonce: left[0]?.nonce };
    const answers = await Promise.all(
      browsers.map((browser, index) => browser.get(`/auth/callback/${providerId}?code=c&state=${left[index]?.state}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 502]);
    expect((await management.call('GET', `/users?email=${claims['email']}`)).body).toHaveLength(1);
  });

  test('is offered on the sign-in page, and an address without a password is redirected to it', async () => {
    const browser = openWebBrowser(management.app);
    const page = await browser.get('/sign-in?returnTo=/x');
    expect(page.text).toContain(`href="/sign-in/with/${providerId}?returnTo=%2Fx"`);
    expect(page.text).toContain('Continue with Aurora &amp; Co');
    const routed = await browser.submit('/sign-in', { email: 'Anna@AURORA.example', password: '', returnTo: '/x' });
    expect(routed.text).toContain(`content="0;url=/sign-in/with/${providerId}?returnTo=%2Fx"`);
    const elsewhere = await browser.submit('/sign-in', { email: 'a@aurora.example.evil.example', password: '' });
    expect(elsewhere.status).toBe(401);
  });
});

describe('refuses', () => {
  const wrong: readonly (readonly [string, JWTPayload, number])[] = [
    ['a token with another nonce', { nonce: 'another' }, 502],
    ['a token without a nonce', { nonce: null as never }, 502],
    ['a token of another issuer', { iss: 'https://evil.example' }, 502],
    ['a token for another client', { aud: 'another' }, 502],
    ['a token of another authorized party', { aud: ['placard', 'another'], azp: 'another' }, 502],
    ['an expired token', { exp: 1_000 }, 502],
    ['a token that is not valid yet', { nbf: 4_000_000_000 }, 502],
    ['a token without a subject', { sub: null as never }, 502],
    ['an unverified address', { email_verified: false }, 403],
    ['an address without email_verified', { email_verified: null as never }, 403],
    ['an address with email_verified as text', { email_verified: 'true' }, 403],
    ['no address', { email: null as never }, 403],
    ['an address of another domain', { email: 'ceo@victim.example' }, 403],
    ['an address of a subdomain', { email: 'a@sub.aurora.example' }, 403],
    ['an address with two domains', { email: 'ceo@victim.example@aurora.example' }, 403],
    ['an address without a local part', { email: '@aurora.example' }, 403],
    ['a malformed address', { email: 'a..b@aurora.example' }, 403],
    ['an empty subject', { sub: '' }, 502],
    ['a subject of 5,000 characters', { sub: 's'.repeat(5_000) }, 502],
    ['a subject with a line break', { sub: 'a\nb' }, 502],
    [
      'a token issued one day ahead',
      { iat: Math.floor(Date.now() / 1000) + 86_400, exp: Math.floor(Date.now() / 1000) + 90_000 },
      502,
    ],
  ];

  test.each(wrong)('%s', async (_what, claims, status) => {
    const person = newPerson(claims);
    const { browser, answer } = await signIn(person);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).not.toMatch(/jwt|stack|nonce|Error/i);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.call('GET', '/campaigns')).status).toBe(401);
  });

  test('a token with an invalid signature', async () => {
    provider.forges = true;
    expect((await signIn(newPerson())).answer.status).toBe(502);
  });

  test('an address of an existing user, without identifying the user', async () => {
    const { email } = await makeObject(management, 'users', { email: 'taken@aurora.example', role: 'admin' });
    const { answer, browser } = await signIn(newPerson({ email: String(email).toUpperCase() }));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(`subject-${subjects}`);
    expect(browser.cookies.size).toBe(0);
  });

  test('a second subject for a user whom an administrator has connected; the connected subject signs in as this user', async () => {
    const claims = newPerson({ email: 'joined@aurora.example' });
    const [user, other] = [
      await makeObject(management, 'users', { email: 'joined@aurora.example', role: 'reviewer' }),
      await makeObject(management, 'users'),
    ];
    const connect = (id: number, body: Record<string, unknown>) =>
      management.call('POST', `/users/${id}/identities`, { body });
    const identity = { identityProviderId: providerId, subject: String(claims.sub) };
    expect((await connect(user.id, identity)).status).toBe(200);
    expect((await connect(user.id, identity)).status).toBe(200);
    expect(await connect(other.id, identity)).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    expect(await connect(other.id, { ...identity, identityProviderId: 999_999 })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/identityProviderId', code: 'reference_not_found' }] },
    });
    expect(await roleOf((await signIn(claims)).browser)).toBe('reviewer');
  });

  test('an archived user', async () => {
    const claims = newPerson();
    await signIn(claims);
    const [user] = (await management.call('GET', `/users?email=${claims['email']}`)).body;
    await management.call('DELETE', `/users/${user.id}`, { headers: { 'if-match': '*' } });
    const { answer } = await signIn(claims);
    expect([answer.status, answer.text.includes('Account deactivated')]).toEqual([403, true]);
  });

  test('an error response of the provider, and shows its error code without markup', async () => {
    const browser = openWebBrowser(management.app);
    for (const [said, shown] of [
      ['access_denied', 'access_denied'],
      ['<script>', 'Reason: –'],
    ]) {
      const { state } = await leave(browser);
      const answer = await browser.get(
        `/auth/callback/${providerId}?error=${encodeURIComponent(said as string)}&state=${state}`,
      );
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(shown as string);
      expect(answer.text).not.toContain('<script');
    }
  });

  test('a code that the provider does not accept', async () => {
    provider.refuses = { status: 400, body: { error: 'invalid_grant' } };
    expect((await signIn(newPerson())).answer.status).toBe(502);
  });

  test.each([
    ['no state', ''],
    ['an unknown state', `&state=${'A'.repeat(43)}`],
    ['a short state', '&state=x'],
    ['two states', `&state=${'A'.repeat(43)}&state=${'B'.repeat(43)}`],
  ])('a callback with %s', async (_what, query) => {
    const browser = openWebBrowser(management.app);
    await leave(browser);
    const answer = await browser.get(`/auth/callback/${providerId}?code=c${query}`);
    expect([answer.status, answer.text.includes('Sign-in expired')]).toEqual([400, true]);
  });

  test('a callback in another browser, which would sign in its user as another user', async () => {
    const { state, nonce } = await leave(openWebBrowser(management.app));
    provider.claims = newPerson({ nonce });
    const victim = openWebBrowser(management.app);
    await leave(victim);
    expect((await victim.get(`/auth/callback/${providerId}?code=c&state=${state}`)).status).toBe(400);
  });

  test('a callback with a modified flow cookie', async () => {
    const browser = openWebBrowser(management.app);
    const { state } = await leave(browser);
    const [[name, value]] = [...browser.cookies] as [[string, string]];
    const changed = `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`;
    const answer = await browser.get(`/auth/callback/${providerId}?code=c&state=${state}`, {
      cookie: `${name}=${changed}`,
    });
    expect(answer.status).toBe(400);
  });

  test('a provider that is missing, archived, or in a private network that is not allowed', async () => {
    const browser = openWebBrowser(management.app);
    for (const id of ['999999', '0', 'x', `${providerId}'`]) {
      expect((await browser.get(`/sign-in/with/${encodeURIComponent(id)}`)).status).toBe(404);
    }
    for (const issuer of ['https://10.0.0.1', 'https://[fd00::1]', 'https://169.254.169.254']) {
      const { id } = await makeObject(management, 'identity-providers', { issuer });
      expect((await browser.get(`/sign-in/with/${id}`)).status).toBe(502);
      await management.call('DELETE', `/identity-providers/${id}`, { headers: { 'if-match': '*' } });
      expect((await browser.get(`/sign-in/with/${id}`)).status).toBe(404);
    }
  });
});

describe('signing out at the provider', () => {
  const logout = (token: string, id: number = providerId) =>
    openWebBrowser(management.app).submit(`/auth/back-channel-logout/${id}`, { logout_token: token }, {});
  const mayRead = async (browser: WebBrowser) => (await browser.call('GET', '/campaigns')).status;

  test('ends the session with this sid, or all sessions of the subject', async () => {
    const claims = newPerson();
    const [one, two] = [await signIn({ ...claims, sid: 'one' }), await signIn({ ...claims, sid: 'two' })];
    const other = await signIn(newPerson());
    const ended = await logout(await provider.sign({ jti: '1', events: logoutEvent, sid: 'one' }, 'logout+jwt'));
    expect(ended.status).toBe(200);
    expect([await mayRead(one.browser), await mayRead(two.browser)]).toEqual([401, 200]);
    await logout(await provider.sign({ jti: '2', events: logoutEvent, sub: claims.sub as string }));
    expect([await mayRead(two.browser), await mayRead(other.browser)]).toEqual([401, 200]);
  });

  test('is refused with a reused logout token', async () => {
    const claims = newPerson();
    const token = await provider.sign({ jti: 'used twice', events: logoutEvent, sub: claims.sub as string });
    await signIn(claims);
    expect((await logout(token)).status).toBe(200);
    const { browser } = await signIn(claims);
    expect((await logout(token)).status).toBe(400);
    expect(await mayRead(browser)).toBe(200);
  });

  test('is refused with any other token', async () => {
    const claims = newPerson();
    const { browser } = await signIn({ ...claims, sid: 'three' });
    const right = { jti: '3', events: logoutEvent, sid: 'three' };
    const old = Math.floor(Date.now() / 1000) - 600;
    const tokens = [
      '',
      'nonsense',
      await provider.sign({ ...right, nonce: 'n' }),
      await provider.sign({ ...right, events: {} }),
      await provider.sign({ ...right, aud: 'another' }),
      await provider.sign({ ...right, iss: 'https://evil.example' }),
      await provider.sign({ ...right, iat: old, exp: old + 3_600 }),
      await provider.sign({ jti: '3', events: logoutEvent }),
      await provider.sign({ ...right, jti: '' }),
      await provider.sign({ ...right, jti: 'j'.repeat(5_000) }),
      await provider.sign({ ...right, sub: '' }),
    ];
    provider.forges = true;
    tokens.push(await provider.sign(right));
    for (const token of tokens) expect((await logout(token)).status).toBe(400);
    provider.forges = false;
    expect((await logout(await provider.sign(right), 999_999)).status).toBe(400);
    expect(await mayRead(browser)).toBe(200);
  });
});

describe('an identity provider', () => {
  test('never returns its secret and keeps it when other fields change', async () => {
    const read = await change({ name: 'Aurora & Co' });
    expect(read.body).toMatchObject({
      hasClientSecret: true,
      redirectUri: `http://localhost:8080/auth/callback/${providerId}`,
      sharedRedirectUri: false,
      backChannelLogoutUri: `http://localhost:8080/auth/back-channel-logout/${providerId}`,
    });
    for (const table of ['identityProvider', 'auditEntry', 'idempotencyKey'] as const) {
      const rows = await management.database.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('the secret of the provider');
    }
    expect((await signIn(newPerson())).answer.status).toBe(303);
    expect(provider.exchanges.at(-1)?.get('client_secret')).toBe('the secret of the provider');
  });

  test.each([
    ['http://login.example', 400],
    ['http://localhost.evil.example', 400],
    ['https://login.example?x=1', 400],
    ['javascript:alert(1)', 400],
  ])('is refused with the issuer %s', async (issuer, status) => {
    expect((await change({ issuer })).status).toBe(status);
  });

  test('cannot grant a role with more scopes than the caller', async () => {
    const body = { groupRoles: [{ group: 'all', role: 'admin' }] };
    const answer = await management.call('PATCH', `/identity-providers/${providerId}`, {
      body,
      headers: { 'if-match': '*' },
      scopes: ['identity-providers:write', 'identity-providers:read'],
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  });

  test('ends its sessions when it is archived', async () => {
    const { browser } = await signIn(newPerson());
    await management.call('DELETE', `/identity-providers/${providerId}`, { headers: { 'if-match': '*' } });
    expect((await browser.call('GET', '/campaigns')).status).toBe(401);
  });
});
