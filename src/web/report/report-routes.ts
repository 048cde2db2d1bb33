/*
 * Reports.
 *
 * - `report-page.tsx`: the page. `report-query.ts`: the query in the address. `report-table.tsx`, `report-chart.tsx`:
 *   the result.
 * - `report-labels.ts`, `report-tabs.tsx`: dimensions and metrics, and the tabs with schedules.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The routes of reports. */
export function reportRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/reports', () => import('./report-page.tsx'), 'ReportPage')];
}
