import { operationsParty } from '../../../core/booking/booking-facts.ts';
import {
  applyCreativeAction,
  availableCreativeActions,
  decidesVersion,
} from '../../../core/booking/creative-actions.ts';
import { type CreativeCheck, hasErrors } from '../../../core/creative/check-creative.ts';
import type { Action, CreativeState } from '../../../core/vocabulary/statuses.ts';
import { notifyOfDecision } from '../../../platform/notifications/append-notifications.ts';
import { actingParty } from '../../access/acting-party.ts';
import { type ActionRules, actionNotAllowed } from '../../records/action-rules.ts';
import { DomainError } from '../../records/domain-error.ts';
import { requireLive } from '../../records/references.ts';
import type { Row, SomeColumns, WriteContext } from '../../records/resource.ts';
import { checksOf, readCheckedFormat } from './checks-of.ts';
import { submitterOf } from './creative-resource.ts';
import { approvedVersion, waitingOf } from './shown-version.ts';

/** Actions of creatives. */
export const creativeActionRules: ActionRules<'creative'> = {
  approveScope: 'creatives:approve',
  takesReason: ['reject'],
  async perform(action, write, { reason }) {
    const columns = await actionColumns(action as Action, write, reason);
    if (action === 'unarchive') await requireParents(write);
    const { transaction, current, caller } = write;
    const after = () => {
      const object = { objectKind: 'creatives', objectId: current.id } as const;
      return notifyOfDecision(transaction, { ...object, action, actor: caller.actor }, submitterOf(current));
    };
    return { columns, after };
  },
};

/** Parents of an active creative cannot be archived, so a restored creative requires active parents. */
async function requireParents({
  transaction,
  current,
}: WriteContext<'creative'> & { readonly current: Row<'creative'> }) {
  await requireLive(transaction, { table: 'brand', ids: [current.brandId], noun: 'brands' });
  await requireLive(transaction, { table: 'format', ids: [current.formatId], noun: 'inventory/format' });
}

/** Returns the columns of a creative after an action. */
export async function actionColumns(
  action: Action,
  write: WriteContext<'creative'> & { readonly current: Row<'creative'> },
  reason: string | null = null,
): Promise<SomeColumns<'creative'>> {
  const { caller, current } = write;
  const { archivedAt, pendingVersion } = current;
  const state = current.state as CreativeState;
  const waiting = waitingOf(current);
  const version = decidesVersion(state, waiting) ? pendingVersion : null;
  const submittedBy = submitterOf(current);
  const party = await actingParty(write, { action, approveScope: 'creatives:approve', submittedBy });
  const outcome = applyCreativeAction(state, action, party, waiting);
  if (!outcome.allowed) {
    throw actionNotAllowed({
      action,
      noun: 'creatives',
      currentStatus: outcome.state,
      availableActions: outcome.availableActions,
      ownSubmission: party.isSubmitter && availableCreativeActions(state, operationsParty, waiting).includes(action),
      ofOperations: false,
    });
  }
  const checks =
    outcome.state === 'approved'
      ? checksOf(
          current.kind,
          version ?? current,
          await readCheckedFormat(write.transaction, current.formatId),
          current.addressChecks,
        )
      : [];
  if (action === 'approve') requireNoErrors(checks);
  if (version !== null && action === 'approve') return approvedVersion(version);
  if (version !== null && action === 'reject') return { pendingVersion: null, rejectionReason: reason };
  return {
    // A creative with errors stays in review until it is changed.
    state: hasErrors(checks) ? 'pending_review' : outcome.state,
    archivedAt: outcome.state === 'archived' ? (archivedAt ?? new Date()) : null,
    // Resuming without full scope submits the creative for review.
    submittedBy: action === 'submit' || action === 'resume' ? [caller.actor] : current.submittedBy,
    ...(action === 'reject' && { rejectionReason: reason }),
    ...((action === 'approve' || action === 'submit') && { rejectionReason: null }),
    ...(endsVersions.has(action) && { pendingVersion: null }),
  };
}

function requireNoErrors(checks: readonly CreativeCheck[]): void {
  const wrong = checks.filter(({ severity }) => severity === 'error');
  if (wrong.length === 0) return;
  throw new DomainError('checks_failed', {
    detail: wrong.map(({ message }) => message).join('; '),
    errors: wrong.map(({ code, message }) => ({ pointer: '/checks', in: 'body', code, message })),
  });
}

/** Actions that discard the pending version, because the creative is no longer delivered. */
const endsVersions: ReadonlySet<Action> = new Set(['reject', 'archive']);
