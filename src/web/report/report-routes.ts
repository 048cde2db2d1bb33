/*
 * Reports.
 *
 * - `report-page.tsx`, `report-controls.tsx`, `export-menu.tsx`: the page. `report-query.ts`: the query in the address.
 * - `report-table.tsx`, `report-chart.tsx`, `chart-data.ts`: the result. `drill-down.ts`, `drill-path.tsx`: selected values.
 * - `saved-list-page.tsx`, `save-report.tsx`, `saved-report-drawer.tsx`, `saved-report-resource.ts`: saved reports.
 * - `report-labels.ts`, `report-tabs.tsx`: dimensions and metrics, and the tabs with saved reports and schedules.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The routes of reports. */
export function reportRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/reports', () => import('./report-page.tsx'), 'ReportPage'),
    pageRoute(root, '/reports/saved', () => import('./saved-list-page.tsx'), 'SavedListPage'),
  ];
}
