import { webhookSecretOverlapMs } from '../../../core/vocabulary/limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText, sealText } from '../../../platform/keys/sealed-text.ts';

/** A secret as it is kept: we have to sign with it, so it is encrypted and not hashed. */
export type StoredSecret = { readonly sealed: string; readonly createdAt: string; readonly expiresAt: string | null };

/**
 * The column with a new secret. The one before it goes on for a day, so that the receiver can be told the new one without
 * an outage; older ones end.
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

/** Those that messages are signed with now, newest first. */
export function validSecrets(stored: readonly StoredSecret[], nowMs: number): readonly StoredSecret[] {
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/** Their texts; one that was sealed under another deployment's secret is left out. */
export function openSecrets(
  stored: readonly StoredSecret[],
  options: { readonly deploymentSecret: string; readonly nowMs: number },
): readonly string[] {
  const key = deriveKey(options.deploymentSecret, 'webhook-secret');
  return validSecrets(stored, options.nowMs).flatMap(({ sealed }) => openSealedText(key, sealed) ?? []);
}
