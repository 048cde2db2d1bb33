import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Route of orders and their attribution. */
export function conversionRoutes(root: AnyRootRoute) {
  const page = () => import('./conversion-list-page.tsx');
  return [pageRoute(root, '/products/orders', page, 'ConversionListPage', hasAnyScope('conversions:read'))];
}
