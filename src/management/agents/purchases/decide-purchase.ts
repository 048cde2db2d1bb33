import type { PurchaseAction } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { TransactionChange } from '../../records/change.ts';
import { changeMany } from '../../records/change-many.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, missingObject } from '../../records/domain-error.ts';
import { checkVersion, type ExpectedVersion } from '../../records/expected-version.ts';
import { type BookingResource, bookingActionRules } from '../../resources/booking/booking.ts';
import { settlePurchases } from '../adcp/media-buys/settle-purchases.ts';
import { versionOf, waitingBookings } from './present-purchase.ts';
import { readPurchase } from './read-purchases.ts';

/** A decision on all packages of a purchase that wait for review. */
export type PurchaseDecision = {
  readonly id: number;
  readonly action: PurchaseAction;
  /** Sent to the agent. null: none. */
  readonly reason: string | null;
  readonly expected: ExpectedVersion;
};

/**
 * Approves or rejects the bookings of a purchase that wait for review, all or none, with the rules of the single
 * actions. A decision that was already made changes nothing.
 */
export async function decidePurchase(
  change: TransactionChange,
  resource: BookingResource,
  { id, action, reason, expected }: PurchaseDecision,
  nowMs: number,
): Promise<void> {
  const { transaction } = change;
  // Decisions on one purchase are made one after the other, and never while the agent changes it.
  await transaction.selectFrom('mediaBuy').select('mediaBuy.id').where('mediaBuy.id', '=', id).forUpdate().execute();
  const purchase = await readPurchase(transaction, id, nowMs);
  if (purchase === undefined) throw missingObject('purchases', id);
  const waiting = waitingBookings(purchase);
  const isDecided = action === 'approve' ? isApproved(purchase.state) : purchase.state === 'declined';
  if (waiting.length === 0 && isDecided) return;
  checkVersion(expected, versionOf(purchase));
  if (waiting.length === 0) {
    const detail = detailMessage('actionNotAllowed', { action, status: purchase.state });
    throw new DomainError('action_not_allowed', { detail, currentStatus: purchase.state, availableActions: [] });
  }
  const items = waiting.map((booking) => ({
    id: booking.id,
    action: action === 'approve' ? ('approve' as const) : ('reject' as const),
    ...(reason !== null && { reason }),
    ifMatch: `"${booking.version}"`,
  }));
  const rules = { actions: bookingActionRules(() => nowMs) };
  const { results } = await changeMany(change, resource, rules, { mode: 'atomic', dryRun: false, items });
  const failure = results.find((result) => result instanceof DomainError);
  if (failure !== undefined) throw failure;
  await settlePurchases(transaction, [id]);
}

function isApproved(state: string): boolean {
  return state === 'approved' || state === 'running' || state === 'completed';
}
