import type { FastifyInstance } from 'fastify';
import { bookingExperimentView } from '../../../contract/insight/booking-experiment.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { readExperiment } from './read-experiment.ts';

const scope = 'bookings:read';

/** Registers `/bookings/{id}/experiment`: results of A/B tests and holdouts. Source: docs/decisions/0224-experiments.md. */
export function registerExperimentRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { database, nowMs = Date.now } = services;
  app.get('/bookings/:id/experiment', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingExperiment',
      summary: 'Retrieve the experiment of a booking',
      description:
        'Compares viewers who see the booking with those of its holdout, and the creatives of an A/B test. Viewers are stored for 90 days, and a viewer counts once per calendar month (UTC).',
      scope,
      params: idParams('booking'),
      answers: 'reading',
      view: bookingExperimentView,
    }),
    async handler(request) {
      const booking = await requireObject(
        { services, request },
        { table: 'booking', id: idOfPath(request.params), noun: 'bookings' },
      );
      return bookingExperimentView.parse(await readExperiment(database, booking, nowMs()));
    },
  });
}
