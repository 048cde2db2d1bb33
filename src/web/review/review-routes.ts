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
