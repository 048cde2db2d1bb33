import type { Transaction } from 'kysely';
import { isFullScope, type Scope } from '../../contract/scopes.ts';
import type { ActingParty } from '../../core/booking/booking-facts.ts';
import type { CampaignAction } from '../../core/words/statuses.ts';
import type { Database } from '../db/schema.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Caller } from './caller.ts';
import { isSamePerson } from './same-person.ts';

/** Who decided what the object is in, as stored: `operations`, `others`, or null. */
export type DecidedBy = {
  readonly pausedBy: string | null;
  readonly cancelledBy: string | null;
  readonly archivedBy: string | null;
};

/**
 * What a caller may do in an action. What ad operations submit is approved by that, unless the setting for four eyes is
 * on; to approve what waits, the scope for approving is enough, but nobody approves what is their own, under whatever
 * account. What a caller with full scope paused, cancelled or archived, only such a caller takes back.
 * Source: product decisions 4; docs/decisions/0054-settings.md.
 */
export async function actingParty(
  { transaction, caller }: { readonly transaction: Transaction<Database>; readonly caller: Caller },
  about: {
    readonly action: CampaignAction;
    readonly approveScope: Scope;
    /** Whose work waits. */
    readonly submittedBy: readonly string[];
    /** Left out: it is not known of this kind of object. */
    readonly decided?: DecidedBy;
  },
): Promise<ActingParty> {
  const full = isFullScope(caller.scopes);
  const { fourEyes } = await readSettings(transaction);
  const decides = about.action === 'approve' || about.action === 'reject';
  const own = decides && (fourEyes || !full) && (await isSamePerson(transaction, caller.actor, about.submittedBy));
  const mayUndo = (by: string | null | undefined) => full || by !== 'operations';
  return {
    mayApprove: decides ? caller.scopes.has(about.approveScope) : full,
    isSubmitter: own,
    mayResume: mayUndo(about.decided?.pausedBy),
    mayReopen: mayUndo(about.decided?.cancelledBy),
    mayUnarchive: mayUndo(about.decided?.archivedBy),
    mayConvert: full,
    fourEyes,
  };
}

/** The columns of whose decision it is, after an allowed action: part of the object's row. */
export function decidedByAfter(action: CampaignAction, caller: Caller): Partial<DecidedBy> {
  const by = isFullScope(caller.scopes) ? 'operations' : 'others';
  switch (action) {
    case 'pause':
      return { pausedBy: by };
    case 'resume':
      return { pausedBy: null };
    case 'cancel':
      return { cancelledBy: by };
    case 'reopen':
      return { cancelledBy: null };
    case 'archive':
      return { archivedBy: by };
    case 'unarchive':
      return { archivedBy: null };
    default:
      return {};
  }
}
