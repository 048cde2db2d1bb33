import { applyAction, availableActions } from '../../../core/booking/booking-actions.ts';
import type { BookingFacts, BookingIntent } from '../../../core/booking/booking-facts.ts';
import type { Action } from '../../../core/vocabulary/statuses.ts';
import { actingParty, decidedByAfter } from '../../access/acting-party.ts';
import { actionNotAllowed } from '../../records/action-rules.ts';
import type { WriteContext } from '../../records/resource.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/** Returns the columns that an allowed action changes. Throws if it is not allowed. */
export async function bookingActionColumns(
  action: Action,
  write: Pick<WriteContext<'booking'>, 'transaction' | 'caller'> & { readonly current: StoredBooking },
  given: { readonly facts: BookingFacts; readonly nowMs: number; readonly reason: string | null },
) {
  const { facts, nowMs, reason } = given;
  const { caller, current } = write;
  const { submittedBy } = current;
  const party = await actingParty(write, { action, approveScope: 'bookings:approve', submittedBy, decided: current });
  const outcome = applyAction(facts, action, nowMs, party);
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
    ...decidedByAfter(action, caller),
    ...(action === 'submit' ? { submittedBy: [caller.actor] } : {}),
    ...rejectionColumns(action, reason),
  };
}

/** The rejection reason is stored until the next submission. */
export function rejectionColumns(action: Action, reason: string | null): { readonly rejectionReason?: string | null } {
  if (action === 'reject') return { rejectionReason: reason };
  return action === 'submit' || action === 'approve' ? { rejectionReason: null } : {};
}

/** Returns the columns of an intent. An archived object keeps its time of archiving. */
export function intentColumns(intent: BookingIntent, archivedAt: Date | null) {
  const { lifecycle, paused, held, archived } = intent;
  return {
    lifecycle,
    paused,
    held,
    archivedAt: archived ? (archivedAt ?? new Date()) : null,
    // An approval includes the price.
    ...(lifecycle === 'approved' ? { agreedPricing: null } : {}),
  };
}
