import { errors } from 'oidc-provider';
import { tokenPath } from './token-paths.ts';

/** What an account may sign its assertions by; never a secret that both sides know. */
export const assertionAlgorithms = ['ES256', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] as const;

/** An assertion proves a moment; one that is valid for longer would have to be remembered for longer. */
export const maxAssertionSeconds = 3_600;

/**
 * Beyond what the library asks of an assertion (RFC 7523 3): it is meant for us by our own address, and not by whatever
 * Host header the request brought, and it does not live long.
 */
export function checkAssertion(claims: Readonly<Record<string, unknown>>, issuer: string): void {
  const audiences = [claims['aud']].flat();
  if (!audiences.includes(issuer) && !audiences.includes(`${issuer}${tokenPath}`)) {
    throw new errors.InvalidClientAuth(`audience (aud) must be ${issuer}`);
  }
  if (Number(claims['exp']) > Date.now() / 1000 + maxAssertionSeconds) {
    throw new errors.InvalidClientAuth(`expiration (exp) must be within ${maxAssertionSeconds} seconds`);
  }
}
