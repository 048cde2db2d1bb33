import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.tsx';

/** What was delivered, and reports of it by schedule. */
export function reportRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/reports', () => import('./report-page.tsx'), 'ReportPage'),
    pageRoute(
      root,
      '/reports/schedules',
      () => import('../report-schedule/schedule-list-page.tsx'),
      'ScheduleListPage',
    ),
  ];
}
