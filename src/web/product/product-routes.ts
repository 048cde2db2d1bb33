/*
 * Products of catalogs.
 *
 * - `product-list-page.tsx`, `product-page.tsx`, `product-drawer.tsx`, `product-bookings.tsx`: list, page and form.
 * - `import-list-page.tsx`, `import-dialog.tsx`, `import-report.tsx`: feeds. `product-picker.tsx`: selects products.
 * - `product-resource.ts`, `product-choices.ts`, `product-labels.ts`, `product-tabs.tsx`: requests, labels, tabs.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The pages of products and imports. */
export function productRoutes(root: AnyRootRoute) {
  const seesProducts = hasAnyScope('products:read');
  return [
    pageRoute(root, '/products', () => import('./product-list-page.tsx'), 'ProductListPage', seesProducts),
    pageRoute(
      root,
      '/products/imports',
      () => import('./import-list-page.tsx'),
      'ImportListPage',
      hasAnyScope('products:write'),
    ),
    pageRoute(root, '/products/$id', () => import('./product-page.tsx'), 'ProductPage', seesProducts),
  ];
}
