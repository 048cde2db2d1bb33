import { createHmac } from 'node:crypto';
import { deriveKey } from './derive-key.ts';
import { createSipHash, type SipHash, tagBytes } from './sip-hash.ts';

const sipHashKeyBytes = 16;
/** This month's and the last, and one that comes late. */
const keptMonths = 3;

/**
 * What a shopper is known by in journals and orders: 64 bits, under a secret of the calendar month (UTC), so that nobody follows
 * one from month to month, or finds one without the secret. Source: docs/decisions/0131-attribution.md.
 */
export type ShopperKeys = {
  /**
   * The key in the month of an instant.
   * @param shopper folded, with its kind: `ui:user_7`
   * @param atMs epoch ms
   * @returns 8 bytes, which stay as they are
   */
  bytesOf(shopper: string, atMs: number): Uint8Array;
  /** The same as hexadecimal. */
  keyOf(shopper: string, atMs: number): string;
};

/** @param secret the deployment's one secret */
export function createShopperKeys(secret: string): ShopperKeys {
  const root = deriveKey(secret, 'shopper');
  const byMonth = new Map<string, SipHash>();

  function hashOf(atMs: number): SipHash {
    const month = new Date(atMs).toISOString().slice(0, 7);
    const known = byMonth.get(month);
    if (known !== undefined) return known;
    const made = createSipHash(createHmac('sha256', root).update(month).digest().subarray(0, sipHashKeyBytes));
    if (byMonth.size >= keptMonths) byMonth.clear();
    byMonth.set(month, made);
    return made;
  }

  function bytesOf(shopper: string, atMs: number): Uint8Array {
    const length = Buffer.byteLength(shopper);
    const bytes = Buffer.alloc(length + tagBytes);
    bytes.write(shopper);
    hashOf(atMs).appendTag(bytes, length);
    return bytes.subarray(length);
  }

  return { bytesOf, keyOf: (shopper, atMs) => Buffer.from(bytesOf(shopper, atMs)).toString('hex') };
}
