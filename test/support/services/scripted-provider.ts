import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type ScriptedProvider = {
  readonly issuer: string;
  /** Claims of the next ID token. `iss`, `aud`, `iat` and `exp` are valid unless they are set here. */
  claims: JWTPayload;
  /** Replaces members of the discovery document. undefined removes a member. */
  metadata: Readonly<Record<string, unknown>>;
  /** Whether to sign with a key that the provider does not publish. */
  forges: boolean;
  /** Response of the token endpoint instead of tokens. */
  refuses: { readonly status: number; readonly body: unknown } | null;
  /** Bodies of the calls to the token endpoint. */
  readonly exchanges: URLSearchParams[];
  sign(claims: JWTPayload, type?: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts an identity provider with responses that the test defines, valid or not. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const [own, foreign] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }] };
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url?.split('?', 1)[0];
    if (path === '/.well-known/openid-configuration') {
      return answer(200, { ...metadata(provider.issuer), ...provider.metadata });
    }
    if (path === '/jwks') return answer(200, keys);
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      provider.exchanges.push(new URLSearchParams(body));
      if (provider.refuses !== null) return answer(provider.refuses.status, provider.refuses.body);
      void provider
        .sign(provider.claims)
        .then((idToken) => answer(200, { access_token: 'access', token_type: 'Bearer', id_token: idToken }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: ScriptedProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    claims: {},
    metadata: {},
    forges: false,
    refuses: null,
    exchanges: [],
    sign(claims, type = 'JWT') {
      const now = Math.floor(Date.now() / 1000);
      const all = { iss: provider.issuer, aud: 'placard', iat: now, exp: now + 60, ...claims };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
      const key = provider.forges ? foreign.privateKey : own.privateKey;
      return new SignJWT(given).setProtectedHeader({ alg: 'ES256', kid: 'own', typ: type }).sign(key);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return provider;
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    backchannel_logout_supported: true,
  };
}
