import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebBrowser, type WebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { MailServer } from '../../../../test/support/services/mail-server.ts';

const day = 86_400_000;
const password = 'correct horse battery';
const invalid = 'The link is not valid';
let clockMs = Date.parse('2027-03-01T09:00:00Z');
let management: TestManagement;
let mailServer: MailServer;
let people = 0;

beforeAll(async () => {
  mailServer = await MailServer.start();
  const environment = { PLACARD_SMTP_URL: mailServer.url, PLACARD_MAIL_FROM: 'Placard <ads@publisher.example>' };
  management = await startTestManagement({ nowMs: () => clockMs, environment });
});
afterAll(async () => {
  await management?.close();
  await mailServer?.close();
});
beforeEach(() => {
  mailServer.mails = [];
  mailServer.refusal = null;
});

async function invite(fields: Readonly<Record<string, unknown>> = {}, headers: Readonly<Record<string, string>> = {}) {
  people += 1;
  const body = { email: `guest${people}@invited.example`, role: 'manager', sendEmail: false, ...fields };
  const answer = await management.call('POST', '/users/actions/invite', { body, headers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...answer.body, ...linkOf(answer.body) } as { id: number; email: string; path: string; token: string };
}

async function newLink(id: number, body = { sendEmail: false }) {
  const answer = await management.call('POST', `/users/${id}/invitation`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { answer, ...linkOf(answer.body) };
}

function linkOf({ invitationLink }: { readonly invitationLink: string }) {
  const { pathname, search, searchParams } = new URL(invitationLink);
  return { path: pathname + search, token: searchParams.get('token') ?? '' };
}

function browse(): WebBrowser {
  people += 1;
  return openWebBrowser(management.app, `198.51.100.${people}`);
}

const accept = (browser: WebBrowser, token: string, form: Readonly<Record<string, string>> = {}) =>
  browser.submit('/invitation', { invitation: token, name: 'Maya Peeters', password, ...form });

async function actionsOn(id: number) {
  const rows = await management.database
    .selectFrom('auditEntry')
    .select(['auditEntry.actor', 'auditEntry.action'])
    .where('auditEntry.kind', '=', 'users')
    .where('auditEntry.objectId', '=', id)
    .orderBy('auditEntry.id')
    .execute();
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}

describe('an invitation', () => {
  test('is mailed, sets name and password, signs in, and is recorded', async () => {
    const { id, email, path, token } = await invite({ sendEmail: true });
    const [mail = ''] = mailServer.mailsTo(email);
    expect(mail).toContain('Subject: account 1 invited you to Placard');
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
    expect(mail.split(token)).toHaveLength(4);
    const stored = (await management.call('GET', `/users/${id}`)).body;
    const expiresAt = new Date(clockMs + 7 * day).toISOString();
    expect(stored).toMatchObject({ name: email, hasPassword: false, invitation: { expiresAt } });
    expect((await browse().submit('/sign-in', { email, password: '' })).status).toBe(401);

    const browser = browse();
    for (const _ of [1, 2]) {
      const page = await browser.get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`value="${email}"`);
    }
    const answer = await accept(browser, token);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
    expect((await browser.call('GET', '/me')).text).toContain('"name":"Maya Peeters"');
    expect((await management.call('GET', `/users/${id}`)).body).toMatchObject({
      name: 'Maya Peeters',
      hasPassword: true,
      invitation: null,
    });
    expect((await browse().submit('/sign-in', { email, password })).status).toBe(303);
    expect(await actionsOn(id)).toEqual([
      'service-account:1 invite',
      'service-account:1 create',
      `user:${id} accept-invitation`,
      `user:${id} sign-in`,
    ]);
  });

  test('stores neither the token nor the password', async () => {
    const { token } = await invite({ sendEmail: true }, { 'idempotency-key': 'kept' });
    await accept(browse(), token, { password: 'four unrelated words here' });
    const { token: open } = await invite();
    for (const table of ['userAccount', 'auditEntry', 'idempotencyKey', 'revision', 'signInAttempt'] as const) {
      const text = JSON.stringify(await management.database.selectFrom(table).selectAll().execute());
      for (const secret of [token, open, 'four unrelated words']) expect(text).not.toContain(secret);
    }
  });

  test('is created and mailed once for calls with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'same-invitation' };
    const body = { email: 'once@invited.example', name: 'Once', role: 'viewer' };
    const first = await management.call('POST', '/users/actions/invite', { body, headers });
    expect(first.body).toMatchObject({ name: 'Once', invitationEmail: 'sent' });
    const second = await management.call('POST', '/users/actions/invite', { body, headers });
    expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect(second.body).not.toHaveProperty('invitationLink');
    expect(mailServer.mailsTo('once@invited.example')).toHaveLength(1);
  });

  test('is accepted once by concurrent forms', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(browse(), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404]);
  });

  test('stays open for a missing name or a weak password', async () => {
    const { token } = await invite();
    const browser = browse();
    for (const [form, text] of [
      [{ name: ' ' }, 'Enter a name on one line.'],
      [{ password: 'short' }, 'at least 12 characters'],
      [{ password: 'password1234' }, 'too easy to guess'],
      [{ name: 'Otto Katzenbach', password: 'ottokatzenbach' }, 'too easy to guess'],
    ] as const) {
      const answer = await accept(browser, token, form);
      expect(answer.status, text).toBe(422);
      expect(answer.text).toContain(text);
      expect(browser.cookies.size).toBe(0);
    }
    expect((await accept(browser, token)).status).toBe(303);
  });

  test('is accepted with a password also if an identity provider has the domain of the address', async () => {
    await makeObject(management, 'identity-providers', { domains: ['company.invited.example'] });
    const { token } = await invite({ email: 'lea@company.invited.example' });
    expect((await accept(browse(), token)).status).toBe(303);
    const form = { email: 'lea@company.invited.example', password };
    expect((await browse().submit('/sign-in', form)).status).toBe(303);
  });

  test('refuses a form of another site', async () => {
    const { token } = await invite();
    const form = { invitation: token, name: 'Maya', password };
    expect((await browse().submit('/invitation', form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await accept(browse(), token)).status).toBe(303);
  });

  test('requires the scope, and every scope of the role', async () => {
    const body = { email: 'admin2@invited.example', role: 'admin', sendEmail: false };
    const refused = await management.call('POST', '/users/actions/invite', { body, scopes: ['users:read'] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    const scopes = ['users:read', 'users:write'] as const;
    const beyond = await management.call('POST', '/users/actions/invite', { body, scopes });
    expect(beyond).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    const { id } = await invite({ role: 'admin' });
    for (const method of ['POST', 'DELETE']) {
      const options = { scopes, ...(method === 'POST' && { body: {} }) };
      const answer = await management.call(method, `/users/${id}/invitation`, options);
      expect(answer, method).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    }
  });

  test('returns already_exists for the address of a user', async () => {
    const { email } = await invite();
    const body = { email: email.toUpperCase(), role: 'viewer', sendEmail: false };
    const answer = await management.call('POST', '/users/actions/invite', { body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });
});

describe('a link that is no longer valid', () => {
  const change = (method: string, path: string, body?: unknown) =>
    management.call(method, path, { headers: { 'if-match': '*' }, ...(body === undefined ? {} : { body }) });

  const ends: readonly (readonly [string, (id: number, token: string) => Promise<unknown>])[] = [
    ['accepted', (_, token) => accept(browse(), token)],
    ['replaced', (id) => newLink(id)],
    ['revoked', (id) => change('DELETE', `/users/${id}/invitation`)],
    ['archived', (id) => change('DELETE', `/users/${id}`)],
    [
      'archived and restored',
      async (id) => {
        await change('DELETE', `/users/${id}`);
        await change('POST', `/users/${id}/actions/unarchive`);
      },
    ],
    ['sent to an earlier address', (id) => change('PATCH', `/users/${id}`, { email: `moved${id}@invited.example` })],
    ['superseded by a password', (id) => change('POST', `/users/${id}/password`, { password })],
  ];

  test('gets the same response for every reason', async () => {
    const unknown = await browse().get(`/invitation?token=${'a'.repeat(59)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain(invalid);
    const answers = [await browse().get('/invitation'), await browse().get('/invitation?token=short')];
    for (const [, end] of ends) {
      const { id, path, token } = await invite();
      await end(id, token);
      answers.push(await browse().get(path), await accept(browse(), token));
    }
    const { path, token } = await invite();
    clockMs += 7 * day;
    answers.push(await browse().get(path), await accept(browse(), token));
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 404, text: unknown.text });
    expect(unknown.headers['cache-control']).toBe('no-store');
  });

  test('does not end a session or change a password', async () => {
    const { email, token } = await invite();
    const browser = browse();
    await accept(browser, token);
    expect((await accept(browser, token, { password: 'another horse battery' })).status).toBe(404);
    expect((await browser.call('GET', '/me')).status).toBe(200);
    expect((await browse().submit('/sign-in', { email, password })).status).toBe(303);
  });

  test('is refused after ten attempts from one address, and valid links do not count', async () => {
    const browser = browse();
    const { path } = await invite();
    for (let opened = 0; opened < 15; opened += 1) expect((await browser.get(path)).status).toBe(200);
    const wrong = `/invitation?token=${'b'.repeat(59)}`;
    for (let tried = 0; tried < 10; tried += 1) expect((await browser.get(wrong)).status).toBe(404);
    const refused = await browser.get(wrong);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    clockMs += 16 * 60_000;
    expect((await browser.get(wrong)).status).toBe(404);
  });
});

describe('a link for a user with a password', () => {
  test('keeps the password until it is used, and then ends all sessions', async () => {
    const { id } = await makeObject(management, 'users', { name: 'Ina', email: 'ina@invited.example' });
    await management.call('POST', `/users/${id}/password`, { body: { password } });
    const earlier = browse();
    await earlier.submit('/sign-in', { email: 'ina@invited.example', password });
    const { answer, path, token } = await newLink(Number(id), { sendEmail: true });
    expect(answer.body).toMatchObject({ hasPassword: true, invitationEmail: 'sent' });
    expect(mailServer.mailsTo('ina@invited.example')[0]).toContain('Subject: New password for Placard');
    expect((await earlier.call('GET', '/me')).status).toBe(200);
    expect((await browse().get(path)).text).toContain('Set a new password');
    const browser = browse();
    expect((await accept(browser, token, { password: 'another horse battery' })).status).toBe(303);
    expect((await earlier.call('GET', '/me')).status).toBe(401);
    expect((await browse().submit('/sign-in', { email: 'ina@invited.example', password })).status).toBe(401);
  });
});

describe('the mail of an invitation', () => {
  test('is in the language of the user, without markup from names', async () => {
    const { email } = await invite({ name: '<b>Eva</b>', language: 'nl', sendEmail: true });
    expect(mailServer.mailsTo(email)[0]).toContain('Subject: account 1 heeft je uitgenodigd voor Placard');
    expect(mailServer.mailsTo(email)[0]).not.toContain('<b>Eva');
  });

  test('is reported as failed if the mail server refuses it; the link is returned', async () => {
    mailServer.refusal = () => ({ code: 550 });
    const body = { email: 'refused@invited.example', role: 'viewer' };
    const answer = await management.call('POST', '/users/actions/invite', { body });
    expect(answer).toMatchObject({ status: 201, body: { invitationEmail: 'failed' } });
    expect((await browse().get(linkOf(answer.body).path)).status).toBe(200);
  });
});
