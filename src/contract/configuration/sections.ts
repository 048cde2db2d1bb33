/*
 * Schemas of configuration as code: the complete configuration as one document.
 *
 * - `sections.ts`: sections of the document, their order, and the fields that refer to other objects.
 * - `object-state.ts`: decisions about campaigns, bookings and creatives, which the bodies of the API do not contain.
 * - `creative-files.ts`: files of creatives. `user-mappings.ts`: companies of users.
 * - `configuration-calls.ts`: bodies and views of `/configuration`. `configuration-schema.ts`: the JSON Schema.
 *
 * See docs/decisions/0254-configuration-as-code.md.
 */

import type { z } from 'zod';
import { settingsBody } from '../access/settings.ts';
import { userBody } from '../access/user.ts';
import { segmentBody } from '../audience/segment.ts';
import { bookingBody } from '../booking/booking.ts';
import { campaignBody } from '../booking/campaign.ts';
import { brandBody, mediaPartnerBody } from '../commerce/media-partner.ts';
import { productBody } from '../commerce/product.ts';
import { creativeBody } from '../creative/creative.ts';
import { formatBody, locationBody, positionBody, publicationBody, publisherBody } from '../inventory/inventory.ts';
import type { ResourceKind } from '../resource-types/all-resource-types.ts';
import { assetsSchema, rawFileSchema } from './creative-files.ts';
import { bookingStateSchema, campaignStateSchema, creativeStateSchema } from './object-state.ts';
import { userMappingsSchema } from './user-mappings.ts';

/** Version of the format of the document. */
export const configurationVersion = 1;

/** A field of a body that contains IDs of objects of another section. */
export type ReferenceField = {
  /** Path in the body. `*` stands for each entry of a list: `creatives.*.creativeId`. */
  readonly path: string;
  readonly section: SectionName;
};

type Section = {
  readonly name: string;
  readonly kind: ResourceKind;
  readonly body: z.ZodObject;
  /** Fields of the document that are not part of the body. */
  readonly extra: Readonly<Record<string, z.ZodType>>;
  readonly references: readonly { readonly path: string; readonly section: string }[];
  /** Fields of the body that are not part of the document. */
  readonly without: readonly string[];
};

function section<const Declared extends Partial<Section> & Pick<Section, 'name' | 'kind' | 'body'>>(
  declared: Declared,
) {
  return { extra: {}, references: [], without: [], ...declared };
}

/**
 * Sections of the document. An object refers only to objects of its own and of earlier sections. `settings` has one
 * object, the other sections have one object for each key.
 */
export const configurationSections = [
  section({ name: 'mediaPartners', kind: 'media-partners', body: mediaPartnerBody }),
  section({
    name: 'brands',
    kind: 'brands',
    body: brandBody,
    references: [{ path: 'mediaPartnerId', section: 'mediaPartners' }],
  }),
  section({
    name: 'settings',
    kind: 'settings',
    body: settingsBody,
    references: [{ path: 'autoApprovedMediaPartnerIds', section: 'mediaPartners' }],
  }),
  section({
    name: 'publishers',
    kind: 'inventory/publisher',
    body: publisherBody,
    references: [{ path: 'parentId', section: 'publishers' }],
  }),
  section({
    name: 'publications',
    kind: 'inventory/publication',
    body: publicationBody,
    references: [{ path: 'publisherId', section: 'publishers' }],
  }),
  section({
    name: 'locations',
    kind: 'inventory/location',
    body: locationBody,
    references: [{ path: 'publicationId', section: 'publications' }],
  }),
  section({ name: 'formats', kind: 'inventory/format', body: formatBody }),
  section({
    name: 'positions',
    kind: 'inventory/position',
    body: positionBody,
    references: [
      { path: 'locationId', section: 'locations' },
      { path: 'formatId', section: 'formats' },
    ],
  }),
  // The destination connection of a segment has credentials, so it is not part of a configuration.
  section({ name: 'segments', kind: 'segments', body: segmentBody, without: ['source'] }),
  section({
    name: 'products',
    kind: 'products',
    body: productBody,
    references: [{ path: 'brandId', section: 'brands' }],
  }),
  section({ name: 'users', kind: 'users', body: userBody, extra: { mappings: userMappingsSchema } }),
  section({
    name: 'creatives',
    kind: 'creatives',
    body: creativeBody,
    extra: { state: creativeStateSchema, assets: assetsSchema, file: rawFileSchema },
    references: [
      { path: 'brandId', section: 'brands' },
      { path: 'formatId', section: 'formats' },
    ],
  }),
  section({
    name: 'campaigns',
    kind: 'campaigns',
    body: campaignBody,
    extra: { state: campaignStateSchema },
    references: [
      { path: 'advertiserCompanyId', section: 'mediaPartners' },
      { path: 'invoiceCompanyId', section: 'mediaPartners' },
      { path: 'brandIds', section: 'brands' },
    ],
  }),
  section({
    name: 'bookings',
    kind: 'bookings',
    body: bookingBody,
    extra: { state: bookingStateSchema },
    references: [
      { path: 'campaignId', section: 'campaigns' },
      { path: 'positionIds', section: 'positions' },
      { path: 'locationIds', section: 'locations' },
      { path: 'publicationIds', section: 'publications' },
      { path: 'publisherIds', section: 'publishers' },
      { path: 'creatives.*.creativeId', section: 'creatives' },
      { path: 'sponsored.formatId', section: 'formats' },
      { path: 'sponsored.products', section: 'products' },
    ],
  }),
] as const;

/** Name of a section, such as `bookings`. */
export type SectionName = (typeof configurationSections)[number]['name'];
/** Names of all sections, in the order of their dependencies. */
export const sectionNames = configurationSections.map(({ name }) => name) as unknown as readonly [
  SectionName,
  ...SectionName[],
];

/** Returns the name of a field in the document: `publisherId` becomes `publisher`, `brandIds` becomes `brands`. */
export function documentFieldOf(field: string): string {
  return field.replace(/Ids$/, 's').replace(/Id$/, '');
}
