import { webhookSecretOverlapMs } from '../../../core/vocabulary/limits/webhook-limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText, sealText } from '../../../platform/keys/sealed-text.ts';

/** Stored secret. Encrypted instead of hashed, because it is needed for signing. */
export type StoredSecret = { readonly sealed: string; readonly createdAt: string; readonly expiresAt: string | null };

/**
 * Returns the column with a new secret. The previous one stays valid for a day, so that the receiver can switch without
 * an outage. Older ones expire.
 */
export function withNewSecret(
  secret: string,
  earlier: readonly StoredSecret[],
  options: { readonly deploymentSecret: string; readonly nowMs: number },
): string {
  const { nowMs, deploymentSecret } = options;
  const expiresAt = new Date(nowMs + webhookSecretOverlapMs).toISOString();
  const [last] = validSecrets(earlier, nowMs);
  const created: StoredSecret = {
    sealed: sealText(deriveKey(deploymentSecret, 'webhook-secret'), secret),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
  };
  return JSON.stringify(last === undefined ? [created] : [created, { ...last, expiresAt }]);
}

/** Returns the currently valid secrets, newest first. */
export function validSecrets(stored: readonly StoredSecret[], nowMs: number): readonly StoredSecret[] {
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/** Returns the decrypted secrets. Omits those encrypted with another deployment secret. */
export function openSecrets(
  stored: readonly StoredSecret[],
  options: { readonly deploymentSecret: string; readonly nowMs: number },
): readonly string[] {
  const key = deriveKey(options.deploymentSecret, 'webhook-secret');
  return validSecrets(stored, options.nowMs).flatMap(({ sealed }) => openSealedText(key, sealed) ?? []);
}
