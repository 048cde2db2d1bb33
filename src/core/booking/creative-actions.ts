import { type Action, actions, type CreativeState } from '../vocabulary/statuses.ts';
import { type ActingParty, operationsParty } from './booking-facts.ts';

/** State of the creative after an allowed action, or the reason for a refusal (409). */
export type CreativeOutcome =
  | { readonly allowed: true; readonly state: CreativeState }
  | { readonly allowed: false; readonly state: CreativeState; readonly availableActions: readonly Action[] };

/**
 * Returns the state of a creative after its files are processed: approved if the party may approve, else pending
 * review. Source: product decisions 4.
 */
export function stateAfterUpload(party: ActingParty = operationsParty): CreativeState {
  return party.mayApprove && !party.fourEyes ? 'approved' : 'pending_review';
}

/**
 * Subject of a pending review: a new `version` next to the reviewed one. `nothing`: there is no new version.
 * Source: docs/decisions/0066-versions-under-review.md.
 */
export type Waiting = 'version' | 'nothing';

/** Reports whether `approve` and `reject` apply to the new version instead of the creative itself. */
export function decidesVersion(state: CreativeState, waiting: Waiting): boolean {
  return waiting === 'version' && (state === 'approved' || state === 'suspended');
}

/** Returns the actions that `applyCreativeAction` accepts, in the order of `actions`. Source: product decisions 4. */
export function availableCreativeActions(
  state: CreativeState,
  party: ActingParty = operationsParty,
  waiting: Waiting = 'nothing',
): readonly Action[] {
  return actions.filter((action) => {
    if (nextState(state, action, waiting) === undefined) return false;
    return action !== 'approve' && action !== 'reject' ? true : party.mayApprove && !party.isSubmitter;
  });
}

/**
 * Returns the state to store after `action`, or the refusal. Only `approved` creatives deliver. `pause` suspends a
 * creative. `resume` reactivates it, with a review unless the party may approve, because another user may have
 * suspended it. An unarchived creative is reviewed again, so unarchiving never starts delivery. While a new version is
 * `waiting`, approving and rejecting apply to the version and leave the state unchanged. Source: product decisions 4.
 */
export function applyCreativeAction(
  state: CreativeState,
  action: Action,
  party: ActingParty = operationsParty,
  waiting: Waiting = 'nothing',
): CreativeOutcome {
  const availableActions = availableCreativeActions(state, party, waiting);
  const next = nextState(state, action, waiting);
  if (next === undefined || !availableActions.includes(action)) return { allowed: false, state, availableActions };
  return { allowed: true, state: next === 'as_uploaded' ? stateAfterUpload(party) : next };
}

/** A decision about a new version does not change the earlier decision. */
function nextState(state: CreativeState, action: Action, waiting: Waiting): NextState | undefined {
  const decides = action === 'approve' || action === 'reject';
  return decides && decidesVersion(state, waiting) ? state : transitions[state][action];
}

/** `as_uploaded`: approved or pending, depending on the submitting party. */
type NextState = CreativeState | 'as_uploaded';

const transitions: Readonly<Record<CreativeState, Readonly<Partial<Record<Action, NextState>>>>> = {
  processing: { archive: 'archived' },
  pending_review: { approve: 'approved', reject: 'rejected', archive: 'archived' },
  approved: { pause: 'suspended', archive: 'archived' },
  rejected: { submit: 'as_uploaded', archive: 'archived' },
  suspended: { resume: 'as_uploaded', archive: 'archived' },
  archived: { unarchive: 'pending_review' },
};
