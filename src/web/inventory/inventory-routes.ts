/*
 * Inventory: the tree of publishers, publications, locations and positions; formats; screens.
 *
 * - `inventory-page.tsx`: the page with `tree/` and `drawers/`. `format-list-page.tsx`: formats.
 * - `screens-page.tsx`, `unwell-screens.tsx`, `loop-page.tsx`, `loop-words.ts`: screens and their loops.
 * - `place-picker.tsx`: choosing places for a booking. `position-preview.tsx`: what a position would show.
 * - `model/`: values, queries and wording.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { seesEverything } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Where ads can be shown, and in which sizes and kinds. */
export function inventoryRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/inventory', () => import('./inventory-page.tsx'), 'InventoryPage', seesEverything),
    pageRoute(root, '/inventory/loop', () => import('./loop-page.tsx'), 'LoopPage', seesEverything),
    pageRoute(root, '/inventory/screens', () => import('./screens-page.tsx'), 'ScreensPage', seesEverything),
    pageRoute(root, '/inventory/formats', () => import('./format-list-page.tsx'), 'FormatListPage', seesEverything),
  ];
}
