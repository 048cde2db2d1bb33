import type { AnyRootRoute } from '@tanstack/react-router';
import { seesEverything } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Companies that advertise or pay, and their brands. */
export function mediaPartnerRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/media-partners',
      () => import('./media-partner-list-page.tsx'),
      'MediaPartnerListPage',
      seesEverything,
    ),
    pageRoute(
      root,
      '/media-partners/$id',
      () => import('./media-partner-page.tsx'),
      'MediaPartnerPage',
      seesEverything,
    ),
  ];
}
