/*
 * Audiences: segments, destination connections and their deliveries.
 *
 * - `segment-list-page.tsx`, `connection-list-page.tsx`, `delivery-list-page.tsx`: lists, joined by
 *   `audience-tabs.tsx`.
 * - `segment-drawer.tsx`, `connection-drawer.tsx`: forms. `delivery-report.tsx`: the report of an import.
 * - `segment-resource.ts`, `audience-labels.ts`: calls and labels.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of segments, deliveries and destination connections. */
export function audienceRoutes(root: AnyRootRoute) {
  const seesSegments = hasAnyScope('segments:read');
  return [
    pageRoute(root, '/audiences', () => import('./segment-list-page.tsx'), 'SegmentListPage', seesSegments),
    pageRoute(
      root,
      '/audiences/deliveries',
      () => import('./delivery-list-page.tsx'),
      'DeliveryListPage',
      seesSegments,
    ),
    pageRoute(
      root,
      '/audiences/connections',
      () => import('./connection-list-page.tsx'),
      'ConnectionListPage',
      hasAnyScope('destination-connections:read'),
    ),
  ];
}
