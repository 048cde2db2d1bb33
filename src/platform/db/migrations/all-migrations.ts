// Written by `npm run registries`. Do not edit.
import type { Migration } from 'kysely/migration';
import * as recordsAndCounts from './0001-records-and-counts.ts';
import * as capsAndPacing from './0002-caps-and-pacing.ts';
import * as touched from './0003-touched.ts';
import * as eventHours from './0004-event-hours.ts';
import * as eventExpiry from './0005-event-expiry.ts';
import * as videoCreatives from './0006-video-creatives.ts';
import * as filteredByAd from './0007-filtered-by-ad.ts';
import * as userMappings from './0010-user-mappings.ts';
import * as sessions from './0011-sessions.ts';
import * as auditChain from './0012-audit-chain.ts';
import * as revokedTokens from './0013-revoked-tokens.ts';
import * as publicKeys from './0014-public-keys.ts';
import * as identityProviders from './0015-identity-providers.ts';
import * as pausedBy from './0016-paused-by.ts';
import * as webhooks from './0017-webhooks.ts';
import * as identityIds from './0018-identity-ids.ts';
import * as decisionsOfOperations from './0019-decisions-of-operations.ts';
import * as bookingWatch from './0021-booking-watch.ts';
import * as freeNames from './0022-free-names.ts';
import * as listIndexes from './0023-list-indexes.ts';
import * as pendingVersions from './0024-pending-versions.ts';
import * as bookingDays from './0025-booking-days.ts';
import * as templates from './0026-templates.ts';
import * as unusedFiles from './0027-unused-files.ts';
import * as addressChecks from './0028-address-checks.ts';
import * as leases from './0029-leases.ts';
import * as firstTimes from './0030-first-times.ts';
import * as reportSchedules from './0031-report-schedules.ts';
import * as screens from './0032-screens.ts';
import * as countedDays from './0033-counted-days.ts';
import * as rejectionReasons from './0034-rejection-reasons.ts';
import * as reportOfRun from './0035-report-of-run.ts';
import * as journalSpans from './0036-journal-spans.ts';
import * as trafficDays from './0037-traffic-days.ts';
import * as segments from './0040-segments.ts';
import * as loops from './0041-loops.ts';
import * as playChains from './0042-play-chains.ts';
import * as products from './0043-products.ts';
import * as sponsoredBookings from './0044-sponsored-bookings.ts';
import * as erasedViewers from './0045-erased-viewers.ts';
import * as screenDevices from './0046-screen-devices.ts';
import * as positionLimits from './0049-position-limits.ts';
import * as shopperTouches from './0050-shopper-touches.ts';
import * as conversions from './0051-conversions.ts';
import * as productPages from './0052-product-pages.ts';
import * as productTexts from './0053-product-texts.ts';
import * as attributionWindows from './0054-attribution-windows.ts';
import * as agreedPricing from './0055-agreed-pricing.ts';
import * as domainClaims from './0058-domain-claims.ts';
import * as exactIdentifiers from './0061-exact-identifiers.ts';
import * as tokenGenerations from './0062-token-generations.ts';
import * as redirectUris from './0063-redirect-uris.ts';
import * as auditProtection from './0064-audit-protection.ts';
import * as languages from './0065-languages.ts';
import * as savedReports from './0073-saved-reports.ts';
import * as accountSetup from './0076-account-setup.ts';
import * as recentDays from './0079-recent-days.ts';
import * as comments from './0081-comments.ts';
import * as notifications from './0082-notifications.ts';
import * as branding from './0084-branding.ts';
import * as userInvitations from './0085-user-invitations.ts';
import * as notificationMails from './0086-notification-mails.ts';
import * as favorites from './0087-favorites.ts';
import * as bookingTemplates from './0089-booking-templates.ts';
import * as commentAttachments from './0090-comment-attachments.ts';
import * as criticalRecorded from './0094-critical-recorded.ts';
import * as countedRanges from './0095-counted-ranges.ts';
import * as openDataErasures from './0100-open-data-erasures.ts';
import * as headsupDefault from './0101-headsup-default.ts';
import * as displayTrackers from './0102-display-trackers.ts';
import * as holds from './0105-holds.ts';
import * as makegoods from './0106-makegoods.ts';
import * as optimizedRotation from './0107-optimized-rotation.ts';
import * as campaignBudgets from './0109-campaign-budgets.ts';
import * as trackerDomains from './0110-tracker-domains.ts';
import * as conversionActions from './0111-conversion-actions.ts';
import * as roadblocks from './0118-roadblocks.ts';
import * as videoCounters from './0119-video-counters.ts';
import * as experiments from './0120-experiments.ts';
import * as bundleImages from './0121-bundle-images.ts';
import * as thirdPartyCounts from './0123-third-party-counts.ts';
import * as bookingTrackers from './0124-booking-trackers.ts';
import * as sellingToAgents from './0125-selling-to-agents.ts';
import * as plannedPlays from './0126-planned-plays.ts';
import * as discrepancyThreshold from './0127-discrepancy-threshold.ts';
import * as missedPlaysOfBookings from './0128-missed-plays-of-bookings.ts';
import * as authorizationFiles from './0129-authorization-files.ts';
import * as mediaBuys from './0130-media-buys.ts';
import * as agentCreatives from './0131-agent-creatives.ts';
import * as assistants from './0132-assistants.ts';
import * as agentCalls from './0133-agent-calls.ts';
import * as testController from './0134-test-controller.ts';
import * as agentAudiences from './0135-agent-audiences.ts';
import * as agentCatalogs from './0136-agent-catalogs.ts';
import * as agentNotifications from './0137-agent-notifications.ts';
import * as mediaBuyChanges from './0138-media-buy-changes.ts';
import * as agentRequests from './0139-agent-requests.ts';
import * as signedRequests from './0140-signed-requests.ts';
import * as configuration from './0141-configuration.ts';
import * as auditLinksTogether from './0142-audit-links-together.ts';

