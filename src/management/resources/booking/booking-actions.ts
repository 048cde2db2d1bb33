import { applyAction, availableActions } from '../../../core/booking/booking-actions.ts';
import type { BookingFacts, BookingIntent } from '../../../core/booking/booking-facts.ts';
import type { Action } from '../../../core/vocabulary/statuses.ts';
import { actingParty, decidedByAfter } from '../../access/acting-party.ts';
import { actionNotAllowed } from '../../records/action-rules.ts';
import type { WriteContext } from '../../records/resource.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/** The columns that an allowed action changes; throws the refusal otherwise. */
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

/** Why it was refused stands until it is submitted again. */
export function rejectionColumns(action: Action, reason: string | null): { readonly rejectionReason?: string | null } {
  if (action === 'reject') return { rejectionReason: reason };
  return action === 'submit' || action === 'approve' ? { rejectionReason: null } : {};
}

/** A stored intent; an archived object keeps the time at which it was. */
export function intentColumns(intent: BookingIntent, archivedAt: Date | null) {
  const { lifecycle, paused, held, archived } = intent;
  return {
    lifecycle,
    paused,
    held,
    archivedAt: archived ? (archivedAt ?? new Date()) : null,
    // Whoever approves it approves its price.
    ...(lifecycle === 'approved' ? { agreedPricing: null } : {}),
  };
}
