/*
 * Bookings.
 *
 * - `booking.ts`: the resource and its routes. `booking-rules.ts`, `region-rules.ts`, `sponsored-rules.ts`, `move/`: validation.
 * - `booking-actions.ts`, `reviewed-again.ts`, `agreed-pricing.ts`: submitting, approving, agreed prices.
 * - `present-booking.ts`, `delivery-columns.ts`, `booking-filters.ts`: views and lists.
 * - `preview-booking.ts`: a dry run. `booking-pacing.ts`: figures of pacing. `state/`: status and health in lists.
 */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type BookingView, bookingBody, bookingView } from '../../../contract/booking/booking.ts';
import { bookingType } from '../../../contract/resource-types/booking.ts';
import type { BlockingReason } from '../../../core/vocabulary/reasons.ts';
import { type BookingAction, bookingActions } from '../../../core/vocabulary/statuses.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { notifyOfDecision } from '../../../platform/notifications/append-notifications.ts';
import { decidedByAfter } from '../../access/acting-party.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { registerActions } from '../../api/resource/register-actions.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { type ReviewRules, registerReview } from '../../api/resource/register-review.ts';
import type { ActionRules } from '../../records/action-rules.ts';
import { requireLive } from '../../records/references.ts';
import { latestSortTime, type Resource } from '../../records/resource.ts';
import { bookingActionColumns } from './booking-actions.ts';
import { bookingFilters } from './booking-filters.ts';
import { registerBookingPacingRoute } from './booking-pacing.ts';
import { bookingColumns, replaceAds } from './booking-rules.ts';
import { computedBookingFields, presentBookings } from './present-booking.ts';
import { readBookingFacts } from './read-booking-facts.ts';
import { adsOfBody } from './sponsored-rules.ts';
import type { JudgementContext } from './state/booking-judgements.ts';
import { bookingState } from './state/state-filters.ts';

const notApproved: BlockingReason = 'BOOKING_NOT_APPROVED';

/** Review of a booking: compares the fields of its body. Creatives of products are derived from `sponsored`. */
const bookingReview: ReviewRules<'booking', BookingView> = {
  approveScope: 'bookings:approve',
  isApproved: ({ lifecycle, archivedAt }) => lifecycle === 'approved' && archivedAt === null,
  // Actions on a campaign record only a part of a booking, without its blocking reasons.
  wasApproved: (state) => sql<boolean>`not (${state} -> 'blockingReasons' ? ${notApproved})`,
  fields: Object.keys(bookingBody.shape),
  termsOf: (state) => ({ ...state, creatives: ownCreatives(state['creatives'] as readonly StoredCreative[]) }),
};

/** Registers `/bookings` and its actions. */
export function registerBookingRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const readPlan = openLatestPlan(services.config.dataFolder);
  const resource = bookingResource({ nowMs, readPlan });
  registerResource(app, services, resource);
  registerBookingPacingRoute(app, services, { nowMs, readPlan });
  registerReview(app, services, resource, bookingReview);
  const rules = bookingActionRules(nowMs);
  registerActions(app, services, resource, rules);
  registerBulk(app, services, resource, { actions: rules });
}

/** Returns the rules of the actions of bookings. */
export function bookingActionRules(nowMs: () => number): ActionRules<'booking'> {
  return {
    approveScope: 'bookings:approve',
    actions: bookingActions,
    takesReason: ['reject'],
    async perform(action, write, given) {
      const { transaction, current } = write;
      const facts = (await readBookingFacts(transaction, [current])).get(current.id);
      if (facts === undefined) throw new Error(`booking ${current.id} has no facts`);
      if (action === 'unarchive') {
        await requireLive(transaction, { table: 'campaign', ids: [current.campaignId], noun: 'campaigns' });
      }
      return {
        columns: await bookingActionColumns(action as BookingAction, write, { facts, nowMs: nowMs(), ...given }),
        after: () => {
          const object = { objectKind: 'bookings', objectId: current.id } as const;
          return notifyOfDecision(transaction, { ...object, action, actor: write.caller.actor }, current.submittedBy);
        },
      };
    },
  };
}

export type BookingResource = Resource<'booking', typeof bookingBody, BookingView>;

/** Returns the booking resource. Its views are computed at the given time. */
export function bookingResource(moment: JudgementContext): BookingResource {
  const { nowMs, readPlan } = moment;
  const state = bookingState(moment);
  return {
    ...bookingType,
    table: 'booking',
    body: bookingBody,
    view: bookingView,
    present: async (rows, database, caller) =>
      presentBookings(rows, database, { nowMs: nowMs(), plan: await readPlan(), caller }),
    computedFields: computedBookingFields,
    columns: bookingColumns,
    archivedColumns: ({ caller }) => decidedByAfter('archive', caller),
    afterWrite: async (row, body, write) =>
      replaceAds(write.transaction, row.id, await adsOfBody(write.transaction, body), {
        isNew: write.current === null,
      }),
    writable: bookingDocument,
    filters: bookingFilters(state),
    sortColumns: ['startDate', 'priority', 'campaignId', 'type'],
    computedSorts: {
      endDate: { expression: sql`coalesce(booking.end_date, ${latestSortTime}::timestamptz)`, type: 'timestamptz' },
      ...state.sorts,
    },
  };
}

/** Returns the members of a view that its body contains. Creatives of products are derived from `sponsored`. */
export function bookingDocument(view: BookingView): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(view).filter(([name]) => name in bookingBody.shape)),
    creatives: view.creatives
      .filter(({ productId }) => productId === null)
      .map(({ creativeId, weight, startDate, endDate }) => ({ creativeId, weight, startDate, endDate })),
  };
}

/** `productId` is missing in records from before products existed. */
type StoredCreative = Omit<BookingView['creatives'][number], 'productId'> & { readonly productId?: number | null };

function ownCreatives(creatives: readonly StoredCreative[]) {
  return creatives
    .filter(({ productId }) => productId === undefined || productId === null)
    .map(({ creativeId, weight, startDate, endDate }) => ({ creativeId, weight, startDate, endDate }))
    .sort((one, other) => one.creativeId - other.creativeId);
}
