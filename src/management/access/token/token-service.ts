/*
 * OAuth 2.0 for service accounts.
 *
 * - `token-service.ts`, `token-provider.ts`: the token endpoint, based on `oidc-provider`. `client-adapter.ts`:
 *   accounts as clients.
 * - `verify-access-token.ts`, `token-standing.ts`: caller and validity of a token.
 * - `introspect-and-revoke.ts`: RFC 7662 and 7009. `check-assertion.ts`, `used-assertions.ts`: `private_key_jwt`.
 * - `signing-key.ts`: signing key of tokens. `wrong-secrets.ts`: rate limit of guessed secrets.
 */

import type { RequestListener } from 'node:http';
import type { Caller } from '../caller.ts';
import { loadSigningKey } from './signing-key.ts';
import { metadataPath, type TokenServiceOptions, tokenPaths } from './token-service-options.ts';
import { InvalidAccessToken, type TokenRules, verifyAccessToken } from './verify-access-token.ts';
import { WrongSecrets } from './wrong-secrets.ts';

export type TokenService = {
  /** Returns whether `callback` handles the path. All other paths belong to the management application. */
  handles(url: string): boolean;
  readonly callback: RequestListener;
  /** Returns the caller of a token. null if it is invalid, expired or revoked. */
  verifyAccessToken(token: string): Promise<Caller | null>;
};

/**
 * Creates the OAuth 2.0 client credentials service for service accounts, with JWT access tokens (RFC 6749 4.4, RFC
 * 9068).
 */
export async function createTokenService(options: TokenServiceOptions): Promise<TokenService> {
  const key = await loadSigningKey(options.database, options.secret);
  const rules: TokenRules = {
    issuer: options.publicUrl,
    audience: `${options.publicUrl}/api`,
    publicKey: key.publicKey,
  };
  let responder: Promise<RequestListener> | null = null;
  async function load(): Promise<RequestListener> {
    const { createTokenProvider } = await import('./token-provider.ts');
    const respond = createTokenProvider({ ...options, rules, privateJwk: key.privateJwk }).callback();
    // Koa handles its own errors, so the result is not awaited.
    return (request, response) => void respond(request, response);
  }
  const wrongSecrets = new WrongSecrets(options);
  const paths = new Set<string>([...Object.values(tokenPaths), metadataPath]);
  return {
    handles: (url) => paths.has(url.split('?', 1)[0] ?? ''),
    callback(request, response) {
      // Requests that cannot be checked here are passed to the library.
      const looked = wrongSecrets.refuses(request, response).catch(() => false);
      // The library takes 0.4 s of CPU time to load, which a start does not wait for.
      responder ??= load();
      void Promise.all([looked, responder]).then(([refused, respond]) => {
        if (!refused) respond(request, response);
      });
    },
    verifyAccessToken: (token) => callerOrNull(token, { rules, database: options.database }),
  };
}

async function callerOrNull(token: string, by: Parameters<typeof verifyAccessToken>[1]): Promise<Caller | null> {
  try {
    return await verifyAccessToken(token, by);
  } catch (error) {
    if (error instanceof InvalidAccessToken) return null;
    throw error;
  }
}
