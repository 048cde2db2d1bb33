import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** Where ads can be shown, and in which sizes and kinds. */
export function inventoryRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/inventory', () => import('./inventory-page.tsx'), 'InventoryPage'),
    pageRoute(root, '/inventory/formats', () => import('./format-list-page.tsx'), 'FormatListPage'),
  ];
}
