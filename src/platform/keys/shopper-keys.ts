import { createHmac } from 'node:crypto';
import { dayMs } from '../../core/time/durations.ts';
import { maxAttributionDays } from '../../core/vocabulary/limits/conversion-limits.ts';
import { deriveKey } from './derive-key.ts';
import { createSipHash, type SipHash, tagBytes } from './sip-hash.ts';

const sipHashKeyBytes = 16;
/** Number of cached months. Most calls concern the current and the last month. */
const keptMonths = 3;

type Month = { readonly fromMs: number; readonly toMs: number; readonly hash: SipHash };

/**
 * Pseudonymous keys of shoppers in journals and orders, and of viewers in open data: 64 bits, with a secret per calendar
 * month (UTC), so that a shopper cannot be tracked across months, or identified without the secret. Source:
 * docs/decisions/0131-attribution.md and 0207-reach.md.
 */
export type ShopperKeys = {
  /**
   * Returns the key in the month of an instant.
   * @param shopper or viewer, as returned by `memberIdentifier`: `ui:User-7`
   * @param atMs epoch ms
   * @returns 8 bytes that must not be modified
   */
  bytesOf(shopper: string, atMs: number): Uint8Array;
  /** Returns the key as hexadecimal text. */
  keyOf(shopper: string, atMs: number): string;
};

/** @param secret of the deployment */
export function createShopperKeys(secret: string): ShopperKeys {
  const root = deriveKey(secret, 'shopper');
  let months: readonly Month[] = [];
  /** A list of products requests the same shopper repeatedly. */
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

/** Longest time between a decision and its events. The keys use the month of the decision. */
const decidedBeforeMs = dayMs;

/**
 * Returns the keys under which touches of a shopper for an order may be stored, independent of its windows: of one or
 * two months. Empty if the shopper is unknown.
 * @param atMs epoch ms of the order
 */
export function shopperKeysAt(keys: ShopperKeys, shopper: string | undefined, atMs: number): readonly string[] {
  if (shopper === undefined) return [];
  const first = keys.keyOf(shopper, atMs - maxAttributionDays * dayMs - decidedBeforeMs);
  return [...new Set([first, keys.keyOf(shopper, atMs)])];
}
