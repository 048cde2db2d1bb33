import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type CampaignView, campaignBody, campaignView } from '../../../contract/booking/campaign.ts';
import { campaignType } from '../../../contract/resource-types/campaign.ts';
import { campaignActions, campaignTypes } from '../../../core/vocabulary/statuses.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { decidedByAfter } from '../../access/acting-party.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import {
  choiceFilter,
  idFilter,
  idInListFilter,
  periodFilters,
  sinceFilter,
  textFilter,
} from '../../api/resource/list-filters.ts';
import { registerActions } from '../../api/resource/register-actions.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import type { ActionRules } from '../../records/action-rules.ts';
import { latestSortTime, type Resource } from '../../records/resource.ts';
import { runsBetween } from '../booking/booking-filters.ts';
import type { JudgementContext } from '../booking/state/booking-judgements.ts';
import { campaignState } from '../booking/state/state-filters.ts';
import { performCampaignAction } from './campaign-actions.ts';
import { campaignColumns } from './campaign-rules.ts';
import { computedCampaignFields, presentCampaigns } from './present-campaign.ts';

/** Registers `/campaigns` and its actions. */
export function registerCampaignRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const resource = campaignResource({ nowMs, readPlan: openLatestPlan(services.config.dataFolder) });
  registerResource(app, services, resource);
  const rules: ActionRules<'campaign'> = {
    approveScope: 'bookings:approve',
    actions: campaignActions,
    takesReason: ['reject'],
    perform: (action, write, given) => performCampaignAction(action, write, { nowMs: nowMs(), ...given }),
  };
  registerActions(app, services, resource, rules);
  registerBulk(app, services, resource, { actions: rules });
}

export type CampaignResource = Resource<'campaign', typeof campaignBody, CampaignView>;

/** Returns the campaign resource. Its views are computed at the given time. */
export function campaignResource(moment: JudgementContext): CampaignResource {
  const { nowMs, readPlan } = moment;
  const state = campaignState(moment);
  return {
    ...campaignType,
    table: 'campaign',
    body: campaignBody,
    view: campaignView,
    present: async (rows, database, caller) =>
      presentCampaigns(rows, database, { nowMs: nowMs(), plan: await readPlan(), caller }),
    computedFields: computedCampaignFields,
    columns: (body, write) => campaignColumns(body, write, nowMs()),
    archivedColumns: ({ caller }) => decidedByAfter('archive', caller),
    filters: {
      ...state.filters,
      endsBefore: {
        ...sinceFilter('campaign.id', 'Ends before this time. Omits campaigns without an end'),
        where: (end) => sql<boolean>`(${lastEnd}) < ${new Date(end as string)}`,
      },
      type: choiceFilter('campaign.type', campaignTypes, 'Type'),
      advertiserCompanyId: idFilter('campaign.advertiserCompanyId', 'advertiser'),
      invoiceCompanyId: idFilter('campaign.invoiceCompanyId', 'invoiced company'),
      brandId: idInListFilter('campaign.brandIds', 'brand'),
      ...periodFilters('Has a booking that runs', (from, to) => hasBooking(runsBetween(sql`booking`, from, to))),
      positionId: {
        ...idFilter('campaign.id', 'position in `positionIds` of one of its bookings'),
        where: (ids) => hasBooking(sql`booking.position_ids && ${ids as number[]}::bigint[]`),
      },
      creativeId: {
        ...idFilter('campaign.id', 'creative of one of its bookings'),
        where: (ids) =>
          hasBooking(sql`exists (
            select 1 from booking_creative ad where ad.booking_id = booking.id and ad.removed_at is null
              and ad.creative_id = any(${ids as number[]}::bigint[]))`),
      },
      poNumber: textFilter('campaign.poNumber', 'Purchase order number, exact match'),
      externalId: textFilter('campaign.externalId', 'External id'),
    },
    sortColumns: ['type', 'advertiserCompanyId', 'invoiceCompanyId'],
    computedSorts: {
      startDate: { expression: sql`coalesce((${firstStart}), ${latestSortTime}::timestamptz)`, type: 'timestamptz' },
      endDate: { expression: sql`coalesce((${lastEnd}), ${latestSortTime}::timestamptz)`, type: 'timestamptz' },
      advertiserCompanyName: { expression: nameOf('advertiser_company_id'), type: 'text' },
      invoiceCompanyName: { expression: nameOf('invoice_company_id'), type: 'text' },
      poNumber: { expression: sql`coalesce(campaign.po_number, '')`, type: 'text' },
      creativeCount: { expression: creativeCount, type: 'bigint' },
      ...state.sorts,
    },
  };
}

/**
 * Start and end dates of the active bookings as in the view: null without bookings. The end is also null if one booking
 * has none.
 */
const firstStart = sql`select min(booking.start_date) from booking
  where booking.campaign_id = campaign.id and booking.archived_at is null`;
const lastEnd = sql`select case when count(*) = count(booking.end_date) then max(booking.end_date) end from booking
  where booking.campaign_id = campaign.id and booking.archived_at is null`;
const creativeCount = sql`(select count(distinct ad.creative_id) from booking
  join booking_creative ad on ad.booking_id = booking.id and ad.removed_at is null
  where booking.campaign_id = campaign.id and booking.archived_at is null)`;

/** Sorts names case-insensitively. */
function nameOf(column: 'advertiser_company_id' | 'invoice_company_id'): RawBuilder<unknown> {
  return sql`(select lower(media_partner.name) from media_partner where media_partner.id = campaign.${sql.raw(column)})`;
}

/** Returns the condition that one of the active bookings of `campaign` matches. */
function hasBooking(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from booking where booking.campaign_id = campaign.id and booking.archived_at is null and ${condition})`;
}
