/*
 * Decisions: why ads were selected.
 *
 * - `explain-page.tsx`, `explain-request.ts`: an entered request. `recent-decisions.tsx`: recorded decisions.
 * - `decision-page.tsx`, `decision-trace.tsx`: one decision with every candidate.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of decisions. Traces name all bookings, so they require a scope. */
export function decisionRoutes(root: AnyRootRoute) {
  const isOpenTo = hasAnyScope('decisions:read');
  return [
    pageRoute(root, '/decisions/explain', () => import('./explain-page.tsx'), 'ExplainPage', isOpenTo),
    pageRoute(root, '/decisions/$decisionId', () => import('./decision-page.tsx'), 'DecisionPage', isOpenTo),
  ];
}
