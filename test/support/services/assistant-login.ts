import { createHash, randomBytes } from 'node:crypto';

/** Answer of a page or endpoint. */
export type JarAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** A browser without a window for a real listener: stores cookies with their paths and does not follow redirects. */
export type CookieJar = {
  get(path: string): Promise<JarAnswer>;
  submit(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JarAnswer>;
};

export function openCookieJar(origin: string): CookieJar {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>();
  type Sent = {
    readonly method?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: URLSearchParams;
  };
  async function send(path: string, init: Sent): Promise<JarAnswer> {
    const url = new URL(path, origin);
    const cookie = [...cookies]
      .filter(([, one]) => url.pathname.startsWith(one.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, cookiePath = '/'] = /; *path=([^;]*)/i.exec(line) ?? [];
      if (value === '' || /1970/.test(line)) cookies.delete(name);
      else cookies.set(name, { value, path: cookiePath });
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  return {
    get: (path) => send(path, { headers: { 'sec-fetch-site': 'none' } }),
    submit: (path, form, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(path, { method: 'POST', headers, body: new URLSearchParams(form) }),
  };
}

/** A code verifier and its S256 challenge. */
export function pkcePair(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Tokens of an assistant. */
export type AssistantTokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
};

/** An assistant that registered itself. */
export type TestAssistant = { readonly clientId: string; readonly redirectUri: string };

export async function registerAssistant(origin: string, name = 'Test assistant'): Promise<TestAssistant> {
  const redirectUri = 'http://127.0.0.1:8765/callback';
  const answer = await fetch(`${origin}/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  });
  if (answer.status !== 201) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
  const { client_id: clientId } = (await answer.json()) as { client_id: string };
  return { clientId, redirectUri };
}

/** Returns the path of an authorization request, with changed parameters. An undefined one is removed. */
export function authorizationPath(
  origin: string,
  assistant: TestAssistant,
  changed: Readonly<Record<string, string | undefined>>,
): string {
  const parameters = {
    response_type: 'code',
    client_id: assistant.clientId,
    redirect_uri: assistant.redirectUri,
    code_challenge_method: 'S256',
    resource: `${origin}/agents/mcp`,
    state: 'the-state',
    ...changed,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `/oauth2/authorize?${new URLSearchParams(given)}`;
}

/** Starts a request for approval and returns the path of its page. */
export async function requestApproval(browser: CookieJar, path: string): Promise<string> {
  const started = await browser.get(path);
  const page = started.headers.get('location') ?? '';
  if (started.status !== 303 || !page.startsWith('/connect/')) {
    throw new Error(`authorization: ${started.status} ${page} ${started.text}`);
  }
  return page;
}

/** Decides on the page of a request as a signed-in person and returns the address of the client. */
export async function decideApproval(browser: CookieJar, page: string, decision: 'approve' | 'deny'): Promise<URL> {
  const shown = await browser.get(page);
  const [, user = ''] = /name="user" value="(\d+)"/.exec(shown.text) ?? [];
  const decided = await browser.submit(page, { decision, user });
  const [, next = ''] = /content="0;url=([^"]+)"/.exec(decided.text) ?? [];
  const returned = await browser.get(next);
  return new URL(returned.headers.get('location') ?? `about:blank#${returned.status} ${returned.text}`);
}

/** Calls the token endpoint. */
export async function postToken(
  origin: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: AssistantTokens & { readonly error?: string } }> {
  const answer = await fetch(`${origin}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as AssistantTokens };
}

/** Signs in with a password. */
export async function signInTo(
  origin: string,
  person: { readonly email: string; readonly password: string },
): Promise<CookieJar> {
  const browser = openCookieJar(origin);
  const answer = await browser.submit('/sign-in', { ...person, returnTo: '/' });
  if (answer.status !== 303) throw new Error(`sign-in: ${answer.status}`);
  return browser;
}

/** Connects an assistant as a signed-in person and returns its tokens. */
export async function connectAssistant(
  origin: string,
  browser: CookieJar,
  { assistant, scope }: { readonly assistant: TestAssistant; readonly scope?: string },
): Promise<AssistantTokens> {
  const { verifier, challenge } = pkcePair();
  const path = authorizationPath(origin, assistant, { code_challenge: challenge, scope });
  const returned = await decideApproval(browser, await requestApproval(browser, path), 'approve');
  const { status, body } = await postToken(origin, {
    grant_type: 'authorization_code',
    client_id: assistant.clientId,
    redirect_uri: assistant.redirectUri,
    code: returned.searchParams.get('code') ?? '',
    code_verifier: verifier,
    resource: `${origin}/agents/mcp`,
  });
  if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(body)} ${returned.href}`);
  return body;
}

/** Sends one message to the team server. */
export function callTeam(origin: string, token: string | null, message: unknown = listTools): Promise<Response> {
  return fetch(`${origin}/agents/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(message),
  });
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
