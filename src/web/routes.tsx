import { createRootRoute, createRouter } from '@tanstack/react-router';
import { administrationRoutes } from './administration-routes.ts';
import { ensureMe } from './api/ensure-me.ts';
import { audienceRoutes } from './audience/audience-routes.ts';
import { bookingRoutes } from './booking/booking-routes.ts';
import { campaignRoutes } from './campaign/campaign-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { creativeRoutes } from './creative/creative-routes.ts';
import { decisionRoutes } from './decision/decision-routes.ts';
import { inventoryRoutes } from './inventory/inventory-routes.ts';
import { mediaPartnerRoutes } from './media-partner/media-partner-routes.ts';
import { productRoutes } from './product/product-routes.ts';
import { reportRoutes } from './report/report-routes.ts';
import { reportScheduleRoutes } from './report-schedule/report-schedule-routes.ts';
import { reviewRoutes } from './review/review-routes.ts';
import { Frame } from './shell/frame.tsx';
import { parseSearch, stringifySearch } from './ui/list/search-text.ts';
import { PageFailure } from './ui/page/page-failure.tsx';
import { PageLoading } from './ui/page/page-loading.tsx';
import { PageMissing } from './ui/page/page-missing.tsx';
import { pageRoute } from './ui/page/page-routes.tsx';

const root = createRootRoute({ component: Frame, loader: ensureMe, notFoundComponent: PageMissing });

/** Every page of the interface: those of a noun stand in its folder. */
const pages = [
  pageRoute(root, '/', () => import('./home/home-page.tsx'), 'HomePage'),
  pageRoute(root, '/help', () => import('./help/help-page.tsx'), 'HelpPage'),
  ...audienceRoutes(root),
  ...bookingRoutes(root),
  ...campaignRoutes(root),
  ...creativeRoutes(root),
  ...decisionRoutes(root),
  ...inventoryRoutes(root),
  ...productRoutes(root),
  ...conversionRoutes(root),
  ...reportRoutes(root),
  ...reportScheduleRoutes(root),
  ...reviewRoutes(root),
  ...mediaPartnerRoutes(root),
  ...administrationRoutes(root),
];

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
