import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../../../test/support/services/scripted-provider.ts';
import { type Scope, scopes } from '../../../contract/access/scopes.ts';

const providerScopes: readonly Scope[] = ['identity-providers:read', 'identity-providers:write'];
const withoutMapping = scopes.filter((scope) => scope !== 'user-mapping:write');
let management: TestManagement;
let provider: ScriptedProvider;
let brand: { readonly id: number; readonly mediaPartnerId: number };
let domains = 0;
let domain: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  management = await startTestManagement({ environment: { PLACARD_PRIVATE_TARGETS: '127.0.0.0/8,::1' } });
  brand = (await makeObject(management, 'brands')) as unknown as typeof brand;
});
afterAll(async () => {
  await management?.close();
  await provider?.close();
});
beforeEach(() => {
  domains += 1;
  domain = `tenant${domains}.example`;
});

const bodyOf = (more: Record<string, unknown> = {}) => ({
  name: 'Aurora',
  issuer: provider.issuer,
  clientId: 'placard',
  domains: [domain],
  ...more,
});
const create = (granted: readonly Scope[], more: Record<string, unknown> = {}) =>
  management.call('POST', '/identity-providers', { body: bodyOf(more), scopes: granted });
const change = (id: number, body: Record<string, unknown>, granted: readonly Scope[]) =>
  management.call('PATCH', `/identity-providers/${id}`, { body, scopes: granted, headers: { 'if-match': '*' } });
const confirm = (id: number, granted: readonly Scope[]) =>
  management.call('POST', `/identity-providers/${id}/actions/confirm-domains`, { scopes: granted });
const map = (user: string) =>
  management.call('POST', '/user-mapping', {
    body: { user, advertiserCompanyId: brand.mediaPartnerId, brandId: brand.id },
  });

async function signIn(id: number, email: string) {
  const browser = openWebBrowser(management.app);
  const left = await browser.get(`/sign-in/with/${id}`);
  const url = new URL(left.headers['location'] as string);
  const nonce = url.searchParams.get('nonce') as string;
  provider.claims = { nonce, sub: `sub of ${email}`, name: 'Anna', email, email_verified: true };
  const answer = await browser.get(`/auth/callback/${id}?code=c&state=${url.searchParams.get('state')}`);
  const brands = async () => JSON.parse((await browser.call('GET', '/brands')).text).length as number;
  return { status: answer.status, brands };
}

describe('a domain', () => {
  test('has at most one active identity provider, and the 409 names the existing one', async () => {
    const first = await create(scopes);
    const second = await create(scopes, { domains: ['free.example', domain.toUpperCase()], name: 'Other' });
    expect(second).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    expect(second.body.errors).toMatchObject([{ pointer: '/domains/1' }]);
    expect(second.body.detail).toContain(`${domain}, which belongs to identity provider ${first.body.id} (Aurora)`);
    const other = await create(scopes, { domains: [`other-${domain}`] });
    expect((await change(other.body.id, { domains: [domain] }, scopes)).status).toBe(409);
    await management.call('DELETE', `/identity-providers/${first.body.id}`, { headers: { 'if-match': '*' } });
    expect((await change(other.body.id, { domains: [domain] }, scopes)).status).toBe(200);
  });

  test('is assigned to one of several providers that claim it concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(scopes)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('does not allow sign-in until an administrator confirms it if it was claimed without users:write', async () => {
    const made = await create(providerScopes);
    expect(made).toMatchObject({ status: 201, body: { domainClaims: [{ domain, confirmedAt: null }] } });
    expect((await signIn(made.body.id, `maya@${domain}`)).status).toBe(403);
    expect((await confirm(made.body.id, providerScopes)).status).toBe(403);
    const confirmed = await confirm(made.body.id, scopes);
    expect(confirmed.body.domainClaims).toEqual([{ domain, confirmedAt: expect.any(String), activatesMappings: true }]);
    expect((await signIn(made.body.id, `maya@${domain}`)).status).toBe(303);
  });

  test.each([
    ['issuer', { issuer: 'https://evil.example' }],
    ['client id', { clientId: 'evil' }],
    ['assumption that addresses are verified', { assumeEmailVerified: true }],
  ])('is no longer confirmed after an account without users:write changes the %s', async (_what, patch) => {
    const made = await create(scopes);
    expect(made.body.domainClaims[0].confirmedAt).not.toBeNull();
    const renamed = await change(made.body.id, { name: 'Renamed' }, providerScopes);
    expect(renamed.body.domainClaims[0].confirmedAt).not.toBeNull();
    const changed = await change(made.body.id, patch, providerScopes);
    expect(changed.body.domainClaims).toEqual([{ domain, confirmedAt: null, activatesMappings: false }]);
  });

  test('stays confirmed when another domain is added without users:write; the added domain is unconfirmed', async () => {
    const made = await create(scopes);
    const added = `added-${domain}`;
    const changed = await change(made.body.id, { domains: [domain, added] }, providerScopes);
    expect(changed.body.domainClaims).toEqual([
      { domain: added, confirmedAt: null, activatesMappings: false },
      { domain, confirmedAt: expect.any(String), activatesMappings: true },
    ]);
  });
});

describe('user mappings created before the first sign-in', () => {
  test('apply if the confirmation was made with user-mapping:write', async () => {
    const { body } = await create(scopes);
    await map(`first@${domain}`);
    expect(await (await signIn(body.id, `first@${domain}`)).brands()).toBe(1);
  });

  test('do not apply without it until an account with user-mapping:write adds them again', async () => {
    const { body } = await create(withoutMapping);
    await map(`first@${domain}`);
    const { status, brands } = await signIn(body.id, `first@${domain}`);
    expect([status, await brands()]).toEqual([303, 0]);
    await map(`First@${domain}`);
    expect(await brands()).toBe(1);
    await map(`second@${domain}`);
    expect((await confirm(body.id, scopes)).body.domainClaims[0].activatesMappings).toBe(true);
    expect(await (await signIn(body.id, `second@${domain}`)).brands()).toBe(1);
  });

  test('do not apply to a user whose address is set by an account without user-mapping:write', async () => {
    await map(`made@${domain}`);
    const user = { name: 'Made', email: `made@${domain}`, role: 'advertiser' };
    const made = await management.call('POST', '/users', { body: user, scopes: withoutMapping });
    const brandsOf = async () => (await management.call('GET', '/brands', { user: made.body.id })).body.length;
    expect(await brandsOf()).toBe(0);
    await map(`made@${domain}`);
    expect(await brandsOf()).toBe(1);
    await map(`moved@${domain}`);
    const patch = (email: string, granted: readonly Scope[]) =>
      management.call('PATCH', `/users/${made.body.id}`, {
        body: { email },
        scopes: granted,
        headers: { 'if-match': '*' },
      });
    expect((await patch(`moved@${domain}`, withoutMapping)).status).toBe(200);
    expect(await brandsOf()).toBe(0);
    await patch(`made@${domain}`, withoutMapping);
    await patch(`moved@${domain}`, scopes);
    expect(await brandsOf()).toBe(1);
  });
});
