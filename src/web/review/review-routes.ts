/*
 * Review: what waits for approval.
 *
 * - `review-page.tsx`, `review-list.tsx`, `review-queue.ts`, `use-review-queue.ts`: the queue.
 * - `review-detail.tsx`, `reviewed-booking.tsx`, `reviewed-creative.tsx`: one object. `use-decision.ts`: approving and
 *   rejecting.
 * - `version-changes.ts`: the differences from the approved version.
 * - `waiting-text.ts`: since when.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { mayAny } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** What waits for a decision. */
export function reviewRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/review',
      () => import('./review-page.tsx'),
      'ReviewPage',
      mayAny('creatives:approve', 'bookings:approve'),
    ),
  ];
}
