import type { FastifyInstance } from 'fastify';
import { type FunnelQuery, funnelQuery, funnelView } from '../../contract/funnel.ts';
import { openKeptDecisions } from '../decision-file/decision-folder.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { idOfPath, idParams } from '../http/register-resource.ts';
import { requireObject } from '../http/require-object.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { readCoveredPositions } from '../share/covered-positions.ts';
import { snapshotPlaces } from '../snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../snapshot-history/past-snapshots.ts';
import { createFunnelCounter } from './count-funnel.ts';
import { periodOf, presentFunnel } from './read-funnel.ts';

const scope = 'bookings:read';
/** Each goes through what was kept of a day; two at once keep a core busy. */
const funnelsAtOnce = 2;

/** `/bookings/{id}/funnel`: what became of a booking in the requests for its positions. Source: docs/decisions/0086-funnels.md. */
export function registerFunnelRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, nowMs = Date.now } = services;
  const inTurn = limitConcurrency(funnelsAtOnce);
  const count = createFunnelCounter({
    kept: openKeptDecisions(config.dataFolder),
    snapshots: openPastSnapshots(snapshotPlaces(config.dataFolder)),
  });
  app.get('/bookings/:id/funnel', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingFunnel',
      summary: 'Count what became of a booking in the requests for its positions',
      description:
        'Exact counts by the hour of the slots that were asked for at its positions: refused by which rule first, lost by share, won; and the ' +
        'impressions that counted. Where not everything of the time is kept it says so (`complete`).',
      scope,
      params: idParams('booking'),
      querystring: funnelQuery,
      answers: 'reading',
      view: funnelView,
    }),
    async handler(request) {
      const bookingId = idOfPath(request.params);
      const booking = await requireObject({ services, request }, { table: 'booking', id: bookingId, what: 'booking' });
      const period = periodOf(request.query as FunnelQuery, nowMs());
      const [position] = await readCoveredPositions(database, booking);
      const counted = await inTurn(() => count(bookingId, period));
      const of = { bookingId, timeZone: position?.timeZone ?? 'UTC' };
      return funnelView.parse(await presentFunnel(database, of, period, counted));
    },
  });
}
