import { type Action, actions, type CreativeState } from '../words/statuses.ts';
import { type ActingParty, operations } from './booking-facts.ts';

/** The creative's state after an allowed action, or why it was not allowed: what a 409 answers. */
export type CreativeOutcome =
  | { readonly allowed: true; readonly state: CreativeState }
  | { readonly allowed: false; readonly state: CreativeState; readonly availableActions: readonly Action[] };

/**
 * State of a creative once its files are processed: approved when the party may approve, else it waits for review.
 * Source: product decisions 4.
 */
export function stateAfterUpload(party: ActingParty = operations): CreativeState {
  return party.mayApprove && !party.fourEyes ? 'approved' : 'pending_review';
}

/** Actions that `applyCreativeAction` would accept, in the order of `actions`. Source: product decisions 4. */
export function availableCreativeActions(state: CreativeState, party: ActingParty = operations): readonly Action[] {
  return actions.filter((action) => {
    if (transitions[state][action] === undefined) return false;
    return action !== 'approve' && action !== 'reject' ? true : party.mayApprove && !party.isSubmitter;
  });
}

/**
 * The state to store after `action`, or the refusal. Only `approved` creatives deliver: `pause` suspends one, `resume`
 * takes that back, which is reviewed unless the party may approve: somebody else may have suspended it. One that is
 * unarchived is reviewed again, so that nothing goes live by unarchiving it.
 * Source: product decisions 4.
 */
export function applyCreativeAction(
  state: CreativeState,
  action: Action,
  party: ActingParty = operations,
): CreativeOutcome {
  const availableActions = availableCreativeActions(state, party);
  const next = transitions[state][action];
  if (next === undefined || !availableActions.includes(action)) return { allowed: false, state, availableActions };
  return { allowed: true, state: next === 'as_uploaded' ? stateAfterUpload(party) : next };
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
