import type { AnyRootRoute } from '@tanstack/react-router';
import { mayAny } from '../api/person.ts';
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
      mayAny('creatives:write'),
    ),
    pageRoute(root, '/creatives/$id', () => import('./creative-page.tsx'), 'CreativePage'),
  ];
}
