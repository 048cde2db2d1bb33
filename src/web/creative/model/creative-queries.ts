import { queryOptions } from '@tanstack/react-query';
import {
  approveCreative,
  archiveCreative,
  cancelCreative,
  getCreative,
  getCreativeReview,
  pauseCreative,
  rejectCreative,
  reopenCreative,
  resumeCreative,
  submitCreative,
  unarchiveCreative,
} from '../../../client/generated/sdk.gen.ts';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { client, dataOf, objectWithEtag } from '../../api/client.ts';

/** One creative, with its ETag. */
export function creativeQuery(id: number) {
  return queryOptions({
    queryKey: ['creatives', 'one', id],
    queryFn: () => objectWithEtag(getCreative({ client, path: { id } })),
  });
}

const actionsOfCreative = {
  submit: submitCreative,
  approve: approveCreative,
  pause: pauseCreative,
  resume: resumeCreative,
  cancel: cancelCreative,
  archive: archiveCreative,
  unarchive: unarchiveCreative,
  reopen: reopenCreative,
} as const;

/** One of the things that can be done with a creative. */
export type CreativeAction = Creative['availableActions'][number];

/** Does what a button says with a creative: with what was read, and with no later change of it. */
export function performCreativeAction(
  { id, etag, reason }: { readonly id: number; readonly etag?: string; readonly reason?: string },
  action: CreativeAction,
) {
  const headers = etag === undefined ? {} : { 'If-Match': etag };
  if (action === 'reject') {
    return dataOf(rejectCreative({ client, path: { id }, headers, body: reason === undefined ? {} : { reason } }));
  }
  return dataOf(actionsOfCreative[action]({ client, path: { id }, headers }));
}

/** What of a creative changed since it was approved, for who decides. */
export function creativeReviewQuery(id: number) {
  return queryOptions({
    queryKey: ['creatives', 'review-of', id],
    queryFn: () => dataOf(getCreativeReview({ client, path: { id } })),
  });
}
