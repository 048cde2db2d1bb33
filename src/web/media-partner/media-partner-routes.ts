import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** Companies that advertise or pay, and their brands. */
export function mediaPartnerRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/media-partners', () => import('./media-partner-list-page.tsx'), 'MediaPartnerListPage'),
    pageRoute(root, '/media-partners/$id', () => import('./media-partner-page.tsx'), 'MediaPartnerPage'),
  ];
}
