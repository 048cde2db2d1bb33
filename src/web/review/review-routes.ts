import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** What waits for a decision. */
export function reviewRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/review', () => import('./review-page.tsx'), 'ReviewPage')];
}
