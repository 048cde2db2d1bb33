import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Route of the activity. */
export function activityRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/activity', () => import('./activity-page.tsx'), 'ActivityPage')];
}
