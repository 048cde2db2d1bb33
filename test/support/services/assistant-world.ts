import { expect } from 'vitest';
import { startListeningManagement } from '../server/listening-management.ts';
import {
  authorizationPath,
  type CookieJar,
  pkcePair,
  postToken,
  registerAssistant,
  requestApproval,
  signInTo,
  type TestAssistant,
} from './assistant-login.ts';

export const personPassword = 'correct horse battery';

/** A user with a browser in which the user is signed in. */
export type SignedInPerson = { readonly id: number; readonly email: string; readonly browser: CookieJar };

export type AssistantWorld = Awaited<ReturnType<typeof startAssistantWorld>>;

/** Starts the management listener with its real token service and two registered assistants. */
export async function startAssistantWorld(environment: Readonly<Record<string, string>> = {}) {
  const management = await startListeningManagement(environment);
  const { origin, account } = management;
  let people = 0;

  /** Returns a token of the service account with all scopes. */
  async function serviceToken(more: Record<string, string> = {}): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: account.id, client_secret: account.secret, ...more };
    return (await postToken(origin, form)).body.access_token;
  }
  const apiToken = await serviceToken();

  async function call(method: string, path: string, body?: unknown, token = apiToken) {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'if-match': '*', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  return {
    management,
    origin,
    apiToken,
    serviceToken,
    call,
    /** Registered once, because registrations of a network are limited. */
    shared: await registerAssistant(origin),
    other: await registerAssistant(origin),
    async makePerson(role = 'manager'): Promise<SignedInPerson> {
      people += 1;
      const email = `person${people}@assistants.example`;
      const { body } = await call('POST', '/users', { name: `Person ${people}`, email, role });
      expect((await call('POST', `/users/${body.id}/password`, { password: personPassword })).status).toBe(200);
      return { id: body.id, email, browser: await signInTo(origin, { email, password: personPassword }) };
    },
    /** Starts a request with PKCE and returns its page and verifier. */
    async startRequest(browser: CookieJar, assistant: TestAssistant) {
      const { verifier, challenge } = pkcePair();
      const path = authorizationPath(origin, assistant, { code_challenge: challenge });
      return { page: await requestApproval(browser, path), verifier };
    },
    /** Returns the audit entries of connections of a person, newest first. */
    async auditOf(person: SignedInPerson): Promise<readonly { readonly action: string }[]> {
      const { body } = await call('GET', `/audit?actor=user:${person.id}`);
      return body.filter(({ action }: { action: string }) => action.endsWith('-assistant'));
    },
  };
}

/** Returns the form with which a client exchanges a code. */
export function codeForm(assistant: TestAssistant, code: string, verifier: string) {
  return {
    grant_type: 'authorization_code',
    client_id: assistant.clientId,
    redirect_uri: assistant.redirectUri,
    code,
    code_verifier: verifier,
  };
}
