import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { Hold } from '../../../core/booking/booking-facts.ts';
import { maxHoldMs } from '../../../core/vocabulary/limits/booking-limits.ts';
import type { CampaignAction } from '../../../core/vocabulary/statuses.ts';
import type { HoldTerms } from '../../records/action-rules.ts';
import { invalidField } from '../../records/domain-error.ts';

/** Columns of a hold. */
type HoldColumns = { readonly held: boolean; readonly heldUntil: Date | null; readonly holdNote: string | null };

/**
 * Returns the end of a hold in epoch ms. null for another action.
 * @throws DomainError if the end is past or more than `maxHoldMs` away
 */
export function heldUntilOf(hold: HoldTerms | null, nowMs: number): number | null {
  if (hold === null) return null;
  const untilMs = hold.until.getTime();
  if (untilMs <= nowMs) throw invalidField('/heldUntil', 'invalid_value', fieldMessage('inFuture'));
  if (untilMs > nowMs + maxHoldMs) throw invalidField('/heldUntil', 'invalid_value', fieldMessage('withinYear'));
  return untilMs;
}

/** Returns the columns after an action. The note is kept until the hold is confirmed or changed. */
export function holdColumns(
  action: CampaignAction,
  { held, heldUntilMs }: Hold,
  { hold, note }: { readonly hold: HoldTerms | null; readonly note: string | null },
): HoldColumns {
  return {
    held,
    heldUntil: heldUntilMs === null ? null : new Date(heldUntilMs),
    holdNote: held ? (action === 'hold' ? (hold?.note ?? null) : note) : null,
  };
}

/** Returns the facts of the hold of a stored booking or campaign. */
export function holdFacts({ held, heldUntil }: Pick<HoldColumns, 'held' | 'heldUntil'>): Hold {
  return { held, heldUntilMs: heldUntil?.getTime() ?? null };
}

/** Returns the fields of the hold in a view. */
export function presentHold({ heldUntil, holdNote }: Pick<HoldColumns, 'heldUntil' | 'holdNote'>) {
  return { heldUntil: heldUntil?.toISOString() ?? null, holdNote };
}
