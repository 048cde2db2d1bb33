import type { FastifyInstance } from 'fastify';
import { type FunnelQuery, funnelQuery, funnelView } from '../../../contract/insight/funnel.ts';
import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { readCoveredPositions } from '../share/covered-positions.ts';
import { createFunnelCounter } from './count-funnel.ts';
import { periodOf, presentFunnel } from './read-funnel.ts';

const scope = 'bookings:read';
/** A funnel reads the records of a day. Two at once occupy a core. */
const funnelsAtOnce = 2;

/**
 * Registers `/bookings/{id}/funnel`: outcomes of a booking in the requests for its positions. Source:
 * docs/decisions/0086-funnels.md.
 */
export function registerFunnelRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, nowMs = Date.now } = services;
  const inTurn = limitConcurrency(funnelsAtOnce);
  const count = createFunnelCounter({
    kept: openRecordedDecisions(config.dataFolder),
    snapshots: openPastSnapshots(snapshotFolders(config.dataFolder)),
  });
  app.get('/bookings/:id/funnel', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingFunnel',
      summary: 'Retrieve the delivery funnel of a booking',
      description:
        'Exact hourly counts of the requested slots at its positions: refused (by the first rule that refused it), lost by share, and won, and the counted impressions. `complete` is false if records of the period are missing.',
      scope,
      params: idParams('booking'),
      querystring: funnelQuery,
      answers: 'reading',
      view: funnelView,
    }),
    async handler(request) {
      const bookingId = idOfPath(request.params);
      const booking = await requireObject({ services, request }, { table: 'booking', id: bookingId, noun: 'bookings' });
      const period = periodOf(request.query as FunnelQuery, nowMs());
      const [position] = await readCoveredPositions(database, booking);
      const counted = await inTurn(() => count(bookingId, period));
      const of = { bookingId, timeZone: position?.timeZone ?? 'UTC' };
      return funnelView.parse(await presentFunnel(database, of, period, counted));
    },
  });
}
