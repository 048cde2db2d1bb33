import type { Scope } from '../../contract/access/scopes.ts';
import type { CampaignAction } from '../../core/words/statuses.ts';
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
  readonly what: string;
  readonly currentStatus: string;
  readonly availableActions: readonly CampaignAction[];
  /** The status allows it, but the caller submitted the object, and nobody approves their own. */
  readonly ownSubmission: boolean;
  /** The status allows it, but it would take back what ad operations did, or is theirs to decide. */
  readonly ofOperations: boolean;
};

/** What was done, and what would take it back. */
const takenBack = new Map<CampaignAction, string>([
  ['resume', 'paused'],
  ['reopen', 'cancelled'],
  ['unarchive', 'archived'],
]);

/** 409 with the current status and what is allowed; 403 when it is the caller who may not. */
export function actionNotAllowed(refused: RefusedAction): DomainError {
  const { action, what, currentStatus, availableActions } = refused;
  if (refused.ownSubmission) return new DomainError('not_permitted', { detail: 'Nobody approves what they submitted' });
  if (refused.ofOperations) {
    const done = takenBack.get(action);
    const detail =
      done === undefined
        ? `Only ad operations ${action} this ${what}`
        : `Ad operations ${done} this ${what}: only they ${action} it`;
    return new DomainError('not_permitted', { detail });
  }
  return new DomainError('action_not_allowed', {
    detail: `${action} is not allowed for this ${what} now: it is ${currentStatus}`,
    currentStatus,
    availableActions: [...availableActions],
  });
}
