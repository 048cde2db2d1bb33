import { createRootRoute, createRouter } from '@tanstack/react-router';
import { allPageRoutes } from './all-page-routes.ts';
import { ensureMe } from './api/ensure-me.ts';
import { Frame } from './shell/frame.tsx';
import { parseSearch, stringifySearch } from './ui/list/search-text.ts';
import { PageFailure } from './ui/page/page-failure.tsx';
import { PageLoading } from './ui/page/page-loading.tsx';
import { PageMissing } from './ui/page/page-missing.tsx';
import { pageRoute } from './ui/page/page-routes.tsx';

const root = createRootRoute({ component: Frame, loader: ensureMe, notFoundComponent: PageMissing });

/** Every page of the interface. The pages of a resource are in its folder. */
const pages = [
  pageRoute(root, '/', loadHomePage, 'HomePage'),
  pageRoute(root, '/help', () => import('./help/help-page.tsx'), 'HelpPage'),
  ...allPageRoutes.flatMap((routes) => routes(root)),
];

async function loadHomePage() {
  const { HomePage, prefetchHomeData } = await import('./home/home-page.tsx');
  return { HomePage, prefetch: prefetchHomeData };
}

export const router = createRouter({
  routeTree: root.addChildren(pages),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: PageMissing,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
