import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';
import { blockingReasons } from '../../core/words/reasons.ts';
import { actions, campaignActions, campaignTypes, statuses } from '../../core/words/statuses.ts';
import { commonView, externalIdSchema, idSchema, instantSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { deliveredView, healthView, progressView } from './progress.ts';

/** Brands of one campaign: what a person could still oversee. */
const maxBrands = 100;

const blockingReasonsInWords = [
  'Why it does not deliver; empty: nothing is in its way. Dates, days and day parts are no part of it.',
  '`BOOKING_NOT_APPROVED`: not submitted, or waiting for approval.',
  '`CAMPAIGN_NOT_DELIVERING`: the campaign is paused, cancelled, archived, or an option or offer.',
  '`CAMPAIGN_EXPIRED`: it is an option or offer whose `validUntil` is over.',
  '`NO_POSITION`: it books no place, or places without a position.',
  '`NO_CREATIVE`: it has none.',
  '`CREATIVE_NOT_APPROVED`: none of its creatives is approved.',
  '`NO_FITTING_CREATIVE`: no approved creative has the format of a booked position.',
].join(' ');

/** What every read of a campaign or booking says about its state. Source: product decisions 4. */
export const statusView = {
  status: z
    .enum(statuses)
    .meta({ description: 'Computed from what was decided, the clock and the creatives', example: 'running' }),
  availableActions: z.array(z.enum(actions)).meta({
    description: 'What `POST .../actions/{action}` accepts now from the caller',
    example: ['pause', 'cancel'],
  }),
  blockingReasons: z
    .array(z.enum(blockingReasons))
    .meta({ description: blockingReasonsInWords, example: ['NO_FITTING_CREATIVE'] }),
  ...healthView,
} as const;

/** Creates or replaces a campaign. Source: product decisions 3. */
export const campaignBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora winter' }),
    externalId: externalIdSchema,
    advertiserCompanyId: idSchema('media partner that advertises; it has the role ADVERTISER'),
    invoiceCompanyId: idSchema('media partner that is invoiced; it has the role INVOICE'),
    brandIds: idList('brands of the advertiser', maxBrands).min(1, { error: fieldMessage('minEntries', { count: 1 }) }),
    poNumber: lineOfText(100).nullish().meta({ description: 'Purchase order number', example: 'PO-2026-118' }),
    type: z
      .enum(campaignTypes)
      .default('campaign')
      .meta({
        description:
          'Only a campaign delivers. An offer (which ad operations make) becomes one when it is accepted, an option when ad ' +
          'operations convert it; nothing else changes the type',
        example: 'campaign',
      }),
    validUntil: instantSchema.nullish().meta({
      description:
        'Until when an offer or option stands, excluded; default: 14 days from now. Its time over, it is `finished`',
      example: '2026-12-31T23:00:00Z',
    }),
  })
  .meta({ id: 'CampaignBody' });
/** A valid `campaignBody`, with its defaults. */
export type CampaignBody = z.output<typeof campaignBody>;

/** A campaign as it is read: what is stored, and what follows from its bookings. Source: product decisions 3 and 4. */
export const campaignView = z
  .strictObject({
    ...commonView,
    campaignId: z.number().meta({ description: 'The id again, under its specific name', example: 12 }),
    advertiserCompanyId: z.number().meta({ description: 'Media partner that advertises', example: 12 }),
    invoiceCompanyId: z.number().meta({ description: 'Media partner that is invoiced', example: 12 }),
    brandIds: z.array(z.number()).meta({ description: 'Brands of the advertiser', example: [12] }),
    poNumber: z.string().nullable().meta({ description: 'Purchase order number', example: 'PO-2026-118' }),
    type: z.enum(campaignTypes).meta({ description: 'Only a campaign delivers', example: 'campaign' }),
    validUntil: z.string().nullable().meta({ description: 'Until when an offer or option stands', example: null }),
    ...statusView,
    availableActions: z.array(z.enum(campaignActions)).meta({
      description: 'What `POST .../actions/{action}` accepts now from the caller',
      example: ['pause', 'cancel'],
    }),
    startDate: z
      .string()
      .nullable()
      .meta({ description: 'First start of its bookings; null: it has none', example: '2026-12-01T00:00:00.000Z' }),
    endDate: z
      .string()
      .nullable()
      .meta({ description: 'Last end of its bookings; null: it has none, or one without an end', example: null }),
    bookingCount: z.number().meta({ description: 'Bookings that are not archived', example: 3 }),
    bookingCounts: z.record(z.enum(statuses), z.number()).meta({
      description: 'Bookings that are not archived, by status',
      example: Object.fromEntries(statuses.map((status) => [status, 0])),
    }),
    creativeCount: z.number().meta({ description: 'Different creatives in those bookings', example: 4 }),
    delivered: deliveredView,
    progress: z
      .array(progressView.extend({ counter: z.enum(counters).meta({ description: 'Events', example: 'impressions' }) }))
      .meta({
        description: 'How far the goals of its bookings are together, those that count the same events added up',
        example: [{ counter: 'impressions', deliveredPercent: 43.75, expectedPercent: 45.1 }],
      }),
  })
  .meta({ id: 'Campaign' });
/** An object of `campaignView`. */
export type CampaignView = z.output<typeof campaignView>;

/** Different ids, in the order given. */
export function idList(what: string, maxLength: number) {
  return z
    .array(idSchema(what))
    .max(maxLength, { error: fieldMessage('maxEntries', { count: maxLength }) })
    .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessage('noDuplicates') })
    .meta({ description: `Ids of ${what}`, example: [12] });
}
