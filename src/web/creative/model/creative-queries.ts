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

/** An action that is available for a creative. */
export type CreativeAction = Creative['availableActions'][number];

/** Performs an action on a creative. The ETag makes it fail if the creative changed since it was read. */
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

/** The changes of a creative since its approval, for reviewers. */
export function creativeReviewQuery(id: number) {
  return queryOptions({
    queryKey: ['creatives', 'review-of', id],
    queryFn: () => dataOf(getCreativeReview({ client, path: { id } })),
  });
}
