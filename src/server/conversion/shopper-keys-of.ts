import { isIdentifier, memberIdentifier } from '../../core/targeting/viewer-identifier.ts';
import { type AttributionRule, longestWindowMs } from '../../core/words/attribution-rule.ts';
import type { ShopperKeys } from '../keys/shopper-keys.ts';

/** Events come a while after the decision, in whose month they are. */
const decidedBeforeMs = 24 * 60 * 60 * 1000;

/** The keys under which touches of a user may lie that lead to an order: of one month or two; empty: it is nobody. */
export function shopperKeysOf(
  keys: ShopperKeys,
  userId: string | null | undefined,
  { atMs, rule }: { readonly atMs: number; readonly rule: AttributionRule },
): readonly string[] {
  if (!isIdentifier(userId)) return [];
  const shopper = memberIdentifier('ui', userId);
  const first = keys.keyOf(shopper, atMs - longestWindowMs(rule) - decidedBeforeMs);
  return [...new Set([first, keys.keyOf(shopper, atMs)])];
}
