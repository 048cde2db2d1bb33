import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  callTeam,
  decideApproval,
  openCookieJar,
  postToken,
} from '../../../../test/support/services/assistant-login.ts';
import {
  type AssistantWorld,
  codeForm,
  startAssistantWorld,
} from '../../../../test/support/services/assistant-world.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../../test/support/services/scripted-provider.ts';

let world: AssistantWorld;
let provider: ScriptedProvider;
let providerId: number;

beforeAll(async () => {
  provider = await startScriptedProvider();
  world = await startAssistantWorld({ PLACARD_PRIVATE_TARGETS: '127.0.0.0/8,::1' });
  const created = await world.call('POST', '/identity-providers', {
    name: 'Aurora',
    issuer: provider.issuer,
    clientId: 'placard',
    clientSecret: 'the secret of the provider',
    domains: ['aurora.example'],
    groupRoles: [{ group: 'operations', role: 'manager' }],
  });
  providerId = created.body.id;
});
afterAll(async () => {
  await world?.management.close();
  await provider?.close();
});

/** Follows the pages from the consent page to the identity provider and back. Returns the address after the sign-in. */
async function signInWithProvider(browser: ReturnType<typeof openCookieJar>, page: string, claims: object) {
  const asked = await browser.get(page);
  expect(asked).toMatchObject({ status: 303 });
  const signIn = await browser.get(asked.headers.get('location') ?? '');
  const [, link = ''] = new RegExp(`href="(/sign-in/with/${providerId}[^"]*)"`).exec(signIn.text) ?? [];
  const left = await browser.get(link.replaceAll('&amp;', '&'));
  const { origin, searchParams } = new URL(left.headers.get('location') ?? '');
  expect(origin).toBe(provider.issuer);
  provider.claims = { nonce: searchParams.get('nonce'), ...claims };
  return browser.get(`/auth/callback/${providerId}?code=code&state=${searchParams.get('state')}`);
}

test('a person without a session signs in at the identity provider, returns to the consent page and approves', async () => {
  const { origin, shared } = world;
  const browser = openCookieJar(origin);
  const { page, verifier } = await world.startRequest(browser, shared);
  const email = 'maya@aurora.example';
  const claims = { sub: 'maya', name: 'Maya', email, email_verified: true, groups: ['operations'] };
  const back = await signInWithProvider(browser, page, claims);
  expect([back.status, back.headers.get('location')]).toEqual([303, page]);
  const shown = await browser.get(page);
  expect(shown).toMatchObject({ status: 200 });
  expect(shown.text).toContain(email);
  const returned = await decideApproval(browser, page, 'approve');
  const { status, body } = await postToken(origin, codeForm(shared, returned.searchParams.get('code') ?? '', verifier));
  expect(status).toBe(200);
  expect((await callTeam(origin, body.access_token)).status).toBe(200);
  const { body: people } = await world.call('GET', `/users?email=${email}`);
  expect(people).toMatchObject([{ name: 'Maya', role: 'manager', hasPassword: false }]);
  const { body: entries } = await world.call('GET', `/audit?actor=user:${people[0].id}`);
  expect(entries).toContainEqual(expect.objectContaining({ action: 'connect-assistant', objectId: people[0].id }));
});

test('a sign-in that the provider did not sign grants nothing', async () => {
  const { origin, shared } = world;
  const browser = openCookieJar(origin);
  const { page } = await world.startRequest(browser, shared);
  const claims = { sub: 'eve', name: 'Eve', email: 'eve@elsewhere.example', email_verified: true };
  provider.forges = true;
  const refused = await signInWithProvider(browser, page, claims);
  provider.forges = false;
  expect(refused.status).toBe(502);
  // Without a session, the decision is not accepted.
  const decided = await browser.submit(page, { decision: 'approve', user: '1' });
  expect(decided.status).toBe(303);
  expect(decided.headers.get('location')).toBe(`/sign-in?returnTo=${encodeURIComponent(page)}`);
});
