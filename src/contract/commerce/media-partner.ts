import { z } from 'zod';
import {
  categoriesSchema,
  commonView,
  domainsSchema,
  externalIdSchema,
  idSchema,
  lineOfText,
  nameSchema,
  subsystemExternalIdsSchema,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Roles of a media partner: advertiser, invoiced company, or both. Source: product decisions 3. */
export const mediaPartnerRoles = ['ADVERTISER', 'INVOICE'] as const;
/** One of `mediaPartnerRoles`. */
export type MediaPartnerRole = (typeof mediaPartnerRoles)[number];

const externalKeySchema = lineOfText(100)
  .nullish()
  .meta({ description: 'Key of this object in your own system', example: 'adv-0042' });

/** Creates or replaces a media partner. */
export const mediaPartnerBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora Coffee' }),
    roles: z
      .array(z.enum(mediaPartnerRoles))
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(mediaPartnerRoles.length)
      .refine((roles) => new Set(roles).size === roles.length, { error: fieldMessage('noDuplicates') })
      .meta({ description: 'Roles: advertiser, invoiced company, or both', example: ['ADVERTISER', 'INVOICE'] }),
    externalId: externalIdSchema,
    externalKey: externalKeySchema,
    subsystemExternalIds: subsystemExternalIdsSchema.default({}),
    active: z
      .boolean()
      .default(true)
      .meta({ description: 'If false, lists omit the object unless it is requested explicitly', example: true }),
    domains: domainsSchema.default([]).meta({ description: 'Host names', example: ['aurora-coffee.example'] }),
  })
  .meta({ id: 'MediaPartnerBody' });

/** A media partner as returned by the API. Source: product decisions 3. */
export const mediaPartnerView = z
  .strictObject({
    ...commonView,
    roles: z
      .array(z.string())
      .meta({ description: 'Roles: advertiser, invoiced company, or both', example: ['ADVERTISER'] }),
    externalKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of this object in your own system', example: 'adv-0042' }),
    subsystemExternalIds: z
      .record(z.string(), z.string())
      .meta({ description: 'IDs by system', example: { crm: '4711' } }),
    active: z
      .boolean()
      .meta({ description: 'If false, lists omit the object unless it is requested explicitly', example: true }),
    domains: z.array(z.string()).meta({ description: 'Host names', example: ['aurora-coffee.example'] }),
  })
  .meta({ id: 'MediaPartner' });

const brandFields = {
  name: nameSchema.meta({ example: 'Aurora Filter' }),
  externalId: externalIdSchema,
  externalKey: externalKeySchema,
  subsystemExternalIds: subsystemExternalIdsSchema.default({}),
  categories: categoriesSchema.default([]).meta({ description: 'Product categories', example: ['coffee'] }),
  domains: domainsSchema
    .default([])
    .meta({ description: 'Host names of allowed click-through URLs', example: ['aurora-coffee.example'] }),
};

/** Creates or replaces a brand. */
export const brandBody = z
  .strictObject({ mediaPartnerId: idSchema('media partner'), ...brandFields })
  .meta({ id: 'BrandBody' });

/** Creates a brand of the media partner whose ID is in the path. */
export const brandOfPartnerBody = z.strictObject(brandFields).meta({ id: 'BrandOfPartnerBody' });

/** A brand as returned by the API. Source: product decisions 3. */
export const brandView = z
  .strictObject({
    ...commonView,
    mediaPartnerId: z.number().meta({ description: 'ID of the media partner', example: 12 }),
    externalKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of this object in your own system', example: 'br-0042' }),
    subsystemExternalIds: z
      .record(z.string(), z.string())
      .meta({ description: 'IDs by system', example: { crm: '4711' } }),
    categories: z.array(z.string()).meta({ description: 'Product categories', example: ['coffee'] }),
    domains: z
      .array(z.string())
      .meta({ description: 'Host names of allowed click-through URLs', example: ['aurora-coffee.example'] }),
  })
  .meta({ id: 'Brand' });
