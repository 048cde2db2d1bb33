import type { CryptoKey } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import type { Kysely } from 'kysely';
import { isScope } from '../../../contract/access/scopes.ts';
import { isIdNumber } from '../../../core/vocabulary/ids.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../caller.ts';
import type { SignatureRules } from './buyer-rights.ts';
import { signingAlgorithm } from './signing-key.ts';
import { type HeldToken, readStanding } from './token-standing.ts';

/** The token is invalid. The message may be shown to its sender. */
export class InvalidAccessToken extends Error {}

export type TokenRules = {
  readonly issuer: string;
  /** Accepted audiences. A token has one. */
  readonly audiences: readonly string[];
  readonly publicKey: CryptoKey;
} & SignatureRules;

/** Claims beyond RFC 9068 that identify the service account. */
export const accountIdClaim = 'account_id';
export const accountNameClaim = 'account_name';
export const generationClaim = 'account_generation';

/**
 * Verifies an access token. Checks the signature with the public key (RFC 9068 4), algorithm, type, issuer, audience
 * and time, then in the database that neither the token nor its account is revoked. Throws `InvalidAccessToken`. Scopes
 * that were removed from the account are removed from the result.
 */
export async function verifyAccessToken(
  token: string,
  { rules, database }: { readonly rules: TokenRules; readonly database: Kysely<Database> },
): Promise<Caller> {
  const payload = await verifiedPayload(token, rules);
  const id = payload[accountIdClaim];
  const name = payload[accountNameClaim];
  if (!isIdNumber(id) || typeof name !== 'string')
    throw new InvalidAccessToken('the token does not identify a service account');
  const standing = await readStanding(database, heldTokenOf(payload), rules);
  if (standing === null) throw new InvalidAccessToken('the token was revoked or its account is archived');
  const granted = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
  return {
    kind: 'service-account',
    id,
    name,
    scopes: new Set(granted.filter(isScope).filter((scope) => standing.scopes.has(scope))),
    reach: standing.reach,
    actor: `service-account:${id}`,
  };
}

/**
 * Returns the identification of a verified token. A token of an earlier version has no generation and belongs to the
 * first one.
 */
export function heldTokenOf(payload: Readonly<Record<string, unknown>>): HeldToken {
  return {
    accountId: Number(payload[accountIdClaim]),
    tokenId: String(payload['jti']),
    generation: Number(payload[generationClaim] ?? 0),
  };
}

/** Returns the claims of a token that passed every check. */
export async function verifiedPayload(token: string, rules: TokenRules): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { payload } = await jwtVerify(token, rules.publicKey, {
      algorithms: [signingAlgorithm],
      issuer: rules.issuer,
      audience: [...rules.audiences],
      typ: 'at+jwt',
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidAccessToken('the token has expired', { cause: error });
    throw new InvalidAccessToken('the token is invalid', { cause: error });
  }
}
