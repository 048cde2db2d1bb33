import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type BookingView, bookingBody, bookingView } from '../../contract/booking.ts';
import { type Action, bookingTypes, statuses } from '../../core/words/statuses.ts';
import { decidedByAfter } from '../access/acting-party.ts';
import { choiceFilter, idFilter, textFilter } from '../http/list-filters.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { requireLive } from '../http/references.ts';
import { type ActionRules, registerActions } from '../http/register-actions.ts';
import { registerBulk } from '../http/register-bulk.ts';
import { registerResource } from '../http/register-resource.ts';
import type { Resource } from '../http/resource.ts';
import { bookingActionColumns } from './booking-actions.ts';
import { registerBookingPacingRoute } from './booking-pacing.ts';
import { bookingColumns, replaceAds } from './booking-rules.ts';
import { bookingHasStatus } from './booking-state-sql.ts';
import { presentBookings } from './present-booking.ts';
import { readBookingFacts } from './read-booking-facts.ts';

/** `/bookings` and its actions. */
export function registerBookingRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const resource = bookingResource(nowMs);
  registerResource(app, services, resource);
  registerBookingPacingRoute(app, services);
  const rules: ActionRules<'booking'> = {
    approveScope: 'bookings:approve',
    async perform(action, write) {
      const { transaction, current } = write;
      const facts = (await readBookingFacts(transaction, [current])).get(current.id);
      if (facts === undefined) throw new Error(`booking ${current.id} has no facts`);
      if (action === 'unarchive') {
        await requireLive(transaction, { table: 'campaign', ids: [current.campaignId], what: 'campaign' });
      }
      return { columns: await bookingActionColumns(action as Action, write, { facts, nowMs: nowMs() }) };
    },
  };
  registerActions(app, services, resource, rules);
  registerBulk(app, services, resource, { actions: rules });
}

function bookingResource(nowMs: () => number): Resource<'booking', typeof bookingBody, BookingView> {
  return {
    kind: 'bookings',
    one: 'booking',
    many: 'bookings',
    operationName: ['Booking', 'Bookings'],
    tag: 'Campaigns',
    table: 'booking',
    readScope: 'bookings:read',
    writeScope: 'bookings:write',
    body: bookingBody,
    view: bookingView,
    present: (rows, database) => presentBookings(rows, database, nowMs()),
    columns: bookingColumns,
    archivedColumns: (caller) => decidedByAfter('archive', caller),
    afterWrite: (row, body, write) => replaceAds(write.transaction, row.id, body.creatives),
    writable: (view) => ({
      ...Object.fromEntries(Object.entries(view).filter(([name]) => name in bookingBody.shape)),
      creatives: view.creatives.map(({ creativeId, weight, startDate, endDate }) => ({
        creativeId,
        weight,
        startDate,
        endDate,
      })),
    }),
    filters: {
      campaignId: idFilter('booking.campaignId', 'campaign'),
      status: {
        ...choiceFilter('booking.lifecycle', statuses, 'Computed status'),
        where: (wanted) => bookingHasStatus(wanted as string[], nowMs()),
      },
      type: choiceFilter('booking.type', bookingTypes, 'Type'),
      creativeId: { ...idFilter('booking.id', 'creative'), where: hasCreative },
      brandId: {
        ...idFilter('booking.id', 'brand of the campaign'),
        where: (ids) => ofCampaign(sql`campaign.brand_ids && ${ids as number[]}::bigint[]`),
      },
      advertiserCompanyId: {
        ...idFilter('booking.id', 'advertiser of the campaign'),
        where: (ids) => ofCampaign(sql`campaign.advertiser_company_id = any(${ids as number[]}::bigint[])`),
      },
      externalId: textFilter('booking.externalId', 'External id'),
    },
    sortColumns: ['startDate', 'priority'],
  };
}

function hasCreative(ids: unknown): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from booking_creative ad
    where ad.booking_id = booking.id and ad.removed_at is null and ad.creative_id = any(${ids as number[]}::bigint[])
  )`;
}

function ofCampaign(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from campaign where campaign.id = booking.campaign_id and ${condition})`;
}
