import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** A secret may be replaced without an outage: the old one and the new one are valid at the same time. */
export const maxSecretsAtOnce = 2;

/** One stored hash; the secret itself is nowhere. */
export type SecretHash = { readonly hash: string; readonly createdAt: string };

/** A client id that says what it is and never needs escaping. */
export function newClientId(): string {
  return `sa_${randomBytes(12).toString('base64url')}`;
}

/** 256 random bits as URL-safe text, so that Basic and form encoding never change it. */
export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * HMAC-SHA-256 of a client secret under the deployment's secret, as base64url. No slow password hash is needed: what we
 * make has 256 bits, and a thief of the database alone has not the key.
 */
export function hashClientSecret(deploymentSecret: string, clientSecret: string): string {
  return createHmac('sha256', deriveKey(deploymentSecret, 'client-secret-hash'))
    .update(clientSecret)
    .digest('base64url');
}

/** Compares with every stored hash in constant time, whichever matches. */
export function matchesAnyHash(hash: string, stored: readonly string[]): boolean {
  const given = Buffer.from(hash);
  let matches = false;
  for (const candidate of stored) {
    const expected = Buffer.from(candidate);
    if (expected.length === given.length && timingSafeEqual(expected, given)) matches = true;
  }
  return matches;
}

/** The column of hashes as JSON text, the new one first. */
export function storedHashes(hash: string, earlier: readonly SecretHash[] = []): string {
  return JSON.stringify([{ hash, createdAt: new Date().toISOString() }, ...earlier]);
}
