/*
 * Conversions.
 *
 * - `conversion-action-list-page.tsx`, `conversion-action-drawer.tsx`, `conversion-action-resource.ts`: conversion actions.
 * - `conversion-code.ts`, `conversion-code-section.tsx`: the code that reports their conversions.
 * - `conversion-list-page.tsx`, `conversion-drawer.tsx`: orders and conversions with their attribution.
 * - `conversion-labels.ts`, `revenue-text.ts`, `conversion-tabs.tsx`: labels and tabs.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of conversion actions, conversions and orders. */
export function conversionRoutes(root: AnyRootRoute) {
  const page = () => import('./conversion-list-page.tsx');
  const seesConversions = hasAnyScope('conversions:read');
  return [
    pageRoute(
      root,
      '/conversions',
      () => import('./conversion-action-list-page.tsx'),
      'ConversionActionListPage',
      hasAnyScope('media-partners:read'),
    ),
    pageRoute(root, '/conversions/reported', page, 'ReportedConversionListPage', seesConversions),
    pageRoute(root, '/products/orders', page, 'ConversionListPage', seesConversions),
  ];
}
