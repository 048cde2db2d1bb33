import { z } from 'zod';
import { sellerTypes } from '../../core/vocabulary/codes/selling-codes.ts';
import { stackCeiling } from '../../core/vocabulary/limits/delivery-limits.ts';
import { exclusionLabelsSchema } from '../booking/label.ts';
import {
  commonView,
  domainSchema,
  domainsSchema,
  externalIdSchema,
  idSchema,
  moneySchema,
  nameSchema,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { noteTemplateIssues, templateOfFormat } from '../creative/template-field.ts';
import { screenSchema } from './screen.ts';

const companyNameSchema = nameSchema.meta({ description: 'Name of the company', example: 'Northern Press' });
const optionalName = nameSchema
  .nullish()
  .meta({ description: 'Display name. Default: derived from the other fields.' });

/** Schema of one part of a slot name: letters, digits, `_`, `.` and `-`. Source: wire-protocol 2.1. */
function slotCode(minLength: number) {
  return z
    .string()
    .min(minLength, { error: fieldMessage('notEmpty') })
    .max(100, { error: fieldMessage('maxCharacters', { count: 100 }) })
    .regex(/^[A-Za-z0-9_.-]*$/, { error: fieldMessage('codeCharacters') });
}

const publisherDomain = {
  description:
    'Business domain of the company in ads.txt and sellers.json. Null: the first domain of its publications.',
  example: 'northernpress.example',
};
const sellerType = {
  description:
    '`seller_type` of the company in sellers.json: `publisher` is paid for its own inventory, `intermediary` for that of others',
  example: 'publisher',
};

/** Creates or replaces a publisher: a company that owns publications, or a group of such companies. */
export const publisherBody = z
  .strictObject({
    companyName: companyNameSchema,
    name: optionalName,
    externalId: externalIdSchema,
    parentId: idSchema('parent publisher').nullish(),
    domain: domainSchema.nullish().meta(publisherDomain),
    sellerType: z.enum(sellerTypes).default('publisher').meta(sellerType),
  })
  .meta({ id: 'PublisherBody' });

export const publisherView = z
  .strictObject({
    ...commonView,
    companyName: z.string().meta({ description: 'Name of the company', example: 'Northern Press' }),
    parentId: z
      .number()
      .nullable()
      .meta({ description: 'ID of the parent publisher. Null if there is none.', example: null }),
    domain: z.string().nullable().meta(publisherDomain),
    sellerType: z.enum(sellerTypes).meta(sellerType),
  })
  .meta({ id: 'Publisher' });

/** Built-in inventory categories. The settings define additional ones. Source: product decisions 3. */
export const publicationCategories = ['display', 'in_store', 'sponsored_products'] as const;

/** An inventory category: built-in or from the settings. */
export const categorySchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, { error: fieldMessage('code', { example: 'in_store' }) })
  .meta({ description: 'Inventory category', example: 'display' });

/** An IANA time zone. It defines the days, hours and active days of a publication. Source: product decisions 2. */
export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: fieldMessage('timeZone') })
  .meta({ description: 'IANA time zone that defines days and hours', example: 'Europe/Amsterdam' });

/** Creates or replaces a publication: a site, an app, a chain of shops or a network of screens. */
export const publicationBody = z
  .strictObject({
    companyName: companyNameSchema.meta({ example: 'The Courier' }),
    name: optionalName,
    externalId: externalIdSchema,
    publisherId: idSchema('publisher'),
    category: categorySchema.default('display').meta({
      description: `Inventory category: ${publicationCategories.join(', ')}, or a category of the settings`,
      example: 'display',
    }),
    timeZone: timeZoneSchema,
    domains: domainsSchema.default([]).meta({ description: 'Host names of the site', example: ['courier.example'] }),
  })
  .meta({ id: 'PublicationBody' });

export const publicationView = z
  .strictObject({
    ...commonView,
    companyName: z.string().meta({ description: 'Name of the publication', example: 'The Courier' }),
    publisherId: z.number().meta({ description: 'ID of the publisher', example: 12 }),
    category: z.string().meta({ description: 'Inventory category', example: 'display' }),
    timeZone: z.string().meta({ description: 'IANA time zone', example: 'Europe/Amsterdam' }),
    domains: z.array(z.string()).meta({ description: 'Host names of the site', example: ['courier.example'] }),
  })
  .meta({ id: 'Publication' });

/** Kinds of location. Source: product decisions 3. */
export const locationKinds = ['page', 'app', 'screen', 'shelf'] as const;

/** Creates or replaces a location: a page, an app view, a screen or a shelf of a publication. */
export const locationBody = z
  .strictObject({
    publicationId: idSchema('publication'),
    code: slotCode(1).meta({ description: 'First part of the slot names of the location', example: '_courier_home_' }),
    name: optionalName,
    externalId: externalIdSchema,
    kind: z.enum(locationKinds).default('page').meta({ description: 'Kind of location', example: 'screen' }),
    screen: screenSchema.nullish(),
  })
  .refine(({ kind, screen }) => kind === 'screen' || (screen ?? null) === null, {
    path: ['screen'],
    error: fieldMessage('onlyScreens'),
  })
  .meta({ id: 'LocationBody' });

