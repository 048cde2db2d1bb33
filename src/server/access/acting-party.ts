import { isFullScope, type Scope } from '../../contract/scopes.ts';
import type { ActingParty } from '../../core/booking/booking-facts.ts';
import type { Action } from '../../core/words/statuses.ts';
import type { Caller } from './caller.ts';

/**
 * What a caller may do in an action. What a service account with full scope submits is approved by that; to approve
 * what waits, the scope for approving is enough, but nobody approves what they submitted themselves.
 * Source: product decisions 4.
 */
export function actingParty(
  caller: Caller,
  about: { readonly action: Action; readonly approveScope: Scope; readonly submittedBy: string | null },
): ActingParty {
  const full = isFullScope(caller.scopes);
  const decides = about.action === 'approve' || about.action === 'reject';
  return {
    mayApprove: decides ? caller.scopes.has(about.approveScope) : full,
    isSubmitter: !full && about.submittedBy === caller.actor,
    fourEyes: false,
  };
}
