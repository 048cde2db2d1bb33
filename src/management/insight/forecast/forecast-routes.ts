import type { FastifyInstance } from 'fastify';
import { type ForecastBody, forecastBody, forecastView } from '../../../contract/booking/forecast.ts';
import {
  type DraftBookingBody,
  draftBookingBody,
  recordedDays,
  shareSimulationView,
} from '../../../contract/booking/share-simulation.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { Call } from '../../api/call/answer-once.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import { type BookingResource, bookingResource } from '../../resources/booking/booking.ts';
import { previewBooking, readSavedBooking } from '../../resources/booking/preview-booking.ts';
import { draftTermsOf } from '../share/draft-terms.ts';
import { type ForecastSources, type ForecastTask, forecastDelivery } from './forecast-delivery.ts';
import { presentSimulation, simulateShares } from './simulate-shares.ts';

const scope = 'bookings:read';
/** A simulation takes one to three seconds of CPU time, interleaved with other work. Two at once occupy a core. */
const simulationsAtOnce = 2;

/**
 * Registers `/shares/simulate` and `/forecasts`, based on recorded requests. Source: docs/decisions/0095-simulations.md.
 */
export function registerForecastRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, hosts, nowMs = Date.now } = services;
  const readPlan = openLatestPlan(config.dataFolder);
  const sources: Sources = {
    kept: openRecordedDecisions(config.dataFolder),
    snapshots: openPastSnapshots(snapshotFolders(config.dataFolder)),
    hosts,
    nowMs,
    readPlan,
    bookings: bookingResource({ nowMs, readPlan }),
    inTurn: limitConcurrency(simulationsAtOnce),
  };
  registerSimulation(app, services, sources);
  registerForecasts(app, services, sources);
}

type Sources = ForecastSources & {
  readonly bookings: BookingResource;
  readonly readPlan: ReturnType<typeof openLatestPlan>;
  readonly inTurn: ReturnType<typeof limitConcurrency>;
};

function registerSimulation(app: FastifyInstance, services: ManagementServices, sources: Sources): void {
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
      const task = await taskOfDraft(request.body as DraftBookingBody, { services, request }, sources);
      const simulated = await sources.inTurn(() => simulateShares(services.database, task, sources));
      return shareSimulationView.parse(await presentSimulation(simulated, sources.hosts));
    },
  });
}

function registerForecasts(app: FastifyInstance, services: ManagementServices, sources: Sources): void {
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
      const task = draft ? await taskOfDraft(draft, call, sources) : await taskOfSaved(bookingId ?? 0, call, sources);
      return forecastView.parse(await sources.inTurn(() => forecastDelivery(services.database, task, sources)));
    },
  });
}

type AskedBy = Pick<Call, 'services' | 'request'>;

async function taskOfDraft(draft: DraftBookingBody, call: AskedBy, sources: Sources): Promise<ForecastTask> {
  const { bookingId = null, ...body } = draft;
  const preview = await previewBooking(recordCallOf(call), sources.bookings, body, bookingId);
  return { body: { ...body, bookingId }, preview, options: await optionsOf(call, sources) };
}

async function taskOfSaved(id: number, call: AskedBy, sources: Sources): Promise<ForecastTask> {
  const { database } = call.services;
  const booking = await readRow(database, { table: 'booking', id, reach: callerOf(call.request).reach });
  const preview = booking === undefined ? null : await readSavedBooking(database, booking);
  if (booking === undefined || preview === null) {
    throw invalidField(
      '/bookingId',
      'reference_not_found',
      fieldMessage('objectNotFound', { object: nounOf('bookings'), id }),
    );
  }
  return { body: draftTermsOf(booking), preview, options: await optionsOf(call, sources) };
}

async function optionsOf({ request }: AskedBy, { nowMs, readPlan }: Sources): Promise<ForecastTask['options']> {
  return { reach: callerOf(request).reach, nowMs: nowMs(), plan: await readPlan() };
}
