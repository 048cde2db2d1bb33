import { createHash, createPrivateKey } from 'node:crypto';
import type { SignerKey } from '@adcp/sdk/signing';
import { deriveKey } from '../../../../platform/keys/derive-key.ts';

/** Head of a private Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410, 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the Ed25519 key with which webhooks of tasks are signed. It is derived from the secret of the deployment, so that
 * all processes have the same one and none is stored.
 */
export function webhookKeyOf(deploymentSecret: string): SignerKey {
  const der = Buffer.concat([pkcs8Head, deriveKey(deploymentSecret, 'agent-webhook-signing')]);
  const { d, x } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  const keyid = thumbprint.digest('base64url');
  const jwk = { kid: keyid, kty: 'OKP', crv: 'Ed25519', x, d, alg: 'EdDSA', use: 'sig', adcp_use: 'webhook-signing' };
  return { keyid, alg: 'ed25519', privateKey: jwk as SignerKey['privateKey'] };
}

/** Returns the public part of the key as it is published. */
export function publicWebhookKeyOf(deploymentSecret: string) {
  const { d: _, ...jwk } = webhookKeyOf(deploymentSecret).privateKey as unknown as Record<string, unknown>;
  return { ...jwk, key_ops: ['verify'] };
}
