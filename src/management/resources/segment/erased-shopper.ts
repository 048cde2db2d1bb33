import type { Transaction } from 'kysely';
import { isIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { maxOpenDataDays, touchTtlMs } from '../../../core/vocabulary/limits/conversion-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { viewerTextsOf } from './viewer-keys.ts';

/** Less than half a month, so that no month is skipped. */
const stepMs = 12 * dayMs;
/** Longest retention of a key. The worker that stores open data may have another setting than this host. */
const storedMs = Math.max(touchTtlMs, maxOpenDataDays * dayMs);

/**
 * Returns the keys of a shopper or viewer for each month with stored touches, orders or open data. Requests identify a
 * viewer by any kind of identifier, under the name that it has there.
 * @param identifier kind of the identifier, as in connections and attributes, and the identifier
 */
export function erasedShopperKeys(
  keys: ShopperKeys,
  identifier: { readonly name: string; readonly value: string },
  nowMs: number,
): readonly string[] {
  const { name, value } = identifier;
  if (!isIdentifier(value)) return [];
  const found = new Set<string>();
  for (const viewer of viewerTextsOf(name, value)) {
    for (let ageMs = 0; ageMs < storedMs + stepMs; ageMs += stepMs) found.add(keys.keyOf(viewer, nowMs - ageMs));
  }
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
