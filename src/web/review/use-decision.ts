import { useQuery, useQueryClient } from '@tanstack/react-query';
import { approveBooking, rejectBooking } from '../../client/generated/sdk.gen.ts';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { bookingQuery } from '../booking/model/booking-queries.ts';
import { creativeQuery, performCreativeAction } from '../creative/model/creative-queries.ts';
import { performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { notifyProblem, notifySuccess } from '../ui/notice/notify.ts';
import type { ReviewItem } from './review-queue.ts';

/** What can be decided about an item now. */
export type ReviewDecision = {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly isBusy: boolean;
  /** Why it cannot be approved as it is. */
  readonly obstacle: string | null;
};

type Choice = { readonly action: 'approve' | 'reject'; readonly reason?: string | undefined };

/**
 * Decides about what is looked at, and about no later change of it.
 * @param onDecided told when it is done: the next is looked at
 */
export function useDecision(item: ReviewItem | undefined, onDecided: () => void): ReviewDecision {
  const queries = useQueryClient();
  const ids = { booking: 0, creative: 0, ...(item && { [item.kind]: item.object.id }) };
  // Read while it is looked at, so that a decision is quick.
  useQuery({ ...creativeQuery(ids.creative), enabled: ids.creative > 0 });
  useQuery({ ...bookingQuery(ids.booking), enabled: ids.booking > 0 });
  const change = useChange({
    nouns: ['bookings', 'creatives', 'campaigns'],
    change: async ({ etag, ...choice }: Choice & { readonly etag: string }): Promise<Booking | Creative> => {
      if (ids.creative > 0)
        return performCreativeAction({ id: ids.creative, etag, reason: choice.reason }, choice.action);
      return decideBooking({ id: ids.booking, etag }, choice);
    },
    done: (_, { action }) => (action === 'approve' ? 'Approved.' : 'Rejected.'),
    onDone: onDecided,
  });
  const decide = async (choice: Choice) => {
    if (item === undefined) return;
    const read = await (item.kind === 'booking'
      ? queries.ensureQueryData(bookingQuery(ids.booking))
      : queries.ensureQueryData(creativeQuery(ids.creative)));
    // Whoever presses twice decides once.
    if (queries.isMutating() > 0) return;
    if (read.object.version === item.object.version) return change.mutate({ ...choice, etag: read.etag });
    notifySuccess('It was changed while you looked at it. Here is how it is now.');
    void queries.invalidateQueries({ queryKey: [`${item.kind}s`] });
  };
  const decideOrTell = (choice: Choice) => void decide(choice).catch(notifyProblem);
  const obstacle = obstacleOf(item);
  return {
    isBusy: change.isPending,
    obstacle,
    approve: () => {
      if (obstacle === null) decideOrTell({ action: 'approve' });
    },
    reject: () => {
      if (item === undefined) return;
      performAction(item.object.name, 'reject', (reason) => decideOrTell({ action: 'reject', reason }));
    },
  };
}

function decideBooking({ id, etag }: { readonly id: number; readonly etag: string }, { action, reason }: Choice) {
  const about = { client, path: { id }, headers: { 'If-Match': etag } };
  if (action === 'approve') return dataOf(approveBooking(about));
  return dataOf(rejectBooking({ ...about, body: reason === undefined ? {} : { reason } }));
}

function obstacleOf(item: ReviewItem | undefined): string | null {
  if (item?.kind !== 'creative') return null;
  const { checks } = item.object.pendingVersion ?? item.object;
  const wrong = checks.filter(({ severity }) => severity === 'error');
  return wrong.length === 0 ? null : wrong.map(({ message }) => message).join('; ');
}
