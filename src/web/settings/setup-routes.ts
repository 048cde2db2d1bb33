import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The page that an administrator sees after the first sign-in to an empty account. */
export function setupRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/setup', () => import('./setup-page.tsx'), 'SetupPage', hasAnyScope('settings:write'))];
}
