import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { PublicKey } from '../../../contract/access/public-key.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidField } from '../../records/domain-error.ts';

const minRsaBits = 2_048;

/** Returns the keys in their stored form. Throws a 400 that names an invalid key. */
export function usablePublicKeys(keys: readonly PublicKey[]): readonly PublicKey[] {
  for (const [index, key] of keys.entries()) {
    const reason = unusable(key);
    if (reason !== null) throw invalidField(`/publicKeys/${index}`, 'invalid_value', reason);
  }
  const names = keys.flatMap(({ kid }) => kid ?? []);
  if (new Set(names).size < names.length) {
    throw invalidField('/publicKeys', 'invalid_value', fieldMessage('uniqueKid'));
  }
  return keys;
}

function unusable(key: PublicKey): string | null {
  const read = readKey(key);
  if (read === null) return fieldMessage('unsupportedKey');
  const bits = read.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < minRsaBits) return fieldMessage('minBits', { bits: minRsaBits });
  const algorithms = { EC: ['ES256'], OKP: ['EdDSA', 'Ed25519'], RSA: ['PS256', 'RS256'] }[key.kty];
  if (key.alg !== undefined && !algorithms.includes(key.alg))
    return fieldMessage('wrongAlgorithm', { algorithm: key.alg });
  return null;
}

function readKey(key: PublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  } catch {
    // Node cannot read the key. The calling function reports it.
    return null;
  }
}
