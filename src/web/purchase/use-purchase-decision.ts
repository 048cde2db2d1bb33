import { useQueryClient } from '@tanstack/react-query';
import type { Purchase } from '../../client/generated/types.gen.ts';
import { problemOfError } from '../api/client.ts';
import { invalidateResources } from '../api/invalidate-resources.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { openReasonDialog } from '../ui/dialog/reason-dialog.tsx';
import { notifyProblem, notifySuccess } from '../ui/notice/notify.ts';
import { type PurchaseDecisionInput, sendPurchaseDecision } from './purchase-queries.ts';

const nouns = ['purchases', 'bookings', 'campaigns'];
const staleStatus = 412;

/** Approves or declines the shown version of a purchase, never a later one. */
export function usePurchaseDecision({ id, campaignName }: Purchase, etag: string) {
  const queries = useQueryClient();
  const change = useChange({
    nouns,
    change: (decision: PurchaseDecisionInput) => sendPurchaseDecision(id, etag, decision),
    done: (_, { action }) =>
      t(action === 'approve' ? 'selling.notice.purchaseApproved' : 'selling.notice.purchaseDeclined'),
    quiet: true,
  });
  const decide = (decision: PurchaseDecisionInput) =>
    change.mutate(decision, {
      onError: (error) => {
        if (problemOfError(error).status !== staleStatus) return notifyProblem(error);
        notifySuccess(t('review.text.changedMeanwhile'));
        void invalidateResources(queries, nouns);
      },
    });
  return {
    isBusy: change.isPending,
    approve: () => decide({ action: 'approve' }),
    decline: () =>
      openReasonDialog({
        title: t('selling.title.declinePurchase', { name: campaignName }),
        hint: t('selling.hint.declineReason'),
        verb: t('selling.action.declinePurchase'),
        onReason: (reason) => decide({ action: 'decline', reason }),
      }),
  };
}
