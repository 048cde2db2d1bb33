import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { Call } from '../../api/call/answer-once.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import { type BookingResource, bookingResource } from '../../resources/booking/booking.ts';
import { previewBooking, readSavedBooking } from '../../resources/booking/preview-booking.ts';
import { draftTermsOf } from '../share/draft-terms.ts';
import type { ForecastSources, ForecastTask } from './forecast-delivery.ts';

/** A simulation takes one to three seconds of CPU time, interleaved with other work. Two at once occupy a core. */
const simulationsAtOnce = 2;

/** Inputs of forecasts that all calls share. */
export type SharedSources = ForecastSources & {
  readonly bookings: BookingResource;
  readonly readPlan: ReturnType<typeof openLatestPlan>;
  /** Runs a simulation when fewer than the limit run. */
  readonly inTurn: ReturnType<typeof limitConcurrency>;
};

const opened = new WeakMap<ManagementServices, SharedSources>();

/** Returns the sources of a management application. All its routes share them and their limit. */
export function forecastSources(services: ManagementServices): SharedSources {
  const known = opened.get(services);
  if (known !== undefined) return known;
  const { config, hosts, nowMs = Date.now } = services;
  const readPlan = openLatestPlan(config.dataFolder);
  const sources: SharedSources = {
    kept: openRecordedDecisions(config.dataFolder),
    snapshots: openPastSnapshots(snapshotFolders(config.dataFolder)),
    hosts,
    nowMs,
    readPlan,
    bookings: bookingResource({ nowMs, readPlan }),
    inTurn: limitConcurrency(simulationsAtOnce),
  };
  opened.set(services, sources);
  return sources;
}

/** Caller of a forecast. */
export type AskedBy = Pick<Call, 'services' | 'request'>;

/**
 * Returns the task for a draft.
 * @param bookingId the saved booking that it replaces. null: a new one
 */
export async function taskOfDraft(
  body: BookingBody,
  bookingId: number | null,
  call: AskedBy,
  sources: SharedSources,
): Promise<ForecastTask> {
  const preview = await previewBooking(recordCallOf(call), sources.bookings, body, bookingId);
  return { body: { ...body, bookingId }, preview, options: await optionsOf(call, sources) };
}

/** Returns the task for a saved booking. */
export async function taskOfSaved(id: number, call: AskedBy, sources: SharedSources): Promise<ForecastTask> {
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

async function optionsOf({ request }: AskedBy, { nowMs, readPlan }: SharedSources): Promise<ForecastTask['options']> {
  return { reach: callerOf(request).reach, nowMs: nowMs(), plan: await readPlan() };
}
