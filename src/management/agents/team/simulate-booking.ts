import type { z } from 'zod';
import { bookingBody, bookingView } from '../../../contract/booking/booking.ts';
import { shareSimulationView } from '../../../contract/booking/share-simulation.ts';
import { computeApi, dryRunApi, type TeamContext } from './team-tool.ts';

/** Most other bookings of a simulation. */
const maxCompetitors = 10;

const { total } = shareSimulationView.shape;

/** Totals of a simulation. */
export const simulationSummary = shareSimulationView
  .pick({ from: true, to: true, record: true, assumed: true, positionCount: true, askedPerDay: true, refused: true })
  .extend({
    total: total.omit({ competitors: true, others: true }),
    competitors: total.shape.competitors.max(maxCompetitors).describe('Other bookings, the largest share first'),
  });

/** Simulates a booking that replaces a stored one, or a new one (null). */
export async function simulate(
  booking: unknown,
  bookingId: number | null,
  context: TeamContext,
): Promise<z.output<typeof simulationSummary>> {
  const body = { ...(booking as object), bookingId };
  const simulation = shareSimulationView.parse((await computeApi(context, '/shares/simulate', body)).body);
  const { from, to, record, assumed, positionCount, askedPerDay, refused } = simulation;
  const { competitors, others: _others, ...own } = simulation.total;
  return {
    from,
    to,
    record,
    assumed,
    positionCount,
    askedPerDay,
    refused,
    total: own,
    competitors: competitors.slice(0, maxCompetitors),
  };
}

/** Returns the body of a booking with changes, after a dry run of its save with the rights of the person. */
export async function mergedBooking(
  id: number,
  patch: Readonly<Record<string, unknown>>,
  context: TeamContext,
): Promise<Readonly<Record<string, unknown>>> {
  return bodyOfBooking(await dryRunApi(context, 'bookings', { id, ifMatch: '*', patch }));
}

/** Returns the writable fields of a booking of the API. */
export function bodyOfBooking(view: unknown): Readonly<Record<string, unknown>> {
  const booking = bookingView.parse(view);
  const writable = Object.keys(bookingBody.shape) as (keyof typeof bookingBody.shape)[];
  // Creatives of products are derived from `sponsored`.
  const own = booking.creatives.filter(({ productId }) => productId === null);
  const creatives = own.map(({ creativeId, weight, startDate, endDate }) => ({
    creativeId,
    weight,
    startDate,
    endDate,
  }));
  return { ...Object.fromEntries(writable.map((name) => [name, booking[name]])), creatives };
}
