import { type Action, actions, type CreativeState } from '../words/statuses.ts';
import { type ActingParty, operationsParty } from './booking-facts.ts';

/** The creative's state after an allowed action, or why it was not allowed: what a 409 answers. */
export type CreativeOutcome =
  | { readonly allowed: true; readonly state: CreativeState }
  | { readonly allowed: false; readonly state: CreativeState; readonly availableActions: readonly Action[] };

/**
 * State of a creative once its files are processed: approved when the party may approve, else it waits for review.
 * Source: product decisions 4.
 */
export function stateAfterUpload(party: ActingParty = operationsParty): CreativeState {
  return party.mayApprove && !party.fourEyes ? 'approved' : 'pending_review';
}

/**
 * What of a creative waits for a review: a new `version` beside what was reviewed, or nothing but the creative itself.
 * Source: docs/decisions/0066-versions-under-review.md.
 */
export type Waiting = 'version' | 'nothing';

/** True when `approve` and `reject` are about the new version, and not about the creative itself. */
export function decidesVersion(state: CreativeState, waiting: Waiting): boolean {
  return waiting === 'version' && (state === 'approved' || state === 'suspended');
}

/** Actions that `applyCreativeAction` would accept, in the order of `actions`. Source: product decisions 4. */
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
 * The state to store after `action`, or the refusal. Only `approved` creatives deliver: `pause` suspends one, `resume`
 * takes that back, which is reviewed unless the party may approve: somebody else may have suspended it. One that is
 * unarchived is reviewed again, so that nothing goes live by unarchiving it. While a new version is `waiting`, approving
 * and rejecting are about that one and leave the state.
 * Source: product decisions 4.
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

/** A decision about a new version changes nothing about what was decided before. */
function nextState(state: CreativeState, action: Action, waiting: Waiting): NextState | undefined {
  const decides = action === 'approve' || action === 'reject';
  return decides && decidesVersion(state, waiting) ? state : transitions[state][action];
}

/** `as_uploaded`: approved or waiting, by who submits. */
type NextState = CreativeState | 'as_uploaded';

const transitions: Readonly<Record<CreativeState, Readonly<Partial<Record<Action, NextState>>>>> = {
  processing: { archive: 'archived' },
  pending_review: { approve: 'approved', reject: 'rejected', archive: 'archived' },
  approved: { pause: 'suspended', archive: 'archived' },
  rejected: { submit: 'as_uploaded', archive: 'archived' },
  suspended: { resume: 'as_uploaded', archive: 'archived' },
  archived: { unarchive: 'pending_review' },
};
