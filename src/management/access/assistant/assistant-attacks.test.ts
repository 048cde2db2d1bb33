import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorizationPath,
  callTeam,
  connectAssistant,
  decideApproval,
  pkcePair,
  postToken,
  registerAssistant,
  requestApproval,
  type TestAssistant,
} from '../../../../test/support/services/assistant-login.ts';
import {
  type AssistantWorld,
  codeForm,
  startAssistantWorld,
} from '../../../../test/support/services/assistant-world.ts';

let world: AssistantWorld;
let origin: string;

beforeAll(async () => {
  world = await startAssistantWorld();
  ({ origin } = world);
});
afterAll(() => world?.management.close());

describe('attacks', () => {
  test.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['the resource of the API', { resource: ':origin/api' }, 'invalid_target'],
    ['a foreign resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['tokens in the front channel', { response_type: 'token' }, 'unsupported_response_type'],
    ['approval without a page', { prompt: 'none' }, 'interaction_required'],
  ])('%s is refused with an error for the client', async (_case, changed, error) => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const parameters = Object.fromEntries(
      Object.entries({ code_challenge: pkcePair().challenge, ...changed }).map(([name, value]) => [
        name,
        value?.replace(':origin', origin),
      ]),
    );
    const answer = await browser.get(authorizationPath(origin, assistant, parameters));
    const returned = new URL(answer.headers.get('location') ?? 'about:blank');
    expect(`${returned.origin}${returned.pathname}`).toBe(assistant.redirectUri);
    const values = new URLSearchParams(returned.search || returned.hash.slice(1));
    expect(values.get('error')).toBe(error);
  });

  test.each([
    ['a foreign host', 'https://evil.example/callback'],
    ['another path', 'http://127.0.0.1:8765/other'],
    ['a longer host', 'http://127.0.0.1.evil.example:8765/callback'],
    ['user information', 'http://127.0.0.1:8765@evil.example/callback'],
    ['an added query', 'http://127.0.0.1:8765/callback?next=https://evil.example'],
  ])('never redirects to %s', async (_case, redirectUri) => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const changed = { redirect_uri: redirectUri, code_challenge: pkcePair().challenge };
    const answer = await browser.get(authorizationPath(origin, assistant, changed));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.text).toContain('Connection failed');
  });

  test('a loopback address may have another port', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const changed = { redirect_uri: 'http://127.0.0.1:9999/callback', code_challenge: pkcePair().challenge };
    expect(await requestApproval(browser, authorizationPath(origin, assistant, changed))).toMatch(/^\/connect\//);
  });

  test('a code needs its verifier, its client and its redirect URI', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const { page, verifier } = await world.startRequest(browser, assistant);
    const code = (await decideApproval(browser, page, 'approve')).searchParams.get('code') ?? '';
    const form = codeForm(assistant, code, verifier);
    const { code_verifier: _removed, ...without } = form;
    for (const wrong of [
      without,
      { ...form, code_verifier: pkcePair().verifier },
      { ...form, client_id: world.other.clientId },
      { ...form, redirect_uri: 'http://127.0.0.1:8765/other' },
      { ...form, resource: `${origin}/api` },
    ]) {
      expect((await postToken(origin, wrong)).status).toBe(400);
    }
  });

  test('a replayed code ends the connection that it created', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const { page, verifier } = await world.startRequest(browser, assistant);
    const code = (await decideApproval(browser, page, 'approve')).searchParams.get('code') ?? '';
    const form = codeForm(assistant, code, verifier);
    const first = await postToken(origin, form);
    expect((await callTeam(origin, first.body.access_token)).status).toBe(200);
    expect(await postToken(origin, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await callTeam(origin, first.body.access_token)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', client_id: assistant.clientId };
    expect((await postToken(origin, { ...refresh, refresh_token: first.body.refresh_token })).status).toBe(400);
  });

  test('of ten concurrent uses of a code at most one succeeds', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const { page, verifier } = await world.startRequest(browser, assistant);
    const code = (await decideApproval(browser, page, 'approve')).searchParams.get('code') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postToken(origin, codeForm(assistant, code, verifier))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  test('tokens work only at the resource that they are bound to', async () => {
    const { browser } = await world.makePerson('admin');
    const { access_token: token } = await connectAssistant(origin, browser, { assistant: world.shared });
    expect((await callTeam(origin, token)).status).toBe(200);
    expect((await world.call('GET', '/campaigns', undefined, token)).status).toBe(401);
    const seller = (bearer: string) =>
      fetch(`${origin}/agents/adcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await seller(token)).status).toBe(401);
    expect((await callTeam(origin, world.apiToken)).status).toBe(401);
    const sellerToken = await world.serviceToken({ resource: `${origin}/agents/adcp` });
    expect((await callTeam(origin, sellerToken)).status).toBe(401);
    expect((await world.call('GET', '/campaigns', undefined, sellerToken)).status).toBe(401);
    // The account has no buyer agent. Authentication itself succeeds.
    expect((await seller(sellerToken)).status).toBe(403);
    const { id, secret } = world.management.account;
    const form = {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      resource: `${origin}/agents/mcp`,
    };
    expect(await postToken(origin, form)).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
  });

  test('the session of the browser does not open the team server', async () => {
    const { browser } = await world.makePerson();
    const answer = await browser.submit('/agents/mcp', {});
    expect(answer.status).toBe(401);
  });
});

describe('refreshing and ending', () => {
  const refreshOf = (assistant: TestAssistant, token: string, more = {}) =>
    postToken(origin, { grant_type: 'refresh_token', client_id: assistant.clientId, refresh_token: token, ...more });

  test('a refresh token works once, and its second use ends the connection', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const first = await connectAssistant(origin, browser, { assistant });
    const second = await refreshOf(assistant, first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await callTeam(origin, second.body.access_token)).status).toBe(200);
    expect((await refreshOf(assistant, first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refreshOf(assistant, second.body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await callTeam(origin, second.body.access_token)).status).toBe(401);
  });

  test('a refresh token cannot get another resource, more rights or another client', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const { refresh_token: token, scope } = await connectAssistant(origin, browser, {
      assistant,
      scope: 'assistant:read',
    });
    expect(scope).toBe('assistant:read');
    expect((await refreshOf(assistant, token, { scope: 'assistant:read assistant:draft' })).status).toBe(400);
    expect((await refreshOf(await registerAssistant(origin), token)).status).toBe(400);
    const refreshed = await refreshOf(assistant, token);
    expect(refreshed.body.scope).toBe('assistant:read');
    const elsewhere = await refreshOf(assistant, refreshed.body.refresh_token, { resource: `${origin}/api` });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
  });

  test('the person revokes the connection on the account page, from the next call on', async () => {
    const person = await world.makePerson();
    const assistant = await registerAssistant(origin, 'Reporting assistant');
    const { access_token: token, refresh_token: refresh } = await connectAssistant(origin, person.browser, {
      assistant,
    });
    expect((await callTeam(origin, token)).status).toBe(200);
    const page = await person.browser.get('/account');
    expect(page.text).toContain('Reporting assistant (127.0.0.1:8765), connected');
    const [, connection = ''] = /name="connection" value="(\d+)"/.exec(page.text) ?? [];
    const stranger = await world.makePerson();
    await stranger.browser.submit('/account/assistants/revoke', { connection });
    expect((await callTeam(origin, token)).status).toBe(200);
    const revoked = await person.browser.submit('/account/assistants/revoke', { connection });
    expect(revoked.text).toContain('Reporting assistant is disconnected.');
    expect(revoked.text).toContain('No assistants are connected.');
    expect((await callTeam(origin, token)).status).toBe(401);
    expect((await refreshOf(assistant, refresh)).status).toBe(400);
    expect((await world.auditOf(person)).map(({ action }: { action: string }) => action)).toEqual([
      'revoke-assistant',
      'connect-assistant',
    ]);
  });

  test('the client ends its connection by revoking its refresh token', async () => {
    const { browser } = await world.makePerson();
    const assistant = world.shared;
    const { access_token: token, refresh_token: refresh } = await connectAssistant(origin, browser, { assistant });
    const revoke = (clientId: string, body: string) =>
      fetch(`${origin}/oauth2/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: clientId, token: body }),
      });
    await revoke(world.other.clientId, refresh);
    expect((await callTeam(origin, token)).status).toBe(200);
    expect((await revoke(assistant.clientId, refresh)).status).toBe(200);
    expect((await callTeam(origin, token)).status).toBe(401);
    const again = await connectAssistant(origin, browser, { assistant });
    expect((await revoke(assistant.clientId, again.access_token)).status).toBe(200);
    expect((await callTeam(origin, again.access_token)).status).toBe(401);
    expect((await refreshOf(assistant, again.refresh_token)).status).toBe(200);
  });

  test('archiving the user ends access at once, also after the user is active again', async () => {
    const person = await world.makePerson();
    const assistant = world.shared;
    const { access_token: token, refresh_token: refresh } = await connectAssistant(origin, person.browser, {
      assistant,
    });
    expect((await world.call('DELETE', `/users/${person.id}`)).status).toBeLessThan(300);
    expect((await callTeam(origin, token)).status).toBe(401);
    expect((await refreshOf(assistant, refresh)).status).toBe(400);
    expect((await world.call('POST', `/users/${person.id}/actions/unarchive`)).status).toBe(200);
    expect((await callTeam(origin, token)).status).toBe(401);
  });

  test('stores neither codes nor tokens', async () => {
    const { browser } = await world.makePerson();
    const tokens = await connectAssistant(origin, browser, { assistant: world.shared });
    for (const table of ['oauthArtifact', 'assistantConnection', 'assistantClient', 'auditEntry'] as const) {
      const text = JSON.stringify(await world.management.database.selectFrom(table).selectAll().execute());
      expect(text).not.toContain(tokens.refresh_token);
      expect(text).not.toContain(tokens.access_token);
    }
  });
});
