/*
 * Inventory: the tree of publishers, publications, locations and positions; formats; screens.
 *
 * - `inventory-page.tsx`: the page with `tree/` and `drawers/`. `format-list-page.tsx`: formats.
 * - `screens-page.tsx`, `screens-needing-attention.tsx`, `loop-page.tsx`, `loop-labels.ts`: screens and their loops.
 * - `inventory-picker.tsx`: selects the inventory of a booking. `position-preview.tsx`: ads that a position would show.
 * - `grid/`: creation of many positions. `model/`: values, queries and labels.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasFullReach } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The pages of inventory. */
export function inventoryRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/inventory', () => import('./inventory-page.tsx'), 'InventoryPage', hasFullReach),
    pageRoute(root, '/inventory/loop', () => import('./loop-page.tsx'), 'LoopPage', hasFullReach),
    pageRoute(root, '/inventory/screens', () => import('./screens-page.tsx'), 'ScreensPage', hasFullReach),
    pageRoute(
      root,
      '/inventory/new-positions',
      () => import('./grid/new-positions-page.tsx'),
      'NewPositionsPage',
      (me) => hasFullReach(me) && me.may('inventory:write'),
    ),
    pageRoute(root, '/inventory/formats', () => import('./format-list-page.tsx'), 'FormatListPage', hasFullReach),
  ];
}
