import type { ConfiguredBookingState, ConfiguredCampaignState } from '../../../contract/configuration/object-state.ts';
import type { Caller } from '../../access/caller.ts';
import type { Row } from '../../records/resource.ts';

/** Party recorded as the one that paused or cancelled. Only ad operations apply configurations. */
const operations = 'operations';

type Deciding = {
  readonly caller: Caller;
  /** Whether approvals need another user. */
  readonly needsReview: boolean;
};

/** Returns the columns of the decisions about a campaign. */
export function campaignStateColumns(state: ConfiguredCampaignState, current: Row<'campaign'> | null) {
  return {
    ...pauseColumns(state, current),
    ...holdStateColumns(state),
    cancelled: state.cancelled,
    cancelledBy: state.cancelled ? (current?.cancelledBy ?? operations) : null,
  };
}

/**
 * Returns the columns of the decisions about a booking. If approvals need another user, a booking that is not approved
 * becomes submitted, and a change of an approved one follows the rules of the API.
 */
export function bookingStateColumns(
  state: ConfiguredBookingState,
  current: Row<'booking'> | null,
  { caller, needsReview }: Deciding,
) {
  return {
    ...lifecycleColumns(state, current, { caller, needsReview }),
    ...pauseColumns(state, current),
    ...holdStateColumns(state),
    cancelledBy: state.lifecycle === 'cancelled' ? (current?.cancelledBy ?? operations) : null,
  };
}

function lifecycleColumns(
  { lifecycle }: ConfiguredBookingState,
  current: Row<'booking'> | null,
  { caller, needsReview }: Deciding,
) {
  const isSubmitted = current?.lifecycle === 'submitted' && current.archivedAt === null;
  // The rules of a change have added the author to the submitters of a submitted booking.
  if (isSubmitted && (lifecycle === 'submitted' || (needsReview && lifecycle === 'approved'))) return {};
  if (needsReview && lifecycle === 'approved') {
    const isApproved = current?.lifecycle === 'approved' && current.archivedAt === null;
    return isApproved ? {} : { lifecycle: 'submitted', submittedBy: [caller.actor] };
  }
  if (lifecycle === 'approved') return { lifecycle, agreedPricing: null, rejectionReason: null };
  return lifecycle === 'submitted' ? { lifecycle, submittedBy: [caller.actor] } : { lifecycle };
}

type PauseState = { readonly paused: boolean };

function pauseColumns({ paused }: PauseState, current: { readonly pausedBy: string | null } | null) {
  return { paused, pausedBy: paused ? (current?.pausedBy ?? operations) : null };
}

function holdStateColumns({ held, heldUntil, holdNote }: ConfiguredCampaignState | ConfiguredBookingState) {
  return {
    held,
    heldUntil: held && heldUntil ? new Date(heldUntil) : null,
    holdNote: held ? (holdNote ?? null) : null,
  };
}
