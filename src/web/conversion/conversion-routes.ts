import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** What was ordered in shops, and the ads that it is credited to. */
export function conversionRoutes(root: AnyRootRoute) {
  const page = () => import('./conversion-list-page.tsx');
  return [pageRoute(root, '/products/orders', page, 'ConversionListPage', hasAnyScope('conversions:read'))];
}
