import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../../test/support/services/scripted-provider.ts';

let management: TestManagement;
let provider: ScriptedProvider;
let id: number;
let other: number;
let people = 0;
beforeAll(async () => {
  provider = await startScriptedProvider();
  management = await startTestManagement({ environment: { PLACARD_PRIVATE_TARGETS: '127.0.0.0/8,::1' } });
  const make = (domain: string) =>
    makeObject(management, 'identity-providers', { issuer: provider.issuer, domains: [domain] });
  [id, other] = [(await make('aurora.example')).id, (await make('other.example')).id];
});
afterAll(async () => {
  await management?.close();
  await provider?.close();
});

const change = (body: Record<string, unknown>) =>
  management.call('PATCH', `/identity-providers/${id}`, { body, headers: { 'if-match': '*' } });
const read = async () => (await management.call('GET', `/identity-providers/${id}`)).body;
/** Sets the flag as the migration does for providers of an earlier version. */
const share = (ids: readonly number[]) =>
  management.database
    .updateTable('identityProvider')
    .set({ sharedRedirect: sql<boolean>`identity_provider.id = any(${ids})` })
    .execute();

/** Visits the provider and returns at this path. Returns the redirect URI that was sent, and the status. */
async function signIn(path: string, query = ''): Promise<readonly [path: string, status: number]> {
  people += 1;
  const browser = openWebBrowser(management.app);
  const left = new URL((await browser.get(`/sign-in/with/${id}`)).headers['location'] as string);
  const email = `person${people}@aurora.example`;
  provider.claims = {
    nonce: `${left.searchParams.get('nonce')}`,
    sub: `subject ${people}`,
    email,
    email_verified: true,
  };
  const state = left.searchParams.get('state');
  const { status } = await browser.get(`${path}?code=c&state=${state}${query}`);
  return [new URL(`${left.searchParams.get('redirect_uri')}`).pathname, status];
}

describe('a provider created in this version', () => {
  beforeEach(() => share([0]));

  test('has its own redirect URI and accepts responses only there', async () => {
    const own = `/auth/callback/${id}`;
    expect(await read()).toMatchObject({ redirectUri: `http://localhost:8080${own}`, sharedRedirectUri: false });
    expect(await signIn(own)).toEqual([own, 303]);
    for (const path of ['/auth/callback', `/auth/callback/${other}`, '/auth/callback/x']) {
      expect(await signIn(path), path).toEqual([own, 502]);
    }
    const iss = `&iss=${encodeURIComponent('https://evil.example')}`;
    expect(await signIn(own, iss)).toEqual([own, 502]);
  });

  test('cannot be created with or changed to the shared redirect URI', async () => {
    expect(await change({ sharedRedirectUri: true })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/sharedRedirectUri' }] },
    });
    const body = { name: 'x', issuer: provider.issuer, clientId: 'x', domains: ['x.example'], sharedRedirectUri: true };
    expect((await management.call('POST', '/identity-providers', { body })).status).toBe(400);
  });
});

describe('a provider with the shared redirect URI of an earlier version', () => {
  test('signs users in as before while it is the only one', async () => {
    await share([id]);
    expect(await signIn('/auth/callback')).toEqual(['/auth/callback', 303]);
    expect(await signIn(`/auth/callback/${id}`)).toEqual(['/auth/callback', 502]);
  });

  test('requires the issuer in the response when another provider shares the URI', async () => {
    await share([id, other]);
    expect(await signIn('/auth/callback')).toEqual(['/auth/callback', 502]);
    expect(await signIn('/auth/callback', `&iss=${encodeURIComponent(provider.issuer)}`)).toEqual([
      '/auth/callback',
      303,
    ]);
    expect(await signIn('/auth/callback', '&iss=https://evil.example')).toEqual(['/auth/callback', 502]);
  });

  test('changes to its own redirect URI on request or when its client ID changes', async () => {
    await share([id]);
    expect((await change({ name: 'Aurora' })).body.sharedRedirectUri).toBe(true);
    expect((await change({ sharedRedirectUri: false })).body.sharedRedirectUri).toBe(false);
    expect(await signIn(`/auth/callback/${id}`)).toEqual([`/auth/callback/${id}`, 303]);
    await share([id]);
    expect((await change({ clientId: 'another' })).body.sharedRedirectUri).toBe(false);
  });
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'nonsense', undefined])(
  'refuses a provider whose authorization endpoint is %s',
  async (authorization_endpoint) => {
    const strange = await startScriptedProvider();
    strange.metadata = { authorization_endpoint };
    const { id: strangeId } = await makeObject(management, 'identity-providers', { issuer: strange.issuer });
    const answer = await openWebBrowser(management.app).get(`/sign-in/with/${strangeId}`);
    expect([answer.status, answer.headers['location']]).toEqual([502, undefined]);
    await management.call('DELETE', `/identity-providers/${strangeId}`, { headers: { 'if-match': '*' } });
    await strange.close();
  },
);
