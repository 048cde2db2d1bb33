import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { invitationTtlMs } from '../../../core/vocabulary/limits/access-limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** Columns of a user without an invitation. */
export const noInvitation = { invitationKey: null, invitationHash: null, invitationExpiresAt: null };

/** A new token, and the columns that store it. */
export type NewInvitation = {
  readonly token: string;
  readonly columns: {
    readonly invitationKey: string;
    readonly invitationHash: string;
    readonly invitationExpiresAt: Date;
  };
};

const keyBytes = 12;
const proofBytes = 32;
/** Base64url characters of the key, which finds the user. The proof follows. */
const keyLength = 16;
const tokenPattern = /^[\w-]{59}$/;

/**
 * Creates a token that is valid for 7 days. The database stores its key, and a keyed hash of the whole token, so a stolen
 * database does not allow its use.
 */
export function newInvitation(secret: string, nowMs: number): NewInvitation {
  const token = randomBytes(keyBytes).toString('base64url') + randomBytes(proofBytes).toString('base64url');
  return {
    token,
    columns: {
      invitationKey: token.slice(0, keyLength),
      invitationHash: hashOf(token, secret),
      invitationExpiresAt: new Date(nowMs + invitationTtlMs),
    },
  };
}

/** Returns the key of a token. null if it has another form. */
export function invitationKeyOf(token: string): string | null {
  return tokenPattern.test(token) ? token.slice(0, keyLength) : null;
}

/** Compares a token with a stored hash in constant time. null never matches and takes the same time. */
export function isInvitationToken(token: string, stored: string | null, secret: string): boolean {
  const hash = hashOf(token, secret);
  const matches = timingSafeEqual(Buffer.from(hash), Buffer.from(stored ?? hash));
  return matches && stored !== null;
}

function hashOf(token: string, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'invitation')).update(token).digest('base64url');
}
