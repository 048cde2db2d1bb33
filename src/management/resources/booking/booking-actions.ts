import { applyAction, availableActions } from '../../../core/booking/booking-actions.ts';
import type { BookingFacts, BookingIntent } from '../../../core/booking/booking-facts.ts';
import type { BookingAction } from '../../../core/vocabulary/statuses.ts';
import { actingParty, decidedByAfter } from '../../access/acting-party.ts';
import { actionNotAllowed, type GivenWithAction } from '../../records/action-rules.ts';
import type { WriteContext } from '../../records/resource.ts';
import { heldUntilOf, holdColumns } from './hold-columns.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/** Returns the columns that an allowed action changes. Throws if it is not allowed. */
export async function bookingActionColumns(
  action: BookingAction,
  write: Pick<WriteContext<'booking'>, 'transaction' | 'caller'> & { readonly current: StoredBooking },
  given: { readonly facts: BookingFacts; readonly nowMs: number } & GivenWithAction,
) {
  const { facts, nowMs, reason, hold } = given;
  const { caller, current } = write;
  const { submittedBy } = current;
  const party = await actingParty(write, { action, approveScope: 'bookings:approve', submittedBy, decided: current });
  const outcome = applyAction(facts, action, nowMs, party, heldUntilOf(hold, nowMs));
  if (!outcome.allowed) {
    const forOthers = availableActions(facts, nowMs).includes(action);
    throw actionNotAllowed({
      action,
      noun: 'bookings',
      currentStatus: outcome.status,
      availableActions: outcome.availableActions,
      ownSubmission: party.isSubmitter && forOthers,
      ofOperations: forOthers && !party.isSubmitter,
    });
  }
  return {
    ...intentColumns(outcome.intent, current.archivedAt),
    ...holdColumns(action, outcome.intent, { hold, note: current.holdNote }),
    ...decidedByAfter(action, caller),
    ...(action === 'submit' ? { submittedBy: [caller.actor] } : {}),
    ...rejectionColumns(action, reason),
  };
}

/** The rejection reason is stored until the next submission. */
export function rejectionColumns(
  action: BookingAction,
  reason: string | null,
): { readonly rejectionReason?: string | null } {
  if (action === 'reject') return { rejectionReason: reason };
  return action === 'submit' || action === 'approve' || action === 'hold' ? { rejectionReason: null } : {};
}

/** Returns the columns of an intent, except those of its hold. An archived object keeps its time of archiving. */
export function intentColumns(intent: BookingIntent, archivedAt: Date | null) {
  const { lifecycle, paused, archived } = intent;
  return {
    lifecycle,
    paused,
    archivedAt: archived ? (archivedAt ?? new Date()) : null,
    // An approval includes the price.
    ...(lifecycle === 'approved' ? { agreedPricing: null } : {}),
  };
}
