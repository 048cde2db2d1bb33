import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';
import { blockingReasons } from '../../core/vocabulary/reasons.ts';
import { bookingActions, campaignActions, campaignTypes, statuses } from '../../core/vocabulary/statuses.ts';
import {
  commonView,
  externalIdSchema,
  idSchema,
  instantSchema,
  lineOfText,
  moneySchema,
  nameSchema,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { holdView } from './actions/hold.ts';
import { campaignDeliveredView, healthView, progressView } from './progress.ts';

/** Most brands of one campaign. */
const maxBrands = 100;

const blockingReasonsInWords = [
  'Reasons why the booking does not deliver. Empty if nothing blocks it. Ignores dates, days of the week and dayparts.',
  '`BOOKING_NOT_APPROVED`: not submitted, or waiting for approval.',
  '`BOOKING_HELD`: the booking is on hold.',
  '`HOLD_EXPIRED`: the hold of the booking or campaign has ended without a confirmation.',
  '`CAMPAIGN_NOT_DELIVERING`: the campaign is paused, on hold, cancelled, archived, or an option or offer.',
  '`CAMPAIGN_EXPIRED`: the campaign is an option or offer whose `validUntil` has passed.',
  '`NO_POSITION`: no inventory is booked, or the booked inventory has no position.',
  '`NO_CREATIVE`: the booking has no creatives.',
  '`CREATIVE_NOT_APPROVED`: no creative is approved.',
  '`NO_FITTING_CREATIVE`: no approved creative has the format of a booked position.',
].join(' ');

const describeBudget =
  'Hard cap of the spend of all bookings, including archived ones. Their prices must have this currency. Delivery of all bookings with a price stops when it is spent. `cpd` and `flat` prices are deducted in advance. Null: no cap.';

/** Status fields of every campaign and booking view. Source: product decisions 4. */
export const statusView = {
  status: z.enum(statuses).meta({
    description: 'Status, computed from the lifecycle, the time, the inventory and the creatives',
    example: 'running',
  }),
  availableActions: z.array(z.enum(bookingActions)).meta({
    description: 'Actions that the caller may perform now with `POST .../actions/{action}`',
    example: ['pause', 'cancel'],
  }),
  blockingReasons: z
    .array(z.enum(blockingReasons))
    .meta({ description: blockingReasonsInWords, example: ['NO_FITTING_CREATIVE'] }),
  ...holdView,
  ...healthView,
} as const;

/** Creates or replaces a campaign. Source: product decisions 3. */
export const campaignBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora winter' }),
    externalId: externalIdSchema,
    advertiserCompanyId: idSchema('media partner that advertises. It must have the role `ADVERTISER`'),
    invoiceCompanyId: idSchema('media partner that is invoiced. It must have the role `INVOICE`'),
    brandIds: idList('brands of the advertiser', maxBrands).min(1, { error: fieldMessage('minEntries', { count: 1 }) }),
    poNumber: lineOfText(100).nullish().meta({ description: 'Purchase order number', example: 'PO-2026-118' }),
    type: z.enum(campaignTypes).default('campaign').meta({
      description:
        'Type of the campaign. Only a `campaign` delivers. An `offer` (created by ad operations) becomes a campaign when it is accepted, an `option` when ad operations convert it. The type cannot change otherwise.',
      example: 'campaign',
    }),
    validUntil: instantSchema.nullish().meta({
      description:
        'End of an option or offer (exclusive). It then has the status `finished`. Default: 14 days from now.',
      example: '2026-12-31T23:00:00Z',
    }),
    budget: moneySchema
      .nullish()
      .meta({ description: describeBudget, example: { amount: '25000.00', currency: 'EUR' } }),
  })
  .meta({ id: 'CampaignBody' });
/** A valid `campaignBody`, with its defaults. */
export type CampaignBody = z.output<typeof campaignBody>;

/**
 * A campaign as returned by the API: the stored fields and the values derived from its bookings. Source: product
 * decisions 3 and 4.
 */
export const campaignView = z
  .strictObject({
    ...commonView,
    campaignId: z.number().meta({ description: 'Same as `id`', example: 12 }),
    advertiserCompanyId: z.number().meta({ description: 'Media partner that advertises', example: 12 }),
    invoiceCompanyId: z.number().meta({ description: 'Media partner that is invoiced', example: 12 }),
    brandIds: z.array(z.number()).meta({ description: 'Brands of the advertiser', example: [12] }),
    poNumber: z.string().nullable().meta({ description: 'Purchase order number', example: 'PO-2026-118' }),
    type: z
      .enum(campaignTypes)
      .meta({ description: 'Type of the campaign. Only a `campaign` delivers.', example: 'campaign' }),
    validUntil: z.string().nullable().meta({ description: 'End of an option or offer (exclusive)', example: null }),
    budget: moneySchema.nullable().meta({ description: describeBudget, example: null }),
    ...statusView,
    availableActions: z.array(z.enum(campaignActions)).meta({
      description: 'Actions that the caller may perform now with `POST .../actions/{action}`',
      example: ['pause', 'cancel'],
    }),
    startDate: z.string().nullable().meta({
      description: 'Earliest start of the bookings. Null if there are no bookings.',
      example: '2026-12-01T00:00:00.000Z',
    }),
    endDate: z.string().nullable().meta({
      description: 'Latest end of the bookings. Null if there are no bookings or one of them has no end.',
      example: null,
    }),
    bookingCount: z.number().meta({ description: 'Number of bookings that are not archived', example: 3 }),
    bookingCounts: z.record(z.enum(statuses), z.number()).meta({
      description: 'Number of bookings that are not archived, by status',
      example: Object.fromEntries(statuses.map((status) => [status, 0])),
    }),
    creativeCount: z.number().meta({ description: 'Number of distinct creatives of these bookings', example: 4 }),
    delivered: campaignDeliveredView,
    progress: z
      .array(
        progressView.extend({
          counter: z.enum(counters).meta({ description: 'Event that the goals count', example: 'impressions' }),
        }),
      )
      .meta({
        description: 'Progress of the goals of the bookings. Goals that count the same events are added up.',
        example: [{ counter: 'impressions', deliveredPercent: 43.75, expectedPercent: 45.1 }],
      }),
  })
  .meta({ id: 'Campaign' });
/** An object of `campaignView`. */
export type CampaignView = z.output<typeof campaignView>;

/** Schema of a list of distinct IDs. Keeps the given order. */
export function idList(what: string, maxLength: number) {
  return z
    .array(idSchema(what))
    .max(maxLength, { error: fieldMessage('maxEntries', { count: maxLength }) })
    .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessage('noDuplicates') })
    .meta({ description: `IDs of ${what}`, example: [12] });
}
