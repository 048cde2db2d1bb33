import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** Number of secrets that are valid at the same time: the old and the new one, for rotation without an outage. */
export const maxSecretsAtOnce = 2;

/** Stored hash of a secret. The secret itself is not stored. */
export type SecretHash = { readonly hash: string; readonly createdAt: string };

/** Returns a new client ID with a descriptive prefix. It never needs escaping. */
export function newClientId(): string {
  return `sa_${randomBytes(12).toString('base64url')}`;
}

/** Returns 256 random bits as URL-safe text, which Basic and form encoding never change. */
export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the HMAC-SHA-256 of a client secret, keyed with the deployment secret, as base64url. A slow password hash is
 * not needed: generated secrets have 256 bits, and a stolen database does not contain the key.
 */
export function hashClientSecret(deploymentSecret: string, clientSecret: string): string {
  return createHmac('sha256', deriveKey(deploymentSecret, 'client-secret-hash'))
    .update(clientSecret)
    .digest('base64url');
}

/** Compares the hash with every stored hash in constant time, independent of which one matches. */
export function matchesAnyHash(hash: string, stored: readonly string[]): boolean {
  const given = Buffer.from(hash);
  let matches = false;
  for (const candidate of stored) {
    const expected = Buffer.from(candidate);
    if (expected.length === given.length && timingSafeEqual(expected, given)) matches = true;
  }
  return matches;
}

/** Returns the column of hashes as JSON text, newest first. */
export function storedHashes(hash: string, earlier: readonly SecretHash[] = []): string {
  return JSON.stringify([{ hash, createdAt: new Date().toISOString() }, ...earlier]);
}
