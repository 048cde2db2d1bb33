import type { Scope } from '../../contract/access/scopes.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import type { CampaignAction } from '../../core/vocabulary/statuses.ts';
import { detailMessage } from './detail-message.ts';
import { DomainError } from './domain-error.ts';
import type { ResourceTable, Row, WriteContext } from './resource.ts';
import type { ColumnChange } from './save-record.ts';

/** The actions of a resource, such as approve and pause. */
export type ActionRules<Table extends ResourceTable> = {
  /** For approve and reject. Every other action requires the write scope of the resource. */
  readonly approveScope: Scope;
  /** Actions of this resource. Omitted: `actions`. */
  readonly actions?: readonly CampaignAction[];
  /** Actions that accept a reason. Omitted: none. */
  readonly takesReason?: readonly CampaignAction[];
  /** Returns the changes of the action to the locked row. Throws if it is not allowed (`actionNotAllowed`). */
  perform(
    action: CampaignAction,
    write: WriteContext<Table> & { readonly current: Row<Table> },
    given: GivenWithAction,
  ): Promise<ColumnChange<Table>>;
};

/** Parameters of an action. */
export type GivenWithAction = {
  readonly reason: string | null;
  /** For `hold`. null: another action. */
  readonly hold: HoldTerms | null;
};

/** End and note of a hold as sent by the caller. */
export type HoldTerms = { readonly until: Date; readonly note: string | null };

/** Returns the terms of a valid body or bulk entry. */
export function holdTermsOf({
  heldUntil,
  note,
}: {
  readonly heldUntil?: string | undefined;
  readonly note?: string | null | undefined;
}): HoldTerms | null {
  return heldUntil === undefined ? null : { until: new Date(heldUntil), note: note ?? null };
}

/** Returns the scope required for an action. */
export function scopeOfAction(
  action: CampaignAction,
  { writeScope }: { readonly writeScope: Scope },
  { approveScope }: { readonly approveScope: Scope },
): Scope {
  return action === 'approve' || action === 'reject' ? approveScope : writeScope;
}

export type RefusedAction = {
  readonly action: CampaignAction;
  readonly noun: ObjectKind;
  readonly currentStatus: string;
  readonly availableActions: readonly CampaignAction[];
  /** The status allows it, but the caller submitted the object and cannot approve it. */
  readonly ownSubmission: boolean;
  /** The status allows it, but it would undo a decision of ad operations, or only they may make it. */
  readonly ofOperations: boolean;
};

/** Actions that can undo a decision of ad operations. */
const undoingActions: ReadonlySet<CampaignAction> = new Set(['resume', 'reopen', 'unarchive']);

/** Returns 409 with the current status and the available actions, or 403 if the caller lacks the right. */
export function actionNotAllowed(refused: RefusedAction): DomainError {
  const { action, currentStatus, availableActions } = refused;
  if (refused.ownSubmission) return new DomainError('not_permitted', { detail: detailMessage('ownSubmission') });
  if (refused.ofOperations) {
    const detail = detailMessage(undoingActions.has(action) ? 'undoByOperations' : 'operationsOnly', { action });
    return new DomainError('not_permitted', { detail });
  }
  return new DomainError('action_not_allowed', {
    detail: detailMessage('actionNotAllowed', { action, status: currentStatus }),
    currentStatus,
    availableActions: [...availableActions],
  });
}
