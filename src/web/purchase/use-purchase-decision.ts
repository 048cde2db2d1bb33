import type { Purchase } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { openReasonDialog } from '../ui/dialog/reason-dialog.tsx';
import { type PurchaseDecisionInput, sendPurchaseDecision } from './purchase-queries.ts';

/** Approves or declines the shown version of a purchase, never a later one. */
export function usePurchaseDecision({ id, campaignName }: Purchase, etag: string) {
  const change = useChange({
    nouns: ['purchases', 'bookings', 'campaigns'],
    change: (decision: PurchaseDecisionInput) => sendPurchaseDecision(id, etag, decision),
    done: (_, { action }) =>
      t(action === 'approve' ? 'selling.notice.purchaseApproved' : 'selling.notice.purchaseDeclined'),
  });
  return {
    isBusy: change.isPending,
    approve: () => change.mutate({ action: 'approve' }),
    decline: () =>
      openReasonDialog({
        title: t('selling.title.declinePurchase', { name: campaignName }),
        hint: t('selling.hint.declineReason'),
        verb: t('selling.action.declinePurchase'),
        onReason: (reason) => change.mutate({ action: 'decline', reason }),
      }),
  };
}
