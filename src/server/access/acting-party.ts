import { isFullScope, type Scope } from '../../contract/scopes.ts';
import type { ActingParty } from '../../core/booking/booking-facts.ts';
import type { Action } from '../../core/words/statuses.ts';
import type { Caller } from './caller.ts';

/**
 * What a caller may do in an action. What a service account with full scope submits is approved by that; to approve
 * what waits, the scope for approving is enough, but nobody approves what they submitted themselves. What a caller with
 * full scope paused, only such a caller resumes.
 * Source: product decisions 4.
 */
export function actingParty(
  caller: Caller,
  about: {
    readonly action: Action;
    readonly approveScope: Scope;
    readonly submittedBy: string | null;
    /** As stored; undefined: it is not known of this kind of object. */
    readonly pausedBy?: string | null;
  },
): ActingParty {
  const full = isFullScope(caller.scopes);
  const decides = about.action === 'approve' || about.action === 'reject';
  return {
    mayApprove: decides ? caller.scopes.has(about.approveScope) : full,
    isSubmitter: !full && about.submittedBy === caller.actor,
    mayResume: full || about.pausedBy !== 'operations',
    fourEyes: false,
  };
}

/** The column of whose pause it is, after an allowed action: part of the object's row. */
export function pausedByAfter(action: Action, caller: Caller): { readonly pausedBy?: string | null } {
  if (action === 'pause') return { pausedBy: isFullScope(caller.scopes) ? 'operations' : 'others' };
  return action === 'resume' ? { pausedBy: null } : {};
}
