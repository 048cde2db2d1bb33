/*
 * Review: the approval queue.
 *
 * - `review-page.tsx`, `review-list.tsx`, `review-queue.ts`, `use-review-queue.ts`: the queue.
 * - `review-detail.tsx`, `reviewed-booking.tsx`, `reviewed-creative.tsx`: one item. `use-decision.ts`: approving and
 *   rejecting.
 * - `creative-version-changes.ts`: the differences from the approved version.
 * - `review-item-text.ts`: state and type of an item.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Route of the review queue. */
export function reviewRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/review',
      () => import('./review-page.tsx'),
      'ReviewPage',
      hasAnyScope('creatives:approve', 'bookings:approve'),
    ),
  ];
}
