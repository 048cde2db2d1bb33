/*
 * Report schedules.
 *
 * - `schedule-list-page.tsx`, `run-list.tsx`: schedules and their runs. `schedule-drawer.tsx`, `schedule-fields.tsx`:
 *   the form.
 * - `schedule-values.ts`, `schedule-labels.ts`, `report-schedule-resource.ts`: values, labels, API calls.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The routes of report schedules. */
export function reportScheduleRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/reports/schedules', () => import('./schedule-list-page.tsx'), 'ScheduleListPage')];
}
