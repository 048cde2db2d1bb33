/*
 * Creatives: list, page, new ones, previews.
 *
 * - `creative-list-page.tsx`, `creative-table.tsx`, `creative-card.tsx`, `creative-filters.tsx`: the list.
 * - `creative-page.tsx`, `creative-facts.tsx`, `creative-files.tsx`, `creative-bookings.tsx`: one creative.
 * - `new-creative-page.tsx`, `text-creative-form.tsx`, `upload/`: new ones. `edit-creative-dialog.tsx`,
 *   `new-file-dialog.tsx`: changes.
 * - `preview-stage.tsx`: previews. `model/`: values and wording.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** What is shown, and what waits for a decision whether it may be. */
export function creativeRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/creatives', () => import('./creative-list-page.tsx'), 'CreativeListPage'),
    pageRoute(
      root,
      '/creatives/new',
      () => import('./new-creative-page.tsx'),
      'NewCreativePage',
      hasAnyScope('creatives:write'),
    ),
    pageRoute(root, '/creatives/$id', () => import('./creative-page.tsx'), 'CreativePage'),
  ];
}
