import { deriveKey } from '../platform/keys/derive-key.ts';

/** Returns a value that is equal for all hosts of a deployment and does not reveal their secret. */
export function deploymentFingerprint(secret: string): string {
  return deriveKey(secret, 'host-mark').toString('hex', 0, 8);
}
