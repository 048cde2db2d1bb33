/*
 * OAuth 2.0 for service accounts.
 *
 * - `token-service.ts`, `token-provider.ts`: the token endpoint, by `oidc-provider`. `client-adapter.ts`: accounts as
 *   clients.
 * - `verify-access-token.ts`, `token-standing.ts`: who a token speaks for, and whether it still counts.
 * - `introspect-and-revoke.ts`: RFC 7662 and 7009. `check-assertion.ts`, `used-assertions.ts`: `private_key_jwt`.
 * - `signing-key.ts`: the key of tokens. `wrong-secrets.ts`: limits of guesses.
 */

import type { RequestListener } from 'node:http';
import type { Caller } from '../caller.ts';
import { loadSigningKey } from './signing-key.ts';
import { createTokenProvider, metadataPath, type TokenServiceOptions, tokenPaths } from './token-provider.ts';
import { InvalidAccessToken, type TokenRules, verifyAccessToken } from './verify-access-token.ts';
import { WrongSecrets } from './wrong-secrets.ts';

export type TokenService = {
  /** True for the few paths that `callback` answers; everything else is the management application's. */
  handles(url: string): boolean;
  readonly callback: RequestListener;
  /** Who the token speaks for; null when it is not valid, or not any more. */
  verifyAccessToken(token: string): Promise<Caller | null>;
};

/** OAuth 2.0 client credentials for service accounts, with JWT access tokens (RFC 6749 4.4, RFC 9068). */
export async function createTokenService(options: TokenServiceOptions): Promise<TokenService> {
  const key = await loadSigningKey(options.database, options.secret);
  const rules: TokenRules = {
    issuer: options.publicUrl,
    audience: `${options.publicUrl}/api`,
    publicKey: key.publicKey,
  };
  const provider = createTokenProvider({ ...options, rules, privateJwk: key.privateJwk });
  const respond = provider.callback();
  const wrongSecrets = new WrongSecrets(options);
  const paths = new Set<string>([...Object.values(tokenPaths), metadataPath]);
  return {
    handles: (url) => paths.has(url.split('?', 1)[0] ?? ''),
    callback(request, response) {
      // Koa answers its own errors, and what cannot be looked at here goes on to it; nothing is left to wait for.
      const looked = wrongSecrets.refuses(request, response).catch(() => false);
      void looked.then((refused) => (refused ? undefined : respond(request, response)));
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