export const locationView = z
  .strictObject({
    ...commonView,
    publicationId: z.number().meta({ description: 'ID of the publication', example: 12 }),
    code: z.string().meta({ description: 'First part of the slot names of the location', example: '_courier_home_' }),
    kind: z.string().meta({ description: 'Kind of location', example: 'screen' }),
    screen: screenSchema
      .nullable()
      .meta({ description: 'Properties of the screen. Null if unknown, or if the location is not a screen.' }),
  })
  .meta({ id: 'Location' });

/** Media types of a format. Source: product decisions 3. */
export const mediaTypes = ['banner', 'video', 'audio', 'native', 'stack'] as const;

/** Largest width or height of a format in pixels, enough for a video wall. */
const maxPixels = 16_384;
const pixelRange = fieldMessage('integerRange', { min: 1, max: maxPixels });
const pixels = z
  .int({ error: pixelRange })
  .min(1, { error: pixelRange })
  .max(maxPixels, { error: pixelRange })
  .nullish();

const headsupText = {
  description:
    'Whether the head-up lists of positions of this format contain its creatives, so that players fetch them before the day of delivery. Null: only for positions of screens.',
  example: null,
};

/** Creates or replaces a format: a size and kind of ad that positions share. */
export const formatBody = z
  .strictObject({
    code: slotCode(1).meta({ description: 'Last part of slot names, unique', example: 'leaderboard' }),
    name: optionalName,
    externalId: externalIdSchema,
    width: pixels.meta({ description: 'Width in pixels. Null if there is no fixed width.', example: 728 }),
    height: pixels.meta({ description: 'Height in pixels. Null if there is no fixed height.', example: 90 }),
    mediaType: z.enum(mediaTypes).default('banner').meta({ description: 'Media type of the ads', example: 'banner' }),
    maxBytes: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .nullish()
      .meta({ description: 'Largest file size in bytes. Null: the limit of Placard.', example: 150_000 }),
    inHeadsup: z.boolean().nullish().meta(headsupText),
    ...templateOfFormat,
  })
  .superRefine(noteTemplateIssues)
  .meta({ id: 'FormatBody' });

export const formatView = z
  .strictObject({
    ...commonView,
    code: z.string().meta({ description: 'Last part of slot names', example: 'leaderboard' }),
    width: z
      .number()
      .nullable()
      .meta({ description: 'Width in pixels. Null if there is no fixed width.', example: 728 }),
    height: z
      .number()
      .nullable()
      .meta({ description: 'Height in pixels. Null if there is no fixed height.', example: 90 }),
    mediaType: z.string().meta({ description: 'Media type of the ads', example: 'banner' }),
    maxBytes: z
      .number()
      .nullable()
      .meta({ description: 'Largest file size in bytes. Null: the limit of Placard.', example: 150_000 }),
    inHeadsup: z.boolean().nullable().meta(headsupText),
    ...templateOfFormat,
  })
  .meta({ id: 'Format' });

const adsRange = fieldMessage('integerRange', { min: 1, max: stackCeiling });
const adsSchema = z
  .int({ error: adsRange })
  .min(1, { error: adsRange })
  .max(stackCeiling, { error: adsRange })
  .nullable();

/** Limits of a position. Null: no limit. Source: product decisions 3; docs/decisions/0122-floor-and-brand-limit.md. */
const positionLimits = {
  floor: moneySchema.nullable().meta({
    description:
      'Lowest accepted price per 1,000 impressions. Bookings with a lower price, another currency or no such price are not served here.',
    example: { amount: '2.50', currency: 'EUR' },
  }),
  maxAds: adsSchema.meta({
    description: 'Most ads of the position in one response, when several are requested. Null: no limit.',
    example: 4,
  }),
  maxPerBrand: adsSchema.meta({ description: 'Most of these ads with the same brand. Null: no limit.', example: 1 }),
};

/** Creates or replaces a position: a location together with a format. */
export const positionBody = z
  .strictObject({
    locationId: idSchema('location'),
    formatId: idSchema('format'),
    code: slotCode(0).default('').meta({ description: 'Middle part of the slot name, may be empty', example: '_2' }),
    name: optionalName,
    externalId: externalIdSchema,
    blockedLabels: exclusionLabelsSchema
      .default([])
      .meta({ description: 'Bookings with one of these exclusion labels are not served here', example: ['cars'] }),
    floor: positionLimits.floor.default(null),
    maxAds: positionLimits.maxAds.default(null),
    maxPerBrand: positionLimits.maxPerBrand.default(null),
  })
  .meta({ id: 'PositionBody' });

export const positionView = z
  .strictObject({
    ...commonView,
    locationId: z.number().meta({ description: 'ID of the location', example: 12 }),
    formatId: z.number().meta({ description: 'ID of the format', example: 12 }),
    code: z.string().meta({ description: 'Middle part of the slot name', example: '_2' }),
    slotName: z.string().meta({
      description: 'Slot name in ad requests: location code + position code + `-` + format code. Unique.',
      example: '_courier_home__2-leaderboard',
    }),
    blockedLabels: z
      .array(z.string())
      .meta({ description: 'Bookings with one of these exclusion labels are not served here', example: ['cars'] }),
    ...positionLimits,
    requestsPerDay: z.number().nullable().meta({
      description:
        'Average ad requests per day, learned from the traffic. Null if no ad requests have been received yet.',
      example: 12_400,
    }),
  })
  .meta({ id: 'Position' });

/** Returns true if the name is a time zone of this machine's IANA database. Offsets such as +01:00 are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl reports an unknown time zone only by throwing.
    return false;
  }
}
