import { errors } from 'oidc-provider';

/** What an account may sign its assertions by; never a secret that both sides know. */
export const assertionAlgorithms = ['ES256', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] as const;

/** An assertion proves a moment; one that is valid for longer would have to be remembered for longer. */
export const maxAssertionSeconds = 3_600;

/**
 * Beyond what the library asks of an assertion (RFC 7523 3): its only audience is our issuer, whatever Host header the request
 * brought, and it does not live long. With a list of audiences, or with the token endpoint, another server could use an assertion that it
 * received (draft-ietf-oauth-rfc7523bis).
 */
export function checkAssertion(claims: Readonly<Record<string, unknown>>, issuer: string): void {
  if (claims['aud'] !== issuer) {
    throw new errors.InvalidClientAuth(`audience (aud) must be ${issuer} and nothing else`);
  }
  if (Number(claims['exp']) > Date.now() / 1000 + maxAssertionSeconds) {
    throw new errors.InvalidClientAuth(`expiration (exp) must be within ${maxAssertionSeconds} seconds`);
  }
}
