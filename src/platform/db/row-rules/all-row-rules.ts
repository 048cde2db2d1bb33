import type { ResourceKind, SearchedKind } from '../../../contract/resource-types/all-resource-types.ts';
import { bookingRows } from './booking.ts';
import { brandRows } from './brand.ts';
import { campaignRows } from './campaign.ts';
import { creativeRows } from './creative.ts';
import { destinationConnectionRows } from './destination-connection.ts';
import { identityProviderRows } from './identity-provider.ts';
import { formatRows } from './inventory/format.ts';
import { locationRows } from './inventory/location.ts';
import { positionRows } from './inventory/position.ts';
import { publicationRows } from './inventory/publication.ts';
import { publisherRows } from './inventory/publisher.ts';
import { mediaPartnerRows } from './media-partner.ts';
import { productRows } from './product.ts';
import { reportScheduleRows } from './report-schedule.ts';
import type { RowRules, SearchRules } from './row-rules.ts';
import { segmentRows } from './segment.ts';
import { serviceAccountRows } from './service-account.ts';
import { settingsRows } from './settings.ts';
import { userRows } from './user.ts';
import { webhookRows } from './webhook.ts';

/** Each kind has rules; a kind that the search finds has search rules. */
type RulesByKind = {
  readonly [Kind in ResourceKind]: RowRules & (Kind extends SearchedKind ? { readonly search: SearchRules } : unknown);
};

/** The row rules of every resource type. A missing one does not compile. */
export const rulesOfKinds = {
  campaigns: campaignRows,
  bookings: bookingRows,
  creatives: creativeRows,
  'inventory/publisher': publisherRows,
  'inventory/publication': publicationRows,
  'inventory/location': locationRows,
  'inventory/format': formatRows,
  'inventory/position': positionRows,
  'media-partners': mediaPartnerRows,
  brands: brandRows,
  products: productRows,
  segments: segmentRows,
  'destination-connections': destinationConnectionRows,
  'report-schedules': reportScheduleRows,
  users: userRows,
  'service-accounts': serviceAccountRows,
  'identity-providers': identityProviderRows,
  webhooks: webhookRows,
  settings: settingsRows,
} as const satisfies RulesByKind;

/** Tables of resource types. */
export type ResourceTableName = (typeof rulesOfKinds)[ResourceKind]['table'];
