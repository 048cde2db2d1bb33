import { applyAction, availableActions } from '../../core/booking/booking-actions.ts';
import type { BookingFacts, BookingIntent } from '../../core/booking/booking-facts.ts';
import type { Action } from '../../core/words/statuses.ts';
import { actingParty, pausedByAfter } from '../access/acting-party.ts';
import type { Caller } from '../access/caller.ts';
import { actionNotAllowed } from '../http/register-actions.ts';

/** The columns that an allowed action changes; throws the refusal otherwise. */
export function bookingActionColumns(
  booking: {
    readonly facts: BookingFacts;
    readonly submittedBy: string | null;
    readonly pausedBy: string | null;
    readonly archivedAt: Date | null;
  },
  about: { readonly action: Action; readonly caller: Caller; readonly nowMs: number },
) {
  const { facts, submittedBy, pausedBy } = booking;
  const { action, caller, nowMs } = about;
  const party = actingParty(caller, { action, approveScope: 'bookings:approve', submittedBy, pausedBy });
  const outcome = applyAction(facts, action, nowMs, party);
  if (!outcome.allowed) {
    const forOthers = availableActions(facts, nowMs).includes(action);
    throw actionNotAllowed({
      action,
      what: 'booking',
      currentStatus: outcome.status,
      availableActions: outcome.availableActions,
      ownSubmission: party.isSubmitter && forOthers,
      foreignPause: action === 'resume' && !party.mayResume && forOthers,
    });
  }
  return {
    ...intentColumns(outcome.intent, booking.archivedAt),
    ...pausedByAfter(action, caller),
    ...(action === 'submit' ? { submittedBy: caller.actor } : {}),
  };
}

/** A stored intent; an archived object keeps the time at which it was. */
export function intentColumns(intent: BookingIntent, archivedAt: Date | null) {
  const { lifecycle, paused, held, archived } = intent;
  return { lifecycle, paused, held, archivedAt: archived ? (archivedAt ?? new Date()) : null };
}
