/*
 * OAuth 2.1 authorization server: client credentials for service accounts, authorization codes for assistants of people.
 *
 * - `token-service.ts`, `token-provider.ts`: the token endpoint, based on `oidc-provider`. `client-adapter.ts`:
 *   accounts as clients.
 * - `people-configuration.ts`: configuration for people. Their clients and connections are in `access/assistant`.
 * - `verify-access-token.ts`, `token-standing.ts`: caller and validity of a token.
 * - `introspect-and-revoke.ts`: RFC 7662 and 7009. `check-assertion.ts`, `used-assertions.ts`: `private_key_jwt`.
 * - `signing-key.ts`: signing key of tokens. `wrong-secrets.ts`: rate limit of guessed secrets.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Approvals, createApprovals } from '../assistant/approvals.ts';
import { type AssistantCaller, verifyAssistantToken } from '../assistant/verify-assistant-token.ts';
import type { Caller } from '../caller.ts';
import { loadSigningKey } from './signing-key.ts';
import { metadataPath, resourcePaths, type TokenServiceOptions, tokenPaths } from './token-service-options.ts';
import { InvalidAccessToken, type TokenRules, verifyAccessToken } from './verify-access-token.ts';
import { WrongSecrets } from './wrong-secrets.ts';

export type TokenService = {
  /** Returns whether `callback` handles the path. All other paths belong to the management application. */
  handles(url: string): boolean;
  readonly callback: RequestListener;
  /** Returns the caller of a token for the API. null if it is invalid, expired or revoked. */
  verifyAccessToken(token: string): Promise<Caller | null>;
  /** The same for the seller agent, which accepts tokens for the API and for itself. */
  verifySellerToken(token: string): Promise<Caller | null>;
  /** Returns the person of a token for the team server. null if it is invalid, expired or revoked. */
  verifyAssistantToken(token: string): Promise<AssistantCaller | null>;
  /** Requests for approval, for the page of the person. */
  readonly approvals: Approvals;
};

/** Creates the authorization server, with JWT access tokens (RFC 6749, RFC 9068). */
export async function createTokenService(options: TokenServiceOptions): Promise<TokenService> {
  const key = await loadSigningKey(options.database, options.secret);
  const { database, publicUrl } = options;
  const rulesFor = (...resources: (keyof typeof resourcePaths)[]): TokenRules => ({
    issuer: publicUrl,
    audiences: resources.map((resource) => `${publicUrl}${resourcePaths[resource]}`),
    publicKey: key.publicKey,
    verifiesSignatures: resources.includes('sellerAgent'),
  });
  const [api, sellerAgent, team] = [rulesFor('api'), rulesFor('api', 'sellerAgent'), rulesFor('team')];
  let loaded: ReturnType<typeof load> | null = null;
  async function load() {
    const { createTokenProvider } = await import('./token-provider.ts');
    const provider = createTokenProvider({ ...options, rules: sellerAgent, privateJwk: key.privateJwk });
    return { provider, respond: provider.callback() };
  }
  // The library takes 0.4 s of CPU time to load, which a start does not wait for.
  const loadOnce = () => {
    loaded ??= load();
    return loaded;
  };
  const wrongSecrets = new WrongSecrets(options);
  const paths = new Set<string>([...Object.values(tokenPaths), metadataPath]);
  return {
    handles(url) {
      const path = url.split('?', 1)[0] ?? '';
      return paths.has(path) || path.startsWith(`${tokenPaths.authorization}/`);
    },
    callback(request, response) {
      behindOwnAddress(request, publicUrl);
      // Requests that cannot be checked here are passed to the library.
      const looked = wrongSecrets.refuses(request, response).catch(() => false);
      const tooMany = refuseAuthorization(request, response, options);
      void Promise.all([looked, tooMany, loadOnce()]).then(([wrong, many, { respond }]) => {
        // Koa handles its own errors, so the result is not awaited.
        if (!wrong && !many) void respond(request, response);
      });
    },
    verifyAccessToken: (token) => callerOrNull(token, { rules: api, database }),
    verifySellerToken: (token) => callerOrNull(token, { rules: sellerAgent, database }),
    verifyAssistantToken: (token) => verifyAssistantToken(token, { rules: team, database }),
    approvals: createApprovals(async () => (await loadOnce()).provider, options),
  };
}

/** The library builds addresses and cookies from these headers. Their values of a request are not trusted. */
function behindOwnAddress({ headers }: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/**
 * Refuses a request for approval beyond the rate limit, because each is stored. Reads the client of any other. Returns
 * whether it refused.
 */
async function refuseAuthorization(
  request: IncomingMessage,
  response: ServerResponse,
  { countAuthorization, readClient }: TokenServiceOptions,
): Promise<boolean> {
  if (countAuthorization === undefined || !request.url?.startsWith(`${tokenPaths.authorization}?`)) return false;
  const seconds = await countAuthorization(request);
  if (seconds === null) {
    await readClient?.(request);
    return false;
  }
  response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(seconds) });
  response.end('Too many requests for approval. Try again later.');
  return true;
}

async function callerOrNull(token: string, by: Parameters<typeof verifyAccessToken>[1]): Promise<Caller | null> {
  try {
    return await verifyAccessToken(token, by);
  } catch (error) {
    if (error instanceof InvalidAccessToken) return null;
    throw error;
  }
}
