import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** What was delivered. */
export function reportRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/reports', () => import('./report-page.tsx'), 'ReportPage')];
}
