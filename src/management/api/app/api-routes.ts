// Written by `npm run registries`. Do not edit.
import { registerIdentityProviderRoutes } from '../../access/identity-provider/identity-provider.ts';
import { registerServiceAccountRoutes } from '../../access/service-account/service-account.ts';
import { registerMeRoutes } from '../../access/user/me-routes.ts';
import { registerUserRoutes } from '../../access/user/user.ts';
import { registerUserMappingRoutes } from '../../access/user-mapping/user-mapping-routes.ts';
import { registerAuthorizationRoutes } from '../../agents/authorization/authorization-routes.ts';
import { registerAgentRequestRoutes } from '../../agents/purchases/agent-request-routes.ts';
import { registerPurchaseRoutes } from '../../agents/purchases/purchase-routes.ts';
import { registerConfigurationRoutes } from '../../configuration/configuration-routes.ts';
import { registerActivityRoutes } from '../../insight/activity/activity-routes.ts';
import { registerAuditRoutes } from '../../insight/audit/audit-routes.ts';
import { registerChangesRoutes } from '../../insight/changes/changes-routes.ts';
import { registerDebugKeyRoutes } from '../../insight/debug-key/debug-key-routes.ts';
import { registerDiscrepancyRoutes } from '../../insight/discrepancy/discrepancy-routes.ts';
import { registerExperimentRoutes } from '../../insight/experiment/experiment-routes.ts';
import { registerDecisionRoutes } from '../../insight/explain/decision-routes.ts';
import { registerForecastRoutes } from '../../insight/forecast/forecast-routes.ts';
import { registerPositionPreviewRoutes } from '../../insight/forecast/preview-position.ts';
import { registerFunnelRoutes } from '../../insight/funnel/funnel-routes.ts';
import { registerLiveRoutes } from '../../insight/live/live-routes.ts';
import { registerLoopRoutes } from '../../insight/loop/loop-routes.ts';
import { registerMakegoodRoutes } from '../../insight/makegood/makegood-routes.ts';
import { registerMissedPlaysRoutes } from '../../insight/missed-plays/missed-plays-routes.ts';
import { registerPackageForecastRoutes } from '../../insight/package-forecast/package-forecast-routes.ts';
import { registerReportRoutes } from '../../insight/report/report-routes.ts';
import { registerRevisionRoutes } from '../../insight/revisions/revision-routes.ts';
import { registerScreenRoutes } from '../../insight/screen/screen-routes.ts';
import { registerSearchRoutes } from '../../insight/search/search-routes.ts';
import { registerSetupProgressRoutes } from '../../insight/setup-progress/setup-progress-routes.ts';
import { registerShareRoutes } from '../../insight/share/share-routes.ts';
import { registerHostsRoutes } from '../../insight/system/hosts-routes.ts';
import { registerTimelineRoutes } from '../../insight/timeline/timeline-routes.ts';
import { registerBookingRoutes } from '../../resources/booking/booking.ts';
import { registerBookingTemplateRoutes } from '../../resources/booking-template/booking-template.ts';
import { registerBuyerAgentRoutes } from '../../resources/buyer-agent/buyer-agent.ts';
import { registerCampaignRoutes } from '../../resources/campaign/campaign.ts';
import { registerCommentRoutes } from '../../resources/comment/comment-routes.ts';
import { registerConversionActionRoutes } from '../../resources/conversion/conversion-action-routes.ts';
import { registerConversionRoutes } from '../../resources/conversion/conversion-routes.ts';
import { registerCreativeRoutes } from '../../resources/creative/creative.ts';
import { registerTestImageRoutes } from '../../resources/creative/files/test-image-route.ts';
import { registerDuplicateRoutes } from '../../resources/duplicate/duplicate-routes.ts';
import { registerFavoriteRoutes } from '../../resources/favorite/favorite-routes.ts';
import { registerRecentObjectRoutes } from '../../resources/favorite/recent-object-routes.ts';
import { registerFormatRoutes } from '../../resources/inventory/format.ts';
import { registerLocationRoutes } from '../../resources/inventory/location.ts';
import { registerPositionRoutes } from '../../resources/inventory/position.ts';
import { registerPublicationRoutes } from '../../resources/inventory/publication.ts';
import { registerPublisherRoutes } from '../../resources/inventory/publisher.ts';
import { registerBrandRoutes } from '../../resources/media-partner/brand.ts';
import { registerMediaPartnerRoutes } from '../../resources/media-partner/media-partner.ts';
import { registerNotificationRoutes } from '../../resources/notification/notification-routes.ts';
import { registerProductRoutes } from '../../resources/product/product-routes.ts';
import { registerProductPackageRoutes } from '../../resources/product-package/product-package.ts';
import { registerReportScheduleRoutes } from '../../resources/report-schedule/report-schedule.ts';
import { registerSavedReportRoutes } from '../../resources/saved-report/saved-report.ts';
import { registerSegmentRoutes } from '../../resources/segment/segment-routes.ts';
import { registerSettingsRoutes } from '../../resources/settings/settings-routes.ts';
import { registerUploadRoutes } from '../../resources/upload/upload-routes.ts';
import { registerWebhookRoutes } from '../../resources/webhook/webhook.ts';
import type { RegisterRoutes } from '../management-services.ts';
import { registerLimitsRoutes } from './limits.ts';

/** All `register<Name>Routes` functions of the management API. */
export const apiRoutes: readonly RegisterRoutes[] = [
  registerActivityRoutes,
  registerAgentRequestRoutes,
  registerAuditRoutes,
  registerAuthorizationRoutes,
  registerBookingRoutes,
  registerBookingTemplateRoutes,
  registerBrandRoutes,
  registerBuyerAgentRoutes,
  registerCampaignRoutes,
  registerChangesRoutes,
  registerCommentRoutes,
  registerConfigurationRoutes,
  registerConversionActionRoutes,
  registerConversionRoutes,
  registerCreativeRoutes,
  registerDebugKeyRoutes,
  registerDecisionRoutes,
  registerDiscrepancyRoutes,
  registerDuplicateRoutes,
  registerExperimentRoutes,
  registerFavoriteRoutes,
  registerForecastRoutes,
  registerFormatRoutes,
  registerFunnelRoutes,
  registerHostsRoutes,
  registerIdentityProviderRoutes,
  registerLimitsRoutes,
  registerLiveRoutes,
  registerLocationRoutes,
  registerLoopRoutes,
  registerMakegoodRoutes,
  registerMeRoutes,
  registerMediaPartnerRoutes,
  registerMissedPlaysRoutes,
  registerNotificationRoutes,
  registerPackageForecastRoutes,
  registerPositionPreviewRoutes,
  registerPositionRoutes,
  registerProductPackageRoutes,
  registerProductRoutes,
  registerPublicationRoutes,
  registerPublisherRoutes,
  registerPurchaseRoutes,
  registerRecentObjectRoutes,
  registerReportRoutes,
  registerReportScheduleRoutes,
  registerRevisionRoutes,
  registerSavedReportRoutes,
  registerScreenRoutes,
  registerSearchRoutes,
  registerSegmentRoutes,
  registerServiceAccountRoutes,
  registerSettingsRoutes,
  registerSetupProgressRoutes,
  registerShareRoutes,
  registerTestImageRoutes,
  registerTimelineRoutes,
  registerUploadRoutes,
  registerUserMappingRoutes,
  registerUserRoutes,
  registerWebhookRoutes,
];
