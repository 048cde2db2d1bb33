/*
 * Keys: all are derived from the secret of an installation.
 *
 * - `derive-key.ts`: HKDF, one key per purpose. `sip-hash.ts`: SipHash-2-4 for tokens and member keys.
 * - `sealed-text.ts`: encrypted texts. `signed-text.ts`, `signed-debug-key.ts`: signed texts.
 * - `shopper-keys.ts`: keys of shoppers for conversions.
 */

import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { generateOnce } from '../durable/generate-once.ts';

/** Purpose of a derived key. Two purposes never share a key. */
export type KeyPurpose =
  | 'ad-session'
  | 'custom-event-sender'
  | 'host-mark'
  | 'decision-sequence'
  | 'tracking-token'
  | 'client-secret-hash'
  | 'signing-key'
  | 'cookie'
  | 'session'
  | 'sign-in-attempt'
  | 'sign-in-flow'
  | 'authorization-cookie'
  | 'oauth-artifact'
  | 'invitation'
  | 'identity-provider-secret'
  | 'webhook-secret'
  | 'agent-webhook'
  | 'agent-webhook-signing'
  | 'preview-link'
  | 'debug-key'
  | 'report-link'
  | 'destination-connection'
  | 'segment-member'
  | 'erased-member'
  | 'proposal'
  | 'shopper'
  | 'stack-selection'
  | 'order'
  | 'conversion-action';

/**
 * Returns the secret of the deployment: `PLACARD_SECRET`, else a generated one stored as `secret` in the data folder,
 * readable by its owner only. Several processes may call it concurrently: the first file wins.
 */
export function loadSecret(options: { readonly configured: string | null; readonly dataFolder: string }): string {
  if (options.configured !== null) return options.configured;
  return generateOnce(join(options.dataFolder, 'secret'), () => randomBytes(32).toString('base64url'));
}

/** Derives 32 bytes for one purpose with HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'placard', purpose, 32));
}
