import type { Transaction } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';
import { isIdentifier, memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { maxOpenDataDays, touchTtlMs } from '../../../core/vocabulary/limits/conversion-limits.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';

/** Less than half a month, so that no month is skipped. */
const stepMs = 12 * dayMs;
/** Longest retention of a key. The worker that stores open data may have another setting than this host. */
const storedMs = Math.max(touchTtlMs, maxOpenDataDays * dayMs);

/**
 * Returns the shopper keys of a user for each month with stored touches, orders or open data. Empty for identifiers that orders do
 * not use.
 * @param identifier kind of the identifier, as in connections and attributes, and the identifier
 */
export function erasedShopperKeys(
  keys: ShopperKeys,
  identifier: { readonly name: string; readonly value: string },
  nowMs: number,
): readonly string[] {
  const kind = fold(memberKind(identifier.name));
  if (kind !== 'ui' || !isIdentifier(identifier.value)) return [];
  const shopper = memberIdentifier(kind, identifier.value);
  const found = new Set<string>();
  for (let ageMs = 0; ageMs < storedMs + stepMs; ageMs += stepMs) found.add(keys.keyOf(shopper, nowMs - ageMs));
  return [...found];
}

/** Excludes the keys from later storage. The worker deletes the stored data. */
export async function nameErasedShopper(
  transaction: Transaction<Database>,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  if (keys.length === 0) return;
  const erasedNow = { erasedAt: new Date(nowMs), forgottenAt: null, openDataClearedAt: null };
  await transaction
    .insertInto('erasedShopper')
    .values(keys.map((shopperKey) => ({ shopperKey, ...erasedNow })))
    .onConflict((conflict) => conflict.column('shopperKey').doUpdateSet(erasedNow))
    .execute();
}
