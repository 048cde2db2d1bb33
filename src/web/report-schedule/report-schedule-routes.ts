/*
 * Reports by schedule.
 *
 * - `schedule-list-page.tsx`, `run-list.tsx`: schedules and their runs. `schedule-drawer.tsx`, `schedule-fields.tsx`:
 *   the form.
 * - `schedule-values.ts`, `schedule-labels.ts`, `report-schedule-resource.ts`: values, wording, calls.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Reports that are made by themselves. */
export function reportScheduleRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/reports/schedules', () => import('./schedule-list-page.tsx'), 'ScheduleListPage')];
}
