import { bookingType } from './booking.ts';
import { bookingTemplateType } from './booking-template.ts';
import { campaignType } from './campaign.ts';
import { brandType } from './commerce/brand.ts';
import { conversionActionType } from './commerce/conversion-action.ts';
import { mediaPartnerType } from './commerce/media-partner.ts';
import { productType } from './commerce/product.ts';
import { creativeType } from './creative.ts';
import { destinationConnectionType } from './destination-connection.ts';
import { identityProviderType } from './identity-provider.ts';
import { formatType } from './inventory/format.ts';
import { locationType } from './inventory/location.ts';
import { positionType } from './inventory/position.ts';
import { publicationType } from './inventory/publication.ts';
import { publisherType } from './inventory/publisher.ts';
import { reportScheduleType } from './report-schedule.ts';
import type { ResourceType } from './resource-type.ts';
import { savedReportType } from './saved-report.ts';
import { segmentType } from './segment.ts';
import { buyerAgentType } from './selling/buyer-agent.ts';
import { productPackageType } from './selling/product-package.ts';
import { serviceAccountType } from './service-account.ts';
import { settingsType } from './settings.ts';
import { userType } from './user.ts';
import { webhookType } from './webhook.ts';

/**
 * All resource types, in the order of lists. A new type is registered only here: `npm run registries` finds its row
 * rules, tables, routes and pages.
 */
export const resourceTypes = [
  campaignType,
  bookingType,
  bookingTemplateType,
  creativeType,
  publisherType,
  publicationType,
  locationType,
  formatType,
  positionType,
  mediaPartnerType,
  brandType,
  conversionActionType,
  productType,
  productPackageType,
  segmentType,
  destinationConnectionType,
  savedReportType,
  reportScheduleType,
  userType,
  serviceAccountType,
  buyerAgentType,
  identityProviderType,
  webhookType,
  settingsType,
] as const;

type Declared = (typeof resourceTypes)[number];

/** Kind of a resource, such as `bookings`. */
export type ResourceKind = Declared['kind'];

/** Scopes of one group. */
export type ScopeOfGroup<Group extends ResourceType['access']> = Extract<Declared, { readonly access: Group }>[
  | 'readScope'
  | 'writeScope'];

/** Returns the distinct scopes of a group. */
export function scopesOfGroup<Group extends ResourceType['access']>(group: Group): readonly ScopeOfGroup<Group>[] {
  const types = resourceTypes.filter(({ access }) => access === group);
  const found = types.flatMap(({ readScope, writeScope }) => [readScope, writeScope]);
  return [...new Set(found)] as unknown as readonly ScopeOfGroup<Group>[];
}

type KindsWith<Fact> = Extract<Declared, Fact>['kind'];

/** Kinds whose changes `GET /changes` lists. */
export type ChangedKind = KindsWith<{ readonly isInChanges: true }>;

/** Kinds that the global search finds, in the order of its response. */
export type SearchedKind = KindsWith<{ readonly isSearched: true }>;

/** Kinds whose changes send webhook events. */
export type WebhookKind = KindsWith<{ readonly eventNoun: string }>;

/** Returns the kinds whose declaration matches the predicate. */
function kindsOf<Kind extends ResourceKind>(holds: (type: Declared) => boolean): readonly [Kind, ...Kind[]] {
  return resourceTypes.filter(holds).map(({ kind }) => kind) as unknown as readonly [Kind, ...Kind[]];
}

export const changedKinds = kindsOf<ChangedKind>((type) => type.isInChanges);
export const searchedKinds = kindsOf<SearchedKind>((type) => type.isSearched);
export const webhookKinds = kindsOf<WebhookKind>((type) => type.eventNoun !== null);

/** Returns the declaration of a kind. */
export function resourceTypeOf<Kind extends ResourceKind>(kind: Kind): Extract<Declared, { readonly kind: Kind }> {
  return resourceTypes.find((type) => type.kind === kind) as unknown as Extract<Declared, { readonly kind: Kind }>;
}

/** Returns the declaration of a kind, or null if the kind is unknown. */
export function findResourceType(kind: string): ResourceType | null {
  return resourceTypes.find((type) => type.kind === kind) ?? null;
}
