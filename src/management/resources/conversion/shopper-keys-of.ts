import { isIdentifier, memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { maxAttributionDays } from '../../../core/words/limits.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';

/** Events come a while after the decision, in whose month they are. */
const decidedBeforeMs = dayMs;
const longestWindowMs = maxAttributionDays * dayMs;

/**
 * The keys under which touches of a user may lie that lead to an order, whatever its windows: of one month or two; empty: it is
 * nobody.
 * @param atMs epoch ms of the order
 */
export function shopperKeysOf(keys: ShopperKeys, userId: string | null | undefined, atMs: number): readonly string[] {
  if (!isIdentifier(userId)) return [];
  const shopper = memberIdentifier('ui', userId);
  const first = keys.keyOf(shopper, atMs - longestWindowMs - decidedBeforeMs);
  return [...new Set([first, keys.keyOf(shopper, atMs)])];
}
