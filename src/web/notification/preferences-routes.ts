import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The preferences of the signed-in user. */
export function preferencesRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/preferences', () => import('./preferences-page.tsx'), 'PreferencesPage')];
}
