import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ensureMe } from './api/ensure-me.ts';
import { creativeRoutes } from './creative/creative-routes.ts';
import { inventoryRoutes } from './inventory/inventory-routes.ts';
import { Frame } from './shell/frame.tsx';
import { PageFailure } from './shell/page-failure.tsx';
import { PageLoading } from './shell/page-loading.tsx';
import { PageMissing } from './shell/page-missing.tsx';
import { parseSearch, stringifySearch } from './ui/search-text.ts';

const root = createRootRoute({ component: Frame, loader: ensureMe, notFoundComponent: PageMissing });

/** Every page of the interface: its address, and where it is. A page is loaded when it is first opened. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  component: lazyRouteComponent(() => import('./campaign/campaign-list-page.tsx'), 'CampaignListPage'),
});

const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('./campaign/new-campaign-page.tsx'), 'NewCampaignPage'),
});

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$id',
  component: lazyRouteComponent(() => import('./campaign/campaign-page.tsx'), 'CampaignPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    campaigns,
    newCampaign,
    campaign,
    ...creativeRoutes(root),
    ...inventoryRoutes(root),
  ]),
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
