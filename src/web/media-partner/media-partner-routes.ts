/*
 * Media partners and their brands.
 *
 * - `media-partner-list-page.tsx`, `media-partner-page.tsx`, `media-partner-drawer.tsx`: list, page and form.
 * - `brand-section.tsx`, `brand-drawer.tsx`: brands. `catalog-section.tsx`: product catalogs.
 * - `media-partner-resources.ts`, `partner-choices.ts`, `media-partner-labels.ts`: requests and labels.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasFullReach } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The pages of media partners. */
export function mediaPartnerRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/media-partners',
      () => import('./media-partner-list-page.tsx'),
      'MediaPartnerListPage',
      hasFullReach,
    ),
    pageRoute(root, '/media-partners/$id', () => import('./media-partner-page.tsx'), 'MediaPartnerPage', hasFullReach),
  ];
}
