import type { FastifyInstance } from 'fastify';
import { type ForecastBody, forecastBody, forecastView } from '../../../contract/booking/forecast.ts';
import {
  type DraftBookingBody,
  draftBookingBody,
  recordedDays,
  shareSimulationView,
} from '../../../contract/booking/share-simulation.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { forecastDelivery } from './forecast-delivery.ts';
import { type AskedBy, forecastSources, type SharedSources, taskOfDraft, taskOfSaved } from './forecast-tasks.ts';
import { presentSimulation, simulateShares } from './simulate-shares.ts';

const scope = 'bookings:read';

/**
 * Registers `/shares/simulate` and `/forecasts`, based on recorded requests. Source: docs/decisions/0095-simulations.md.
 */
export function registerForecastRoutes(app: FastifyInstance, services: ManagementServices): void {
  const sources = forecastSources(services);
  registerSimulation(app, services, sources);
  registerForecasts(app, services, sources);
}

function registerSimulation(app: FastifyInstance, services: ManagementServices, sources: SharedSources): void {
  app.post('/shares/simulate', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'simulateShares',
      summary: 'Simulate the shares of all bookings with a draft',
      description:
        `Replays recorded requests of the last ${recordedDays} days with the current bookings and with the draft, including targeting,` +
        ' consent, caps, labels and goals. Returns the share of each booking of its positions, which bookings lose delivery, and why. Nothing is stored.',
      scope,
      body: draftBookingBody,
      answers: 'computed',
      view: shareSimulationView,
    }),
    async handler(request) {
      const task = await taskOf(request.body as DraftBookingBody, { services, request }, sources);
      const simulated = await sources.inTurn(() => simulateShares(services.database, task, sources));
      return shareSimulationView.parse(await presentSimulation(simulated, sources.hosts));
    },
  });
}

function registerForecasts(app: FastifyInstance, services: ManagementServices, sources: SharedSources): void {
  app.post('/forecasts', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'forecastDelivery',
      summary: 'Forecast the delivery of a booking',
      description:
        'Covers the time until the end of the booking, with a 95 % interval based on the errors of past forecasts, which are listed for each position. Shares are those of `/shares/simulate`. Nothing is stored.',
      scope,
      body: forecastBody,
      answers: 'computed',
      view: forecastView,
    }),
    async handler(request) {
      const { bookingId, draft } = request.body as ForecastBody;
      const call = { services, request };
      const task = draft ? await taskOf(draft, call, sources) : await taskOfSaved(bookingId ?? 0, call, sources);
      return forecastView.parse(await sources.inTurn(() => forecastDelivery(services.database, task, sources)));
    },
  });
}

function taskOf({ bookingId = null, ...body }: DraftBookingBody, call: AskedBy, sources: SharedSources) {
  return taskOfDraft(body, bookingId, call, sources);
}
