import { useQuery, useQueryClient } from '@tanstack/react-query';
import { approveBooking, rejectBooking } from '../../client/generated/sdk.gen.ts';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { bookingQuery } from '../booking/model/booking-queries.ts';
import { creativeQuery, performCreativeAction } from '../creative/model/creative-queries.ts';
import { t } from '../i18n/t.ts';
import { performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { notifyProblem, notifySuccess } from '../ui/notice/notify.ts';
import type { ReviewItem } from './review-queue.ts';

/** The decision about the selected item. */
export type ReviewDecision = {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly isBusy: boolean;
  /** Why the item cannot be approved. Null: it can. */
  readonly blocker: string | null;
};

type Choice = { readonly action: 'approve' | 'reject'; readonly reason?: string | undefined };

/**
 * Approves or rejects the shown version of an item, never a later one.
 * @param onDecided called after the decision
 */
export function useDecision(item: ReviewItem | undefined, onDecided: () => void): ReviewDecision {
  const queries = useQueryClient();
  const ids = { booking: 0, creative: 0, ...(item && { [item.kind]: item.object.id }) };
  // Prefetched, so that a decision is fast.
  useQuery({ ...creativeQuery(ids.creative), enabled: ids.creative > 0 });
  useQuery({ ...bookingQuery(ids.booking), enabled: ids.booking > 0 });
  const change = useChange({
    nouns: ['bookings', 'creatives', 'campaigns', 'purchases'],
    change: async ({ etag, ...choice }: Choice & { readonly etag: string }): Promise<Booking | Creative> => {
      if (ids.creative > 0)
        return performCreativeAction({ id: ids.creative, etag, reason: choice.reason }, choice.action);
      return decideBooking({ id: ids.booking, etag }, choice);
    },
    done: (_, { action }) => decisionText(item, action),
    onDone: onDecided,
  });
  const decide = async (choice: Choice) => {
    if (item === undefined) return;
    const read = await (item.kind === 'booking'
      ? queries.ensureQueryData(bookingQuery(ids.booking))
      : queries.ensureQueryData(creativeQuery(ids.creative)));
    // Ignores a second click or key press.
    if (queries.isMutating() > 0) return;
    if (read.object.version === item.object.version) return change.mutate({ ...choice, etag: read.etag });
    notifySuccess(t('review.text.changedMeanwhile'));
    void queries.invalidateQueries({ queryKey: [`${item.kind}s`] });
  };
  const decideOrNotify = (choice: Choice) => void decide(choice).catch(notifyProblem);
  const blocker = blockerOf(item);
  return {
    isBusy: change.isPending,
    blocker,
    approve: () => {
      if (blocker === null) decideOrNotify({ action: 'approve' });
    },
    reject: () => {
      if (item === undefined) return;
      performAction(item.object.name, 'reject', ({ reason }) => decideOrNotify({ action: 'reject', reason }));
    },
  };
}

function decisionText(item: ReviewItem | undefined, action: Choice['action']): string {
  if (item?.kind === 'booking') return t(`booking.actionDone.${action}`, { name: item.object.name });
  return t(action === 'approve' ? 'review.notice.creativeApproved' : 'review.notice.creativeRejected');
}

function decideBooking({ id, etag }: { readonly id: number; readonly etag: string }, { action, reason }: Choice) {
  const options = { client, path: { id }, headers: { 'If-Match': etag } };
  if (action === 'approve') return dataOf(approveBooking(options));
  return dataOf(rejectBooking({ ...options, body: reason === undefined ? {} : { reason } }));
}

function blockerOf(item: ReviewItem | undefined): string | null {
  if (item?.kind !== 'creative') return null;
  const { checks } = item.object.pendingVersion ?? item.object;
  const failed = checks.filter(({ severity }) => severity === 'error');
  return failed.length === 0 ? null : failed.map(({ message }) => message).join('; ');
}