/** Every migration by its name, in the order of the names. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  '0001-records-and-counts': recordsAndCounts,
  '0002-caps-and-pacing': capsAndPacing,
  '0003-touched': touched,
  '0004-event-hours': eventHours,
  '0005-event-expiry': eventExpiry,
  '0006-video-creatives': videoCreatives,
  '0007-filtered-by-ad': filteredByAd,
  '0010-user-mappings': userMappings,
  '0011-sessions': sessions,
  '0012-audit-chain': auditChain,
  '0013-revoked-tokens': revokedTokens,
  '0014-public-keys': publicKeys,
  '0015-identity-providers': identityProviders,
  '0016-paused-by': pausedBy,
  '0017-webhooks': webhooks,
  '0018-identity-ids': identityIds,
  '0019-decisions-of-operations': decisionsOfOperations,
  '0021-booking-watch': bookingWatch,
  '0022-free-names': freeNames,
  '0023-list-indexes': listIndexes,
  '0024-pending-versions': pendingVersions,
  '0025-booking-days': bookingDays,
  '0026-templates': templates,
  '0027-unused-files': unusedFiles,
  '0028-address-checks': addressChecks,
  '0029-leases': leases,
  '0030-first-times': firstTimes,
  '0031-report-schedules': reportSchedules,
  '0032-screens': screens,
  '0033-counted-days': countedDays,
  '0034-rejection-reasons': rejectionReasons,
  '0035-report-of-run': reportOfRun,
  '0036-journal-spans': journalSpans,
  '0037-traffic-days': trafficDays,
  '0040-segments': segments,
  '0041-loops': loops,
  '0042-play-chains': playChains,
  '0043-products': products,
  '0044-sponsored-bookings': sponsoredBookings,
  '0045-erased-viewers': erasedViewers,
  '0046-screen-devices': screenDevices,
  '0049-position-limits': positionLimits,
  '0050-shopper-touches': shopperTouches,
  '0051-conversions': conversions,
  '0052-product-pages': productPages,
  '0053-product-texts': productTexts,
  '0054-attribution-windows': attributionWindows,
  '0055-agreed-pricing': agreedPricing,
  '0058-domain-claims': domainClaims,
  '0061-exact-identifiers': exactIdentifiers,
  '0062-token-generations': tokenGenerations,
  '0063-redirect-uris': redirectUris,
  '0064-audit-protection': auditProtection,
  '0065-languages': languages,
  '0073-saved-reports': savedReports,
  '0076-account-setup': accountSetup,
  '0079-recent-days': recentDays,
  '0081-comments': comments,
  '0082-notifications': notifications,
  '0084-branding': branding,
  '0085-user-invitations': userInvitations,
  '0086-notification-mails': notificationMails,
  '0087-favorites': favorites,
  '0089-booking-templates': bookingTemplates,
  '0090-comment-attachments': commentAttachments,
  '0094-critical-recorded': criticalRecorded,
  '0095-counted-ranges': countedRanges,
  '0100-open-data-erasures': openDataErasures,
  '0101-headsup-default': headsupDefault,
  '0102-display-trackers': displayTrackers,
  '0105-holds': holds,
  '0106-makegoods': makegoods,
  '0107-optimized-rotation': optimizedRotation,
  '0109-campaign-budgets': campaignBudgets,
  '0110-tracker-domains': trackerDomains,
  '0111-conversion-actions': conversionActions,
  '0118-roadblocks': roadblocks,
  '0119-video-counters': videoCounters,
  '0120-experiments': experiments,
  '0121-bundle-images': bundleImages,
  '0123-third-party-counts': thirdPartyCounts,
  '0124-booking-trackers': bookingTrackers,
  '0125-selling-to-agents': sellingToAgents,
  '0126-planned-plays': plannedPlays,
  '0127-discrepancy-threshold': discrepancyThreshold,
  '0128-missed-plays-of-bookings': missedPlaysOfBookings,
  '0129-authorization-files': authorizationFiles,
  '0130-media-buys': mediaBuys,
  '0131-agent-creatives': agentCreatives,
  '0132-assistants': assistants,
  '0133-agent-calls': agentCalls,
  '0134-test-controller': testController,
  '0135-agent-audiences': agentAudiences,
  '0136-agent-catalogs': agentCatalogs,
  '0137-agent-notifications': agentNotifications,
  '0138-media-buy-changes': mediaBuyChanges,
  '0139-agent-requests': agentRequests,
  '0140-signed-requests': signedRequests,
  '0141-configuration': configuration,
  '0142-audit-links-together': auditLinksTogether,
};
