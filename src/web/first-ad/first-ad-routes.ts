/*
 * The first ad: from a site to a counted impression on one page.
 *
 * - `first-ad-page.tsx`: the page. `first-ad-form.tsx`, `creative-step.tsx`, `form-step.tsx`: the form.
 * - `create-first-ad.ts`: creates the objects. `first-ad-attempt.ts`: idempotency keys. `site-names.ts`: names of a site.
 * - `ad-tag.tsx`, `tag-check.tsx`, `tag-check-state.ts`: the tag to paste, and what the server has received from it.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { mayCreateFirstAd } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** The page of the first ad. */
export function firstAdRoutes(root: AnyRootRoute) {
  return [pageRoute(root, '/first-ad', () => import('./first-ad-page.tsx'), 'FirstAdPage', mayCreateFirstAd)];
}
