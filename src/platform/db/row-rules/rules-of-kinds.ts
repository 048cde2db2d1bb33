// Written by `npm run registries`. Do not edit.
import { bookingRows } from './booking.ts';
import { bookingTemplateRows } from './booking-template.ts';
import { campaignRows } from './campaign.ts';
import { brandRows } from './commerce/brand.ts';
import { conversionActionRows } from './commerce/conversion-action.ts';
import { mediaPartnerRows } from './commerce/media-partner.ts';
import { productRows } from './commerce/product.ts';
import { creativeRows } from './creative.ts';
import { destinationConnectionRows } from './destination-connection.ts';
import { identityProviderRows } from './identity-provider.ts';
import { formatRows } from './inventory/format.ts';
import { locationRows } from './inventory/location.ts';
import { positionRows } from './inventory/position.ts';
import { publicationRows } from './inventory/publication.ts';
import { publisherRows } from './inventory/publisher.ts';
import { reportScheduleRows } from './report-schedule.ts';
import { savedReportRows } from './saved-report.ts';
import { segmentRows } from './segment.ts';
import { buyerAgentRows } from './selling/buyer-agent.ts';
import { productPackageRows } from './selling/product-package.ts';
import { serviceAccountRows } from './service-account.ts';
import { settingsRows } from './settings.ts';
import { userRows } from './user.ts';
import { webhookRows } from './webhook.ts';

/** Row rules by kind. `all-row-rules.ts` checks that every resource type has some. */
export const rulesOfKinds = {
  bookings: bookingRows,
  'booking-templates': bookingTemplateRows,
  brands: brandRows,
  'buyer-agents': buyerAgentRows,
  campaigns: campaignRows,
  'conversion-actions': conversionActionRows,
  creatives: creativeRows,
  'destination-connections': destinationConnectionRows,
  'inventory/format': formatRows,
  'identity-providers': identityProviderRows,
  'inventory/location': locationRows,
  'media-partners': mediaPartnerRows,
  'inventory/position': positionRows,
  'product-packages': productPackageRows,
  products: productRows,
  'inventory/publication': publicationRows,
  'inventory/publisher': publisherRows,
  'report-schedules': reportScheduleRows,
  'saved-reports': savedReportRows,
  segments: segmentRows,
  'service-accounts': serviceAccountRows,
  settings: settingsRows,
  users: userRows,
  webhooks: webhookRows,
} as const;
