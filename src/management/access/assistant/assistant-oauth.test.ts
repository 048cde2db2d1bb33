import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorizationPath,
  callTeam,
  connectAssistant,
  decideApproval,
  openCookieJar,
  pkcePair,
  postToken,
  registerAssistant,
  requestApproval,
} from '../../../../test/support/services/assistant-login.ts';
import {
  type AssistantWorld,
  codeForm,
  personPassword,
  startAssistantWorld,
} from '../../../../test/support/services/assistant-world.ts';

let world: AssistantWorld;
let origin: string;

beforeAll(async () => {
  world = await startAssistantWorld();
  ({ origin } = world);
});
afterAll(() => world?.management.close());

describe('discovery', () => {
  test.each([
    ['/agents/mcp', ['assistant:read', 'assistant:draft']],
    ['/agents/adcp', expect.arrayContaining(['campaigns:read', 'campaigns:write'])],
  ])('%s refers to its metadata, which name this authorization server', async (path, scopes) => {
    const refused = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const address = `${origin}/.well-known/oauth-protected-resource${path}`;
    expect(challenge).toBe(`Bearer realm="placard", resource_metadata="${address}"`);
    const metadata = await (await fetch(address)).json();
    expect(metadata).toMatchObject({
      resource: `${origin}${path}`,
      authorization_servers: [origin],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    });
  });

  test('the metadata of the authorization server list PKCE with S256 only, and registration', async () => {
    const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth2/authorize`,
      registration_endpoint: `${origin}/oauth2/register`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none');
  });
});

describe('registration', () => {
  const register = (body: unknown) =>
    fetch(`${origin}/oauth2/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('makes every client public, whatever it asks for', async () => {
    const answer = await register({
      client_name: 'Desktop',
      redirect_uris: ['https://assistant.example/callback', 'http://localhost/callback'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['client_credentials', 'refresh_token'],
      scope: 'campaigns:write',
    });
    expect(answer.status).toBe(201);
    const body = await answer.json();
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'assistant:read assistant:draft',
    });
    expect(body).not.toHaveProperty('client_secret');
    const form = { grant_type: 'client_credentials', client_id: body.client_id };
    expect((await postToken(origin, form)).status).toBe(400);
  });

  test.each([
    'http://assistant.example/callback',
    'https://assistant.example/callback#part',
    'https://user:secret@assistant.example/',
    'https://localhost/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'javascript:alert(1)',
    'about:/callback',
    'ms-appinstaller:/?source=https://evil.example/x',
    'search:/query',
    'com.example.app:callback',
    'blob:https://assistant.example/1',
    'data:text/html,x',
    'not an address',
    '//evil.example',
  ])('refuses the redirect URI %s', async (uri) => {
    const answer = await register({ client_name: 'X', redirect_uris: [uri] });
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each(['com.example.app:/callback', 'cursor://anysphere.cursor-retrieval/oauth/callback'])(
    'accepts the private scheme of the redirect URI %s',
    async (uri) => {
      const answer = await register({ client_name: 'X', redirect_uris: [uri] });
      expect([answer.status, (await answer.json()).redirect_uris]).toEqual([201, [uri]]);
    },
  );

  test.each([
    ['no redirect URI', { client_name: 'X', redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'a name with a direction override',
      { client_name: 'X\u202eY', redirect_uris: ['https://a.example/'] },
      'invalid_client_metadata',
    ],
    ['text that is not JSON', '{', 'invalid_client_metadata'],
  ])('refuses %s', async (_case, body, error) => {
    const answer = await register(body);
    expect([answer.status, (await answer.json()).error]).toEqual([400, error]);
  });
});

describe('approval', () => {
  test('a person who is not signed in signs in first, sees the client and approves it', async () => {
    const person = await world.makePerson();
    const assistant = await registerAssistant(origin, 'Desk <b>assistant</b>');
    const browser = openCookieJar(origin);
    const { page, verifier } = await world.startRequest(browser, assistant);
    const asked = await browser.get(page);
    expect(asked.headers.get('location')).toBe(`/sign-in?returnTo=${encodeURIComponent(page)}`);
    const signedIn = await browser.submit('/sign-in', {
      email: person.email,
      password: personPassword,
      returnTo: page,
    });
    expect(signedIn.headers.get('location')).toBe(page);
    const shown = await browser.get(page);
    expect(shown.text).toContain('Connect Desk &lt;b&gt;assistant&lt;/b&gt;?');
    expect(shown.text).toContain('127.0.0.1:8765');
    expect(shown.text).toContain(person.email);
    expect(shown.text).toContain('Read campaigns, bookings and reports that you can see');
    const returned = await decideApproval(browser, page, 'approve');
    expect(`${returned.origin}${returned.pathname}`).toBe(assistant.redirectUri);
    expect(returned.searchParams.get('state')).toBe('the-state');
    expect(returned.searchParams.get('iss')).toBe(origin);
    const { status, body } = await postToken(
      origin,
      codeForm(assistant, returned.searchParams.get('code') ?? '', verifier),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'assistant:read assistant:draft', expires_in: 300, token_type: 'Bearer' });
    expect((await callTeam(origin, body.access_token)).status).toBe(200);
    expect(await world.auditOf(person)).toMatchObject([
      {
        actor: `user:${person.id}`,
        action: 'connect-assistant',
        objectId: person.id,
        after: { client: 'Desk <b>assistant</b>', clientId: assistant.clientId, host: '127.0.0.1:8765' },
      },
    ]);
  });

  test('a denial returns an error to the client and connects nothing', async () => {
    const person = await world.makePerson();
    const assistant = world.shared;
    const { page } = await world.startRequest(person.browser, assistant);
    const returned = await decideApproval(person.browser, page, 'deny');
    expect(returned.searchParams.get('error')).toBe('access_denied');
    expect(returned.searchParams.has('code')).toBe(false);
    expect(await world.auditOf(person)).toEqual([]);
  });

  test('every connection is approved, also the second one of the same browser', async () => {
    const person = await world.makePerson();
    const assistant = world.shared;
    await connectAssistant(origin, person.browser, { assistant });
    const { page } = await world.startRequest(person.browser, assistant);
    expect((await person.browser.get(page)).text).toContain('name="decision" value="approve"');
  });

  test('the page cannot be framed, and a form of another site cannot approve', async () => {
    const person = await world.makePerson();
    const { page } = await world.startRequest(person.browser, world.shared);
    const shown = await person.browser.get(page);
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(shown.headers.get('x-frame-options')).toMatch(/^(?:DENY|SAMEORIGIN)$/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const form = { decision: 'approve', user: String(person.id) };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await person.browser.submit(page, form, headers)).status).toBe(403);
    }
    expect(await world.auditOf(person)).toEqual([]);
  });

  test('a request belongs to the browser that started it', async () => {
    const person = await world.makePerson();
    const { page } = await world.startRequest(openCookieJar(origin), world.shared);
    expect((await person.browser.get(page)).status).toBe(404);
    const form = { decision: 'approve', user: String(person.id) };
    expect((await person.browser.submit(page, form)).status).toBe(404);
    expect((await person.browser.get('/connect/..%2fx')).status).toBe(404);
  });

  test('another user who signed in meanwhile does not approve what the first one saw', async () => {
    const first = await world.makePerson();
    const second = await world.makePerson();
    const { page } = await world.startRequest(first.browser, world.shared);
    await first.browser.submit('/sign-in', { email: second.email, password: personPassword, returnTo: '/' });
    const answer = await first.browser.submit(page, { decision: 'approve', user: String(first.id) });
    expect(answer.text).toContain(second.email);
    expect([await world.auditOf(first), await world.auditOf(second)]).toEqual([[], []]);
  });
});

test('a client that names no resource and no scope gets the team server with all rights', async () => {
  const { browser } = await world.makePerson();
  const { verifier, challenge } = pkcePair();
  const path = authorizationPath(origin, world.shared, {
    code_challenge: challenge,
    resource: undefined,
    scope: 'openid',
  });
  const returned = await decideApproval(browser, await requestApproval(browser, path), 'approve');
  const code = returned.searchParams.get('code') ?? '';
  const { body } = await postToken(origin, codeForm(world.shared, code, verifier));
  expect(body.scope).toBe('assistant:read assistant:draft');
  expect((await callTeam(origin, body.access_token)).status).toBe(200);
  expect((await world.call('GET', '/campaigns', undefined, body.access_token)).status).toBe(401);
});

test('limits the requests for approval of a network, because each is stored', async () => {
  const browser = openCookieJar(origin);
  const path = authorizationPath(origin, world.shared, { code_challenge: pkcePair().challenge });
  let answer = await browser.get(path);
  for (let count = 0; count < 100 && answer.status !== 429; count += 1) answer = await browser.get(path);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('limits the registrations of a network', async () => {
  const answers: number[] = [];
  for (let count = 0; count < 60 && answers.at(-1) !== 429; count += 1) {
    answers.push(
      await registerAssistant(origin).then(
        () => 201,
        (error: Error) => (error.message.includes('429') ? 429 : 0),
      ),
    );
  }
  expect(answers.at(-1)).toBe(429);
});
