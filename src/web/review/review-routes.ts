/*
 * Review: what waits for approval.
 *
 * - `review-page.tsx`, `review-list.tsx`, `review-queue.ts`, `use-review-queue.ts`: the queue.
 * - `review-detail.tsx`, `reviewed-booking.tsx`, `reviewed-creative.tsx`: one object. `use-decision.ts`: approving and
 *   rejecting.
 * - `creative-version-changes.ts`: the differences from the approved version.
 * - `review-wait-text.ts`: since when.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** What waits for a decision. */
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
