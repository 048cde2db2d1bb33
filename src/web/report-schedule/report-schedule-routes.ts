import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Reports that are made by themselves. */
export function reportScheduleRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/reports/schedules', () => import('./schedule-list-page.tsx'), 'ScheduleListPage')];
}
