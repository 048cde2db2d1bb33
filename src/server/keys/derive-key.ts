import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a derived key is for; two purposes never share a key. */
export type KeyPurpose =
  | 'custom-event-sender'
  | 'tracking-token'
  | 'client-secret-hash'
  | 'signing-key'
  | 'cookie'
  | 'session'
  | 'sign-in-attempt'
  | 'sign-in-flow'
  | 'identity-provider-secret'
  | 'webhook-secret'
  | 'preview-link'
  | 'debug-key';

/**
 * The deployment's one secret: `PLACARD_SECRET`, else made once and kept as `secret` in the data folder, readable by
 * its owner only. Several processes may ask at the same time: the first file wins.
 */
export function loadSecret(options: { readonly configured: string | null; readonly dataFolder: string }): string {
  if (options.configured !== null) return options.configured;
  const path = join(options.dataFolder, 'secret');
  const existing = readIfPresent(path);
  if (existing !== null) return existing;
  mkdirSync(options.dataFolder, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** 32 bytes for one purpose, by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'placard', purpose, 32));
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
