/*
 * Planning of bookings over time: bookings by group, and what positions have left.
 *
 * - `timeline-routes.ts`: the routes. `read-timeline.ts`, `group-bookings.ts`: bookings by position, campaign or brand.
 * - `read-availability.ts`: expected, booked and held ad requests.
 *
 * See docs/decisions/0176-booking-timeline.md and 0177-availability.md.
 */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AvailabilityQuery, availabilityQuery, availabilityView } from '../../../contract/booking/availability.ts';
import {
  bookingTimelineView,
  type TimelineGrouping,
  timelineGroupingQuery,
} from '../../../contract/booking/booking-timeline.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { filterSchemas, listConditions } from '../../api/resource/list-resource.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { bookingResource } from '../../resources/booking/booking.ts';
import type { JudgementContext } from '../../resources/booking/state/booking-judgements.ts';
import { readAvailability } from './read-availability.ts';
import { readTimeline } from './read-timeline.ts';

const scope = 'bookings:read';

/** Registers `/bookings/timeline` and `/forecasts/availability`. */
export function registerTimelineRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const readPlan = openLatestPlan(services.config.dataFolder);
  registerTimeline(app, services, { nowMs, readPlan });
  registerAvailability(app, services, nowMs);
}

function registerTimeline(app: FastifyInstance, services: ManagementServices, moment: JudgementContext): void {
  const resource = bookingResource(moment) as unknown as Parameters<typeof listConditions>[0];
  app.get('/bookings/timeline', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingTimeline',
      summary: 'List bookings for a timeline',
      description:
        'The periods of all bookings that match the filters, without paging, in a compact form, and the groups that contain them. Retrieve other fields with `GET /bookings?id=`.',
      scope,
      querystring: z.strictObject({ ...filterSchemas(resource), groupBy: timelineGroupingQuery }),
      answers: 'reading',
      view: bookingTimelineView,
    }),
    async handler(request) {
      const { groupBy, ...query } = request.query as Record<string, unknown> & { readonly groupBy: TimelineGrouping };
      const { database } = services;
      const conditions = await listConditions(resource, { reach: callerOf(request).reach, query, database });
      return bookingTimelineView.parse(await readTimeline(database, { groupBy, conditions, moment }));
    },
  });
}

function registerAvailability(app: FastifyInstance, { database }: ManagementServices, nowMs: () => number): void {
  app.get('/forecasts/availability', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getAvailability',
      summary: 'Retrieve the availability of positions',
      description:
        'Expected ad requests of positions for each day, and the part that approved bookings need: their share of voice, or their remaining goal spread evenly over the expected requests of their positions until their end. The part that held bookings reserve is separate. Bookings without a guarantee (`share`, `fill`) need none.',
      scope,
      querystring: availabilityQuery,
      answers: 'reading',
      view: availabilityView,
    }),
    async handler(request) {
      const query = request.query as AvailabilityQuery;
      const options = { reach: callerOf(request).reach, nowMs: nowMs() };
      return availabilityView.parse({ positions: await readAvailability(database, query, options) });
    },
  });
}
