/*
 * Reports.
 *
 * - `report-page.tsx`, `report-controls.tsx`, `export-menu.tsx`: the page. `request-fields.tsx`, `raw-report-notice.tsx`: reports from raw events.
 * - `report-table.tsx`, `report-chart.tsx`, `drill-path.tsx`: the result and its selected values.
 * - `saved-list-page.tsx`, `save-report.tsx`, `saved-report-drawer.tsx`, `saved-report-resource.ts`: saved reports.
 * - `report-tabs.tsx`: the tabs with saved reports, schedules, discrepancies and missed plays.
 * - `discrepancy/`: counts of third parties. `missed-plays/`: planned and counted plays of screens.
 * - `model/`: the query in the address, labels, chart data, drill-down, and the call of the API.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The routes of reports. */
export function reportRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/reports', () => import('./report-page.tsx'), 'ReportPage'),
    pageRoute(root, '/reports/saved', () => import('./saved-list-page.tsx'), 'SavedListPage'),
    pageRoute(root, '/reports/discrepancies', () => import('./discrepancy/discrepancy-page.tsx'), 'DiscrepancyPage'),
    pageRoute(root, '/reports/missed-plays', () => import('./missed-plays/missed-plays-page.tsx'), 'MissedPlaysPage'),
  ];
}
