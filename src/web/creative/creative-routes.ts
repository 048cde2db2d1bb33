/*
 * Creatives: list, page, upload, previews.
 *
 * - `creative-list-page.tsx`, `creative-table.tsx`, `creative-card.tsx`, `creative-filters.tsx`: the list.
 * - `creative-page.tsx`, `creative-facts.tsx`, `creative-files.tsx`, `creative-bookings.tsx`: one creative.
 * - `new-creative-page.tsx`, `text-creative-form.tsx`, `upload/`: new creatives. `edit-creative-dialog.tsx`,
 *   `new-file-dialog.tsx`: changes.
 * - `preview-stage.tsx`: previews. `model/`: values and labels.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The pages of creatives. */
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
