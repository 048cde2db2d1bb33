// Written by `npm run registries`. Do not edit.
import { activityRoutes } from './activity-page/activity-routes.ts';
import { administrationListRoutes } from './administration-list-routes.ts';
import { administrationRoutes } from './administration-routes.ts';
import { audienceRoutes } from './audience/audience-routes.ts';
import { bookingRoutes } from './booking/booking-routes.ts';
import { campaignRoutes } from './campaign/campaign-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { creativeRoutes } from './creative/creative-routes.ts';
import { decisionRoutes } from './decision/decision-routes.ts';
import { firstAdRoutes } from './first-ad/first-ad-routes.ts';
import { inventoryRoutes } from './inventory/inventory-routes.ts';
import { mediaPartnerRoutes } from './media-partner/media-partner-routes.ts';
import { preferencesRoutes } from './notification/preferences-routes.ts';
import { productRoutes } from './product/product-routes.ts';
import { productPackageRoutes } from './product-package/product-package-routes.ts';
import { purchaseRoutes } from './purchase/purchase-routes.ts';
import { reportRoutes } from './report/report-routes.ts';
import { reportScheduleRoutes } from './report-schedule/report-schedule-routes.ts';
import { reviewRoutes } from './review/review-routes.ts';
import { setupRoutes } from './settings/setup-routes.ts';

/** The routes of every folder of pages. */
export const allPageRoutes = [
  activityRoutes,
  administrationListRoutes,
  administrationRoutes,
  audienceRoutes,
  bookingRoutes,
  campaignRoutes,
  conversionRoutes,
  creativeRoutes,
  decisionRoutes,
  firstAdRoutes,
  inventoryRoutes,
  mediaPartnerRoutes,
  preferencesRoutes,
  productPackageRoutes,
  productRoutes,
  purchaseRoutes,
  reportRoutes,
  reportScheduleRoutes,
  reviewRoutes,
  setupRoutes,
] as const;
