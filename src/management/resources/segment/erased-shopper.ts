import type { Transaction } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';
import { isIdentifier, memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { touchTtlMs } from '../../../core/vocabulary/limits.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';

/** Less than half a month, so that no month between is passed over. */
const stepMs = 12 * dayMs;

/**
 * The keys by which somebody may be known as a shopper, of each month of which touches or orders are still there; none of an
 * identifier that orders do not go by.
 * @param identifier kind of the identifier, as connections and attributes have it, and the identifier
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
  for (let ageMs = 0; ageMs < touchTtlMs + stepMs; ageMs += stepMs) found.add(keys.keyOf(shopper, nowMs - ageMs));
  return [...found];
}

/** From now on nothing is kept of these; the worker forgets what is there. */
export async function nameErasedShopper(
  transaction: Transaction<Database>,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  if (keys.length === 0) return;
  await transaction
    .insertInto('erasedShopper')
    .values(keys.map((shopperKey) => ({ shopperKey, erasedAt: new Date(nowMs), forgottenAt: null })))
    .onConflict((conflict) =>
      conflict.column('shopperKey').doUpdateSet({ erasedAt: new Date(nowMs), forgottenAt: null }),
    )
    .execute();
}
