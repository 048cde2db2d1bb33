import type { Kysely, Transaction } from 'kysely';
import { isFullScope, type Scope } from '../../contract/access/scopes.ts';
import type { ActingParty } from '../../core/booking/booking-facts.ts';
import type { CampaignAction } from '../../core/vocabulary/statuses.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readSettings } from '../resources/settings/read-settings.ts';
import type { Caller } from './caller.ts';
import { isSamePerson, samePersons } from './same-person.ts';

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
  const isDecision = decides(about.action);
  const own = isDecision && (fourEyes || !full) && (await isSamePerson(transaction, caller.actor, about.submittedBy));
  const mayApprove = isDecision ? caller.scopes.has(about.approveScope) : full;
  return { ...rightsOf(full, about.decided), mayApprove, isSubmitter: own, fourEyes };
}

/** Of an object whose view offers actions. */
export type Offering = {
  /** Whose work waits in it; empty: nothing waits. */
  readonly submittedBy: readonly string[];
  /** Left out: it is not known of this kind of object. */
  readonly decided?: DecidedBy;
};

/**
 * What the views of some objects offer a caller, in the order given: the party of each, as `actingParty` will see it, and of
 * the actions that it allows those that the caller has the scope for.
 */
export async function offersTo<Name extends CampaignAction>(
  caller: Caller,
  database: Kysely<Database>,
  { approveScope, writeScope, objects }: Scopes & { readonly objects: readonly Offering[] },
): Promise<readonly ((allowed: (party: ActingParty) => readonly Name[]) => Name[])[]> {
  const full = isFullScope(caller.scopes);
  const { fourEyes } = await readSettings(database);
  const mayApprove = caller.scopes.has(approveScope);
  const waiting = mayApprove && (fourEyes || !full) ? objects.flatMap(({ submittedBy }) => submittedBy) : [];
  const own = await samePersons(database, caller.actor, waiting);
  return objects.map(({ submittedBy, decided }) => {
    const isSubmitter = submittedBy.some((actor) => own.has(actor));
    const party = { ...rightsOf(full, decided), mayApprove, isSubmitter, fourEyes };
    return (allowed) =>
      allowed(party).filter((action) => caller.scopes.has(decides(action) ? approveScope : writeScope));
  });
}

type Scopes = { readonly approveScope: Scope; readonly writeScope: Scope };

function decides(action: CampaignAction): boolean {
  return action === 'approve' || action === 'reject';
}

function rightsOf(full: boolean, decided: DecidedBy | undefined) {
  const mayUndo = (by: string | null | undefined) => full || by !== 'operations';
  return {
    mayResume: mayUndo(decided?.pausedBy),
    mayReopen: mayUndo(decided?.cancelledBy),
    mayUnarchive: mayUndo(decided?.archivedBy),
    mayConvert: full,
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
