import type { z } from 'zod';
import type { BookingView } from '../../../contract/booking/booking.ts';
import {
  configurationSections,
  type ReferenceField,
  type SectionName,
} from '../../../contract/configuration/sections.ts';
import type { ResourceKind } from '../../../contract/resource-types/all-resource-types.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { userAccountResource } from '../../access/user/user.ts';
import { writableOf } from '../../records/present-record.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { Resource, ResourceTable, ResourceView, Row } from '../../records/resource.ts';
import { bookingDocument, bookingResource } from '../../resources/booking/booking.ts';
import { campaignResource } from '../../resources/campaign/campaign.ts';
import { creativeResource } from '../../resources/creative/creative-resource.ts';
import { formatResource } from '../../resources/inventory/format.ts';
import { locationResource } from '../../resources/inventory/location.ts';
import { positionResource } from '../../resources/inventory/position.ts';
import { publicationResource } from '../../resources/inventory/publication.ts';
import { publisherResource } from '../../resources/inventory/publisher.ts';
import { brandResource } from '../../resources/media-partner/brand.ts';
import { mediaPartnerResource } from '../../resources/media-partner/media-partner.ts';
import { productResource } from '../../resources/product/product.ts';
import { segmentResource } from '../../resources/segment/segment.ts';
import { settingsResource } from '../../resources/settings/settings-routes.ts';

/** Any resource, for code that treats all sections alike. */
export type SectionResource = Resource<ResourceTable, z.ZodObject, ResourceView>;
/** A row of any resource. */
export type SectionRow = Row<ResourceTable>;

/** A section of the document with its resource. */
export type ManagedSection = {
  readonly name: SectionName;
  readonly kind: ResourceKind;
  readonly resource: SectionResource;
  readonly references: readonly ReferenceField[];
  readonly without: readonly string[];
  readonly extra: Readonly<Record<string, z.ZodType>>;
  /** Returns the body of the API that corresponds to a view. */
  readonly bodyOf: (view: ResourceView) => Record<string, unknown>;
  /** Member of the view that identifies an object without an external ID. */
  readonly naturalKey: string;
  /** Whether `prune` archives objects that are missing in the document. */
  readonly isPruned: boolean;
};

const naturalKeys: Readonly<Partial<Record<SectionName, string>>> = {
  locations: 'code',
  formats: 'code',
  positions: 'slotName',
  segments: 'code',
  products: 'sku',
  users: 'email',
};

/** A lost user could be the only administrator, and the settings always exist. */
const neverPruned: ReadonlySet<SectionName> = new Set(['users', 'settings']);

/** Returns the sections in the order of their dependencies. */
export function managedSections({ config, nowMs = Date.now }: RecordServices): readonly ManagedSection[] {
  return sectionsOf({ nowMs, readPlan: openLatestPlan(config.dataFolder) }, config);
}

/** Returns the sections to check documents without an installation. Their resources cannot present rows. */
export function sectionsWithoutServices(): readonly ManagedSection[] {
  return sectionsOf({ nowMs: Date.now, readPlan: async () => null }, { deliveryUrl: '', creativeOrigin: null });
}

function sectionsOf(
  moment: Parameters<typeof campaignResource>[0],
  addresses: Parameters<typeof creativeResource>[0],
): readonly ManagedSection[] {
  const resources: Readonly<Record<SectionName, unknown>> = {
    mediaPartners: mediaPartnerResource,
    brands: brandResource,
    settings: settingsResource,
    publishers: publisherResource,
    publications: publicationResource,
    locations: locationResource,
    formats: formatResource,
    positions: positionResource,
    segments: segmentResource,
    products: productResource,
    users: userAccountResource,
    creatives: creativeResource(addresses),
    campaigns: campaignResource(moment),
    bookings: bookingResource(moment),
  };
  return configurationSections.map(({ name, kind, references, without, extra }) => ({
    name,
    kind,
    resource: resources[name] as SectionResource,
    references,
    without,
    extra,
    bodyOf: (view) =>
      name === 'bookings'
        ? bookingDocument(view as unknown as BookingView)
        : writableOf(resources[name] as SectionResource, view),
    naturalKey: naturalKeys[name] ?? 'name',
    isPruned: !neverPruned.has(name),
  }));
}
