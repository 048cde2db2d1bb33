import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWebBrowser, type WebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { Role } from '../../../contract/access/scopes.ts';

const password = 'correct horse battery';
const minute = 60_000;
let clockMs = Date.parse('2027-03-01T09:00:00Z');
let management: TestManagement;
let people = 0;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => clockMs });
});
afterAll(() => management?.close());

async function makePerson(role: Role = 'manager') {
  people += 1;
  const email = `Person${people}@sign-in.example`;
  const { id } = await makeObject(management, 'users', { name: `Person <${people}>`, email, role });
  const set = await management.call('POST', `/users/${id}/password`, { body: { password } });
  expect(set).toMatchObject({ status: 200, body: { hasPassword: true } });
  return { id, email };
}

function browse(address?: string): WebBrowser {
  return openWebBrowser(management.app, address ?? `198.51.100.${people}`);
}

async function signedIn(email: string, address?: string): Promise<WebBrowser> {
  const browser = browse(address);
  const answer = await browser.submit('/sign-in', { email, password });
  expect(answer.status).toBe(303);
  return browser;
}

const mayRead = async (browser: WebBrowser) => (await browser.call('GET', '/campaigns')).status;

describe('signing in with a password', () => {
  test('redirects to the previous page with a session that the API accepts', async () => {
    const { id, email } = await makePerson();
    const browser = browse();
    expect(await mayRead(browser)).toBe(401);
    const page = await browser.get('/sign-in?returnTo=/campaigns/7');
    expect(page.text).toContain('name="returnTo" value="/campaigns/7"');
    const answer = await browser.submit('/sign-in', {
      email: email.toUpperCase(),
      password,
      returnTo: '/campaigns/7?tab=days',
    });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/campaigns/7?tab=days' } });
    expect(answer.headers['set-cookie']).toMatch(/^placard-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await mayRead(browser)).toBe(200);
    expect((await browser.call('GET', '/users')).status).toBe(403);
    expect((await browser.call('POST', '/inventory/publisher', { name: 'P', companyName: 'P' })).status).toBe(201);
    const audit = await management.database
      .selectFrom('auditEntry')
      .select(['auditEntry.action', 'auditEntry.kind'])
      .where('auditEntry.actor', '=', `user:${id}`)
      .orderBy('auditEntry.id')
      .execute();
    expect(audit).toEqual([
      { action: 'sign-in', kind: 'users' },
      { action: 'create', kind: 'inventory/publisher' },
    ]);
  });

  test('stores neither the password nor the token of the cookie', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    const token = browser.cookies.get('placard-session') as string;
    for (const table of ['userSession', 'userAccount', 'signInAttempt', 'auditEntry', 'idempotencyKey'] as const) {
      const text = JSON.stringify(await management.database.selectFrom(table).selectAll().execute());
      expect(text).not.toContain(token);
      expect(text).not.toContain(password);
    }
  });

  test('responds identically to a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await makePerson();
    const { email: federated } = await makeObject(management, 'users', { email: 'federated@sign-in.example' });
    const tries = [
      { email, password: 'wrong horse battery' },
      { email, password: '' },
      { email: 'unknown@sign-in.example', password },
      { email: String(federated), password: '' },
      { email: "' or true --", password },
    ];
    for (const form of tries) {
      const browser = browse();
      const answer = await browser.submit('/sign-in', { ...form, returnTo: '/x' });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Form realm="placard"');
      expect(answer.text).toContain('The email address or password is incorrect.');
      expect(answer.text).toContain('name="returnTo" value="/x"');
      expect(answer.text).not.toContain('value="correct');
      expect(browser.cookies.size).toBe(0);
    }
  });

  test('takes the same time for an unknown and a known address', async () => {
    const { email } = await makePerson();
    const timeOf = async (address: string, from: number) => {
      const beganAt = performance.now();
      await browse(`192.0.2.${from}`).submit('/sign-in', { email: address, password: 'wrong horse battery' });
      return performance.now() - beganAt;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 1; round <= 9; round += 1) {
      known.push(await timeOf(email, round));
      unknown.push(await timeOf(`unknown${round}@sign-in.example`, round));
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[4] as number;
    expect(median(unknown)).toBeGreaterThan(median(known) / 2);
    expect(median(known)).toBeGreaterThan(median(unknown) / 2);
  });

  test('refuses an archived user', async () => {
    const { id, email } = await makePerson();
    await management.call('DELETE', `/users/${id}`, { headers: { 'if-match': '*' } });
    expect((await browse().submit('/sign-in', { email, password })).status).toBe(401);
  });

  test.each([
    ['no password', { email: 'a@b.example' }, 400],
    ['an unknown field', { email: 'a@b.example', password, role: 'admin' }, 400],
    ['a control character', { email: 'a\0@b.example', password }, 400],
    ['a password of 201 characters', { email: 'a@b.example', password: 'a'.repeat(201) }, 400],
    ['a form of 9 KiB', { email: 'a@b.example', password, returnTo: 'a'.repeat(9_000) }, 413],
  ])('shows a page for %s', async (_what, form, status) => {
    const answer = await browse().submit('/sign-in', form as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  test('escapes the entered text', async () => {
    const answer = await browse().submit('/sign-in', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('sets no-store and a policy against scripts and forms of other sites', async () => {
    for (const path of ['/sign-in', '/sign-out', '/account']) {
      const { headers } = await browse().get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    }
  });
});

describe('password guessing', () => {
  test('is blocked after 10 wrong passwords from one address, only for this account, for 15 minutes', async () => {
    const [victim, other] = [await makePerson(), await makePerson()];
    const guess = (email: string, address: string) =>
      browse(address).submit('/sign-in', { email, password: 'wrong horse battery' });
    for (let round = 0; round < 10; round += 1) expect((await guess(victim.email, '192.0.2.200')).status).toBe(401);
    const refused = await browse('192.0.2.200').submit('/sign-in', { email: victim.email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(15 * 60);
    expect(refused.text).toContain('Try again in 15 minutes.');
    await signedIn(other.email, '192.0.2.200');
    await signedIn(victim.email, '192.0.2.201');
    clockMs += 15 * minute;
    await signedIn(victim.email, '192.0.2.200');
  });

  test('has the same limit for concurrent attempts', async () => {
    const { email } = await makePerson();
    const tries = Array.from({ length: 30 }, () =>
      browse('192.0.2.210').submit('/sign-in', { email, password: 'wrong horse battery' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('does not count correct passwords', async () => {
    const { email } = await makePerson();
    for (let round = 0; round < 12; round += 1) await signedIn(email, '192.0.2.220');
  });

  test('counts clients behind a proxy separately', async () => {
    const { email } = await makePerson();
    const from = (client: string) =>
      browse('127.0.0.1').submit(
        '/sign-in',
        { email, password: 'wrong horse battery' },
        { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': client },
      );
    for (let round = 0; round < 10; round += 1) expect((await from('203.0.113.50')).status).toBe(401);
    expect((await from('203.0.113.50')).status).toBe(429);
    expect((await from('203.0.113.51')).status).toBe(401);
  });
});

describe('a session', () => {
  test('ends after 2 hours without use and after 12 hours in any case', async () => {
    const { email } = await makePerson();
    const [idle, busy] = [await signedIn(email), await signedIn(email)];
    for (let hour = 1; hour <= 11; hour += 1) {
      clockMs += 60 * minute;
      expect(await mayRead(busy), `hour ${hour}`).toBe(200);
      if (hour === 1) expect(await mayRead(idle)).toBe(200);
    }
    expect(await mayRead(idle)).toBe(401);
    clockMs += 60 * minute;
    expect(await mayRead(busy)).toBe(401);
    await signedIn(email);
    const rows = await management.database.selectFrom('userSession').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test('ends on sign-out, also in the database', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    const token = browser.cookies.get('placard-session') as string;
    const answer = await browser.submit('/sign-out', {});
    expect(answer.text).toContain('You are signed out.');
    expect(browser.cookies.size).toBe(0);
    const kept = await browser.call('GET', '/campaigns', undefined, { cookie: `placard-session=${token}` });
    expect(kept.status).toBe(401);
  });

  test('is new for each sign-in and replaces the previous one of the browser', async () => {
    const { email } = await makePerson();
    const browser = browse();
    // Session fixation: a token planted by an attacker.
    const planted = 'A'.repeat(43);
    await browser.submit(
      '/sign-in',
      { email, password },
      { 'sec-fetch-site': 'same-origin', cookie: `placard-session=${planted}` },
    );
    const first = browser.cookies.get('placard-session') as string;
    expect(first).not.toBe(planted);
    await browser.submit('/sign-in', { email, password });
    const before = await browser.call('GET', '/campaigns', undefined, { cookie: `placard-session=${first}` });
    expect(before.status).toBe(401);
    expect(await mayRead(browser)).toBe(200);
  });

  test('ends when the user is archived, in all browsers', async () => {
    const { id, email } = await makePerson();
    const browsers = [await signedIn(email), await signedIn(email)];
    await management.call('DELETE', `/users/${id}`, { headers: { 'if-match': '*' } });
    for (const browser of browsers) expect(await mayRead(browser)).toBe(401);
    const rows = await management.database
      .selectFrom('userSession')
      .selectAll()
      .where('userSession.userId', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('ends when an administrator sets a password, in all browsers', async () => {
    const { id, email } = await makePerson();
    const browsers = [await signedIn(email), await signedIn(email)];
    await management.call('POST', `/users/${id}/password`, { body: { password: 'another horse battery' } });
    for (const browser of browsers) expect(await mayRead(browser)).toBe(401);
    expect((await browse().submit('/sign-in', { email, password })).status).toBe(401);
  });

  test('ends in all other browsers after a password change, and in all with "everywhere"', async () => {
    const { email } = await makePerson();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    expect((await here.get('/account')).text).toContain('Person &lt;');
    const wrong = await here.submit('/account/password', {
      current: 'not it at all',
      password: 'another horse battery',
    });
    expect(wrong.status).toBe(401);
    expect((await here.submit('/account/password', { current: password, password: 'short' })).status).toBe(422);
    const changed = await here.submit('/account/password', { current: password, password: 'another horse battery' });
    expect(changed.status).toBe(200);
    expect([await mayRead(here), await mayRead(there)]).toEqual([200, 401]);
    const elsewhere = browse();
    await elsewhere.submit('/sign-in', { email, password: 'another horse battery' });
    expect(await mayRead(elsewhere)).toBe(200);
    await here.submit('/account/sign-out-everywhere', {});
    expect([await mayRead(here), await mayRead(elsewhere)]).toEqual([401, 401]);
  });

  test('uses a changed role from the next call', async () => {
    const { id, email } = await makePerson('viewer');
    const browser = await signedIn(email);
    const create = () => browser.call('POST', '/inventory/publisher', { name: 'P', companyName: 'P' });
    expect((await create()).status).toBe(403);
    await management.call('PATCH', `/users/${id}`, { body: { role: 'manager' }, headers: { 'if-match': '*' } });
    expect((await create()).status).toBe(201);
  });

  test.each([
    ['nothing', ''],
    ['no token', 'placard-session=x'],
    ['an unknown token', `placard-session=${'A'.repeat(43)}`],
    ['quotes', "placard-session=' or true --"],
  ])('does not exist with %s in the cookie', async (_what, cookie) => {
    const answer = await browse().call('GET', '/campaigns', undefined, { cookie });
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('is refused when the cookie appears twice, because one may be planted', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    const own = `placard-session=${browser.cookies.get('placard-session')}`;
    const twice = await browser.call('GET', '/campaigns', undefined, { cookie: `${own}; placard-session=x` });
    expect(twice.status).toBe(401);
  });

  test('does not replace an invalid access token', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    const answer = await browser.call('GET', '/campaigns', undefined, { authorization: 'Bearer nonsense' });
    expect(answer.status).toBe(401);
  });
});

describe('a page of another site', () => {
  const elsewhere = [
    { 'sec-fetch-site': 'cross-site', 'placard-session': '1' },
    { 'sec-fetch-site': 'same-site', 'placard-session': '1' },
    { 'sec-fetch-site': 'none', 'placard-session': '1' },
    { origin: 'https://evil.example', 'placard-session': '1' },
    { origin: 'null', 'placard-session': '1' },
    { 'placard-session': '1' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:8080' },
  ];

  test.each(elsewhere)('cannot change data by a call with %j', async (headers) => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    const body = { name: 'P', companyName: 'P' };
    for (const [method, path] of [
      ['POST', '/inventory/publisher'],
      ['PATCH', '/inventory/publisher/1'],
      ['DELETE', '/inventory/publisher/1'],
    ] as const) {
      const answer = await browser.call(method, path, body, headers as Record<string, string>);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'cross_site_request' });
    }
  });

  test('is refused, while a same-origin page is accepted by Sec-Fetch-Site or Origin', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:8080' }]) {
      const body = { name: 'P', companyName: 'P' };
      const answer = await browser.call('POST', '/inventory/publisher', body, { ...headers, 'placard-session': '1' });
      expect(answer.status).toBe(201);
    }
  });

  test('cannot read data', async () => {
    const { email } = await makePerson();
    const browser = await signedIn(email);
    for (const site of ['cross-site', 'same-site']) {
      const answer = await browser.call('GET', '/campaigns', undefined, { 'sec-fetch-site': site });
      expect(answer.status).toBe(403);
    }
  });

  test('cannot sign users in or out', async () => {
    const { email } = await makePerson();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const browser = browse();
      const answer = await browser.submit('/sign-in', { email, password }, headers as Record<string, string>);
      expect(answer.status).toBe(403);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.text).toContain('http://localhost:8080/sign-in');
      expect(browser.cookies.size).toBe(0);
      const inside = await signedIn(email);
      expect((await inside.submit('/sign-out', {}, headers as Record<string, string>)).status).toBe(403);
      expect(await mayRead(inside)).toBe(200);
    }
  });
});

test('shows an internal error as a page without internal details', async () => {
  const alone = await startTestManagement();
  try {
    await alone.database.schema.dropTable('sign_in_attempt').execute();
    const answer = await openWebBrowser(alone.app).submit('/sign-in', { email: 'a@b.example', password });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('Internal error');
    expect(answer.text).not.toMatch(/sign_in_attempt|Error|select/);
  } finally {
    await alone.close();
  }
});
