import { z } from 'zod';
import {
  maxCreativesPerBooking,
  maxCreativeWeight,
  maxTemplateDescription,
  maxTemplateSeconds,
} from '../../core/vocabulary/limits/booking-limits.ts';
import { commonView, externalIdSchema, idSchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { bookingBody, bookingView } from './booking.ts';
import { noteDeliveryIssues } from './delivery.ts';

const describeWeight = 'Rotation weight: relative frequency of the creative within the booking';
const describeSettings =
  'Fields of a booking except its campaign, name, external ID, dates and the dates of its creatives. With these fields, they are a body of `POST /bookings`.';
const describeDuration =
  'Duration of a booking in seconds of local time, from its start to its end. Null: a booking without an end.';
const describeDescription = 'Purpose of the template, as free text';
const minDuration = 60;

const {
  campaignId: _campaign,
  name: _name,
  externalId: _externalId,
  startDate: _start,
  endDate: _end,
  ...settingFields
} = bookingBody.shape;

const templateCreatives = z
  .array(
    z.strictObject({
      creativeId: idSchema('creative'),
      weight: z.int().min(1).max(maxCreativeWeight).default(1).meta({ description: describeWeight, example: 1 }),
    }),
  )
  .max(maxCreativesPerBooking, { error: fieldMessage('maxEntries', { count: maxCreativesPerBooking }) })
  .refine((creatives) => new Set(creatives.map(({ creativeId }) => creativeId)).size === creatives.length, {
    error: fieldMessage('noDuplicates'),
  })
  .default([])
  .meta({ description: 'Creatives with their weights. Their brands must be brands of the campaign of a booking.' });

const settingsBody = z
  .strictObject({ ...settingFields, creatives: templateCreatives })
  .refine(({ type, loop }) => !loop || type === 'in_store', {
    path: ['loop'],
    error: fieldMessage('onlyBookingType', { type: 'in_store' }),
  })
  .refine(({ type, sponsored }) => !sponsored || type === 'sponsored_products', {
    path: ['sponsored'],
    error: fieldMessage('onlyBookingType', { type: 'sponsored_products' }),
  })
  // The duration is checked with the body, because it is no setting.
  .superRefine((settings, context) => noteDeliveryIssues({ ...settings, endDate: 'from the duration' }, context))
  .meta({ id: 'BookingTemplateSettingsBody', description: describeSettings });
/** Valid settings of a template. */
export type BookingSettingsBody = z.output<typeof settingsBody>;

const durationSchema = z
  .int({ error: fieldMessage('integerRange', { min: minDuration, max: maxTemplateSeconds }) })
  .min(minDuration, { error: fieldMessage('integerRange', { min: minDuration, max: maxTemplateSeconds }) })
  .max(maxTemplateSeconds, { error: fieldMessage('integerRange', { min: minDuration, max: maxTemplateSeconds }) })
  .nullish()
  .meta({ description: describeDuration, example: 2_592_000 });

/** Creates or replaces a booking template. Source: docs/decisions/0191-booking-templates.md. */
export const bookingTemplateBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Homepage takeover, one week' }),
    externalId: externalIdSchema,
    description: z
      .string()
      .trim()
      .max(maxTemplateDescription, { error: fieldMessage('maxCharacters', { count: maxTemplateDescription }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noControl') })
      .nullish()
      .meta({ description: describeDescription, example: 'For retail campaigns' }),
    shared: z.boolean().default(false).meta({
      description: 'Whether everyone in the account who may read bookings and see all data can use it',
      example: false,
    }),
    durationSeconds: durationSchema,
    settings: settingsBody,
  })
  .refine(({ durationSeconds, settings }) => settings.delivery.method !== 'even' || Boolean(durationSeconds), {
    path: ['durationSeconds'],
    error: fieldMessage('requiredForEvenGoal'),
  })
  .meta({ id: 'BookingTemplateBody' });
/** A valid `bookingTemplateBody`. */
export type BookingTemplateBody = z.output<typeof bookingTemplateBody>;

const { shape } = bookingView;

const settingsView = z
  .strictObject({
    type: shape.type,
    activeDays: shape.activeDays,
    dayParts: shape.dayParts,
    positionIds: shape.positionIds,
    locationIds: shape.locationIds,
    publicationIds: shape.publicationIds,
    publisherIds: shape.publisherIds,
    priority: shape.priority,
    targeting: shape.targeting,
    exclusionLabels: shape.exclusionLabels,
    duplicatesAllowed: shape.duplicatesAllowed,
    roadblock: shape.roadblock,
    rotation: shape.rotation,
    holdoutPercent: shape.holdoutPercent,
    trackers: shape.trackers,
    delivery: shape.delivery,
    caps: shape.caps,
    loop: shape.loop,
    sponsored: shape.sponsored,
    pricing: shape.pricing,
    creatives: z.array(
      z.strictObject({
        creativeId: z.number().meta({ description: 'Creative', example: 12 }),
        weight: z.number().meta({ description: describeWeight, example: 1 }),
      }),
    ),
  })
  .meta({ id: 'BookingTemplateSettings', description: describeSettings });
/** Settings of a template as they are stored and returned. */
export type BookingSettings = z.output<typeof settingsView>;

/** Kinds of objects that settings refer to. */
const referredKinds = [
  'inventory/position',
  'inventory/location',
  'inventory/publication',
  'inventory/publisher',
  'inventory/format',
  'creatives',
  'products',
  'segments',
] as const;

/** A reference of a template to an object that a new booking cannot use. */
const unavailableReference = z
  .strictObject({
    field: z.string().meta({ description: 'Field of `settings`', example: 'positionIds' }),
    kind: z.enum(referredKinds).meta({ description: 'Kind of the object', example: 'inventory/position' }),
    id: z.number().nullable().meta({ description: 'ID. Null for a segment.', example: 12 }),
    code: z.string().nullable().meta({ description: 'Code of a segment. Null for other objects.', example: null }),
    name: z.string().nullable().meta({
      description: 'Name. Null if the object does not exist or the caller may not see it.',
      example: '_home_-rectangle',
    }),
  })
  .meta({ id: 'UnavailableReference' });
/** An object of `unavailableReference`. */
export type UnavailableReference = z.output<typeof unavailableReference>;

/** A booking template. */
export const bookingTemplateView = z
  .strictObject({
    ...commonView,
    description: z.string().nullable().meta({ description: describeDescription, example: null }),
    shared: z.boolean().meta({
      description: 'Whether everyone in the account who may read bookings and see all data can use it',
      example: false,
    }),
    durationSeconds: z.number().nullable().meta({ description: describeDuration, example: 2_592_000 }),
    settings: settingsView,
    unavailableReferences: z.array(unavailableReference).meta({
      description:
        'Objects in `settings` that are archived or that the caller may not see. A booking with them is refused.',
      example: [],
    }),
    owner: z.string().meta({ description: 'Creator, as in the audit log', example: 'user:12' }),
    ownerName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the creator. Null if it no longer exists.', example: 'Maya Peeters' }),
    editable: z.boolean().meta({ description: 'Whether the caller may change and delete it', example: true }),
  })
  .meta({ id: 'BookingTemplate' });
