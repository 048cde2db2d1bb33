import type { Kysely, Transaction } from 'kysely';
import { isFullScope, type Scope } from '../../contract/access/scopes.ts';
import type { ActingParty } from '../../core/booking/booking-facts.ts';
import type { CampaignAction } from '../../core/vocabulary/statuses.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readSettings } from '../resources/settings/read-settings.ts';
import type { Caller } from './caller.ts';
import { isSamePerson, samePersons } from './same-person.ts';

/** Party that paused, cancelled and archived the object, as stored: `operations`, `others`, or null (not done). */
export type DecidedBy = {
  readonly pausedBy: string | null;
  readonly cancelledBy: string | null;
  readonly archivedBy: string | null;
};

/**
 * Returns the rights of a caller for an action. Bookings that ad operations submit are approved immediately unless the
 * setting for four eyes is on. To approve a submission, the scope for approving is sufficient, but a submitter cannot
 * approve their own submission, from any of their accounts. Only callers with full scope can undo a pause, cancellation
 * or archiving by a caller with full scope. Source: product decisions 4; docs/decisions/0054-settings.md.
 */
export async function actingParty(
  { transaction, caller }: { readonly transaction: Transaction<Database>; readonly caller: Caller },
  about: {
    readonly action: CampaignAction;
    readonly approveScope: Scope;
    /** Actors of the submission to be reviewed. */
    readonly submittedBy: readonly string[];
    /** Omitted if this kind of object does not store it. */
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

/** Facts about an object whose view lists available actions. */
export type Offering = {
  /** Actors of the submission to be reviewed. Empty if none is pending. */
  readonly submittedBy: readonly string[];
  /** Omitted if this kind of object does not store it. */
  readonly decided?: DecidedBy;
};

/**
 * Returns one function per object, in the given order. Each computes the actions that the view of the object offers:
 * those allowed for the party of the caller (the same as in `actingParty`) for which the caller has the scope.
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
    mayAllocate: full,
  };
}

/** Returns the `DecidedBy` columns of the object's row after an allowed action. */
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
