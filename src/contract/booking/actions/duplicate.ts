import { z } from 'zod';
import { idSchema, instantSchema, nameSchema } from '../../common/common.ts';
import { fieldMessage } from '../../common/field-message.ts';
import { idList } from '../campaign.ts';

/**
 * Parts of a booking that a duplicate may leave out: it then has the defaults of a new booking. Inventory, type,
 * priority and dates are always copied. Source: docs/decisions/0253-duplicate.md.
 */
export const bookingParts = ['creatives', 'targeting', 'schedule', 'caps', 'delivery', 'pricing', 'trackers'] as const;
export type BookingPart = (typeof bookingParts)[number];

/** Most bookings that are duplicated with their campaign. */
export const maxDuplicatedBookings = 500;

const describeParts =
  '`creatives`; `targeting`: with the exclusion labels; `schedule`: days of the week and parts of the day; `caps`; `delivery`: method, goal and budget; `pricing`; `trackers`. Parts that are left out have the defaults of a new booking.';

const duplicateFields = {
  name: nameSchema.nullish().meta({
    description: 'Name of the duplicate. Null: the name of the original with the suffix `(copy)`.',
    example: 'Aurora spring',
  }),
  parts: z
    .array(z.enum(bookingParts))
    .max(bookingParts.length)
    .refine((parts) => new Set(parts).size === parts.length, { error: fieldMessage('noDuplicates') })
    .default([...bookingParts])
    .meta({ description: `Copied parts of bookings. ${describeParts}`, example: ['creatives', 'targeting'] }),
};

/** Body of `POST /bookings/{id}/duplicate`. */
export const duplicateBookingBody = z
  .strictObject({
    ...duplicateFields,
    campaignId: idSchema('campaign').nullish().meta({
      description:
        'Campaign of the duplicate. Its brands must include those of the copied creatives. Null: the campaign of the original.',
      example: 12,
    }),
    startDate: instantSchema.nullish().meta({
      description:
        'Start of the duplicate. Its end and the dates of its creatives move with it, in the time zone of the booking. Null: the dates of the original.',
      example: null,
    }),
  })
  .meta({ id: 'DuplicateBookingBody' });
/** A valid `duplicateBookingBody`, with its defaults. */
export type DuplicateBookingBody = z.output<typeof duplicateBookingBody>;

/** Body of `POST /campaigns/{id}/duplicate`. */
export const duplicateCampaignBody = z
  .strictObject({
    ...duplicateFields,
    bookingIds: idList('bookings', maxDuplicatedBookings)
      .nullish()
      .meta({
        description:
          'Bookings of the campaign that are duplicated with it. Null: all that are not archived. Empty: none.',
        example: [12],
      }),
    startDate: instantSchema.nullish().meta({
      description:
        'Start of the earliest duplicated booking. All dates move with it, in the time zones of the bookings. Null: the dates of the originals.',
      example: null,
    }),
  })
  .meta({ id: 'DuplicateCampaignBody' });
/** A valid `duplicateCampaignBody`, with its defaults. */
export type DuplicateCampaignBody = z.output<typeof duplicateCampaignBody>;

/** Body of `POST /creatives/{id}/duplicate`. */
export const duplicateCreativeBody = z
  .strictObject({
    name: duplicateFields.name,
    brandId: idSchema('brand').nullish().meta({
      description: 'Brand of the duplicate. Null: the brand of the original.',
      example: 12,
    }),
  })
  .meta({ id: 'DuplicateCreativeBody' });
/** A valid `duplicateCreativeBody`. */
export type DuplicateCreativeBody = z.output<typeof duplicateCreativeBody>;
