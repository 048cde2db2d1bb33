import type { Scope } from '../../contract/access/scopes.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import type { CampaignAction } from '../../core/vocabulary/statuses.ts';
import { detailMessage } from './detail-message.ts';
import { DomainError } from './domain-error.ts';
import type { ResourceTable, Row, WriteContext } from './resource.ts';
import type { ColumnChange } from './save-record.ts';

/** The actions of a resource, such as approve and pause. */
export type ActionRules<Table extends ResourceTable> = {
  /** For approve and reject; every other action needs the noun's write scope. */
  readonly approveScope: Scope;
  /** What can be done with an object of this kind; left out: `actions`. */
  readonly actions?: readonly CampaignAction[];
  /** Actions with which a reason may be given; left out: with none. */
  readonly takesReason?: readonly CampaignAction[];
  /** What the action changes on the locked row; throws when it is not allowed (`actionNotAllowed`). */
  perform(
    action: CampaignAction,
    write: WriteContext<Table> & { readonly current: Row<Table> },
    given: GivenWithAction,
  ): Promise<ColumnChange<Table>>;
};

/** What a caller says with an action. */
export type GivenWithAction = { readonly reason: string | null };

/** What a caller needs for an action. */
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
  /** The status allows it, but the caller submitted the object, and nobody approves their own. */
  readonly ownSubmission: boolean;
  /** The status allows it, but it would take back what ad operations did, or is theirs to decide. */
  readonly ofOperations: boolean;
};

/** Actions that undo what ad operations did. */
const undoingActions: ReadonlySet<CampaignAction> = new Set(['resume', 'reopen', 'unarchive']);

/** 409 with the current status and what is allowed; 403 when it is the caller who may not. */
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
