import { deriveKey } from '../platform/keys/derive-key.ts';

/** What all hosts of a deployment have in common, without revealing their secret. */
export function secretMark(secret: string): string {
  return deriveKey(secret, 'host-mark').toString('hex', 0, 8);
}
