import * as oauth from 'oauth4webapi';
// @ts-expect-error: the package has no types; the used ones are declared below
import * as simple from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ListeningManagement,
  startListeningManagement,
} from '../../../../test/support/server/listening-management.ts';

type SimpleOAuth2 = {
  readonly ClientCredentials: new (
    options: object,
  ) => {
    getToken(parameters: object): Promise<{ readonly token: Readonly<Record<string, unknown>>; expired(): boolean }>;
  };
};
const { ClientCredentials } = simple as SimpleOAuth2;

let management: ListeningManagement;
beforeAll(async () => {
  management = await startListeningManagement();
});
afterAll(() => management?.close());

/** Calls the API with a token like a generic HTTP client. */
async function callApi(token: unknown, path = '/api/v1/service-accounts', init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${management.origin}${path}`, { ...init, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('an unmodified oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  let server: oauth.AuthorizationServer;
  beforeAll(async () => {
    const issuer = new URL(management.origin);
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    server = await oauth.processDiscoveryResponse(issuer, answer);
  });

  async function tokenBy(client: oauth.Client, authentication: oauth.ClientAuth, parameters = {}) {
    const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure);
    return oauth.processClientCredentialsResponse(server, client, answer);
  }

  test('gets a token with form and Basic authentication, calls the API, introspects and revokes the token', async () => {
    const client = { client_id: management.account.id };
    for (const by of [oauth.ClientSecretPost, oauth.ClientSecretBasic]) {
      const authentication = by(management.account.secret);
      const granted = await tokenBy(client, authentication, { scope: 'service-accounts:read' });
      expect(granted).toMatchObject({ expires_in: 300, scope: 'service-accounts:read', token_type: 'bearer' });
      expect((await callApi(granted.access_token)).status).toBe(200);
      const ask = async () => {
        const answer = await oauth.introspectionRequest(server, client, authentication, granted.access_token, insecure);
        return (await oauth.processIntrospectionResponse(server, client, answer)).active;
      };
      expect(await ask()).toBe(true);
      const revoked = await oauth.revocationRequest(server, client, authentication, granted.access_token, insecure);
      await oauth.processRevocationResponse(revoked);
      expect(await ask()).toBe(false);
      expect(await callApi(granted.access_token)).toMatchObject({
        status: 401,
        body: { code: 'authentication_required' },
      });
    }
  });

  test('gets a token with its own key pair for an account created through the API', async () => {
    const { privateKey, publicKey } = await oauth.generateKeyPair('ES256', { extractable: true });
    const granted = await tokenBy(
      { client_id: management.account.id },
      oauth.ClientSecretPost(management.account.secret),
    );
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    const created = await callApi(granted.access_token, '/api/v1/service-accounts', {
      method: 'POST',
      body: JSON.stringify({ name: 'By key', scopes: ['campaigns:read'], publicKeys: [{ kty, crv, x, y }] }),
    });
    expect(created.status).toBe(201);
    const byKey = await tokenBy({ client_id: String(created.body['clientId']) }, oauth.PrivateKeyJwt(privateKey));
    expect((await callApi(byKey.access_token, '/api/v1/campaigns')).status).toBe(200);
    expect((await callApi(byKey.access_token)).status).toBe(403);
  });

  test('reads the error code of a refused token request', async () => {
    const refusal = (secret: string, parameters: Record<string, string>) =>
      tokenBy({ client_id: management.account.id }, oauth.ClientSecretPost(secret), parameters).catch(
        (error: oauth.ResponseBodyError) => ({ status: error.status, error: error.error }),
      );
    expect(await refusal('wrong', {})).toEqual({ status: 401, error: 'invalid_client' });
    expect(await refusal(management.account.secret, { scope: 'everything' })).toEqual({
      status: 400,
      error: 'invalid_scope',
    });
    expect(await refusal(management.account.secret, { resource: 'https://elsewhere.example' })).toEqual({
      status: 400,
      error: 'invalid_target',
    });
  });

  test('validates the audience and claims of RFC 9068 in the token', async () => {
    const { access_token: token } = await tokenBy(
      { client_id: management.account.id },
      oauth.ClientSecretPost(management.account.secret),
    );
    const request = new Request(`${management.origin}/api/v1/campaigns`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, `${management.origin}/api`, insecure);
    expect(claims).toMatchObject({ iss: management.origin, client_id: management.account.id });
  });
});

describe('an unmodified simple-oauth2', () => {
  const clientOf = (secret: string, authorizationMethod: 'body' | 'header') =>
    new ClientCredentials({
      client: { id: management.account.id, secret },
      auth: { tokenHost: management.origin, tokenPath: '/oauth2/token' },
      options: { authorizationMethod },
    });

  test.each(['body', 'header'] as const)('gets a token with %s and calls the API', async (method) => {
    const { token, expired } = await clientOf(management.account.secret, method)
      .getToken({ scope: ['campaigns:read', 'bookings:read'] })
      .then((granted) => ({ token: granted.token, expired: granted.expired() }));
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'campaigns:read bookings:read' });
    expect(expired).toBe(false);
    expect((await callApi(token['access_token'], '/api/v1/campaigns')).status).toBe(200);
  });

  test.each(['body', 'header'] as const)('is refused with a wrong secret by %s', async (method) => {
    await expect(clientOf('wrong', method).getToken({})).rejects.toMatchObject({ output: { statusCode: 401 } });
  });
});
