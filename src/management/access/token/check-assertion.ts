import { errors } from 'oidc-provider';

/** Algorithms for assertions. Asymmetric only: no shared secrets. */
export const assertionAlgorithms = ['ES256', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] as const;

/** Longest lifetime of an assertion in seconds. Used assertions must be stored until they expire. */
export const maxAssertionSeconds = 3_600;

/**
 * Checks an assertion in addition to the library (RFC 7523 3): its only audience is our issuer, independent of the Host
 * header, and its lifetime is limited. With a list of audiences, or with the token endpoint as audience, another server
 * could reuse an assertion that it received (draft-ietf-oauth-rfc7523bis).
 */
export function checkAssertion(claims: Readonly<Record<string, unknown>>, issuer: string): void {
  if (claims['aud'] !== issuer) {
    throw new errors.InvalidClientAuth(`audience (aud) must be exactly ${issuer}`);
  }
  if (Number(claims['exp']) > Date.now() / 1000 + maxAssertionSeconds) {
    throw new errors.InvalidClientAuth(`expiration (exp) must be at most ${maxAssertionSeconds} seconds in the future`);
  }
}
