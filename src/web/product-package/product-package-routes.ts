import type { AnyRootRoute } from '@tanstack/react-router';
import { hasFullReach } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The page of product packages. */
export function productPackageRoutes(root: AnyRootRoute) {
  const page = () => import('./product-package-list-page.tsx');
  return [pageRoute(root, '/inventory/packages', page, 'ProductPackageListPage', hasFullReach)];
}
