import { createHmac } from 'node:crypto';
import { deriveKey } from './derive-key.ts';
import { createSipHash, type SipHash, tagBytes } from './sip-hash.ts';

const sipHashKeyBytes = 16;
/** Most of what is asked is of this month and the last. */
const keptMonths = 3;

type Month = { readonly fromMs: number; readonly toMs: number; readonly hash: SipHash };

/**
 * What a shopper is known by in journals and orders: 64 bits, under a secret of the calendar month (UTC), so that nobody follows
 * one from month to month, or finds one without the secret. Source: docs/decisions/0131-attribution.md.
 */
export type ShopperKeys = {
  /**
   * The key in the month of an instant.
   * @param shopper as `memberIdentifier` returns it: `ui:User-7`
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
  let months: readonly Month[] = [];
  /** A list of products asks for the same shopper again and again. */
  let last: { readonly shopper: string; readonly month: Month; readonly bytes: Uint8Array } | null = null;

  function monthOf(atMs: number): Month {
    for (const month of months) if (atMs >= month.fromMs && atMs < month.toMs) return month;
    const at = new Date(atMs);
    const [year, number] = [at.getUTCFullYear(), at.getUTCMonth()];
    const name = at.toISOString().slice(0, 7);
    const hash = createSipHash(createHmac('sha256', root).update(name).digest().subarray(0, sipHashKeyBytes));
    const made = { fromMs: Date.UTC(year, number), toMs: Date.UTC(year, number + 1), hash };
    months = [made, ...months].slice(0, keptMonths);
    return made;
  }

  function bytesOf(shopper: string, atMs: number): Uint8Array {
    const month = monthOf(atMs);
    if (last !== null && last.shopper === shopper && last.month === month) return last.bytes;
    const length = Buffer.byteLength(shopper);
    const bytes = Buffer.alloc(length + tagBytes);
    bytes.write(shopper);
    month.hash.appendTag(bytes, length);
    last = { shopper, month, bytes: bytes.subarray(length) };
    return last.bytes;
  }

  return { bytesOf, keyOf: (shopper, atMs) => Buffer.from(bytesOf(shopper, atMs)).toString('hex') };
}
