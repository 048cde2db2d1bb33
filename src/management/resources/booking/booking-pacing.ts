import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type BookingPacingView, bookingPacingView } from '../../../contract/booking/booking-pacing.ts';
import { countsByGoal } from '../../../core/pricing/billable-events.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { presentDelivery } from './delivery-columns.ts';
import type { PresentOptions } from './present-booking.ts';
import { readBookingFacts, type StoredBooking } from './read-booking-facts.ts';
import type { JudgementContext } from './state/booking-judgements.ts';
import { readBookingProgress } from './state/booking-progress.ts';

const scope = 'bookings:read';

/** Registers `/bookings/{id}/pacing`: progress of a booking and its current allocation by the pacing plan. */
export function registerBookingPacingRoute(
  app: FastifyInstance,
  services: ManagementServices,
  { nowMs, readPlan }: JudgementContext,
): void {
  app.get('/bookings/:id/pacing', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingPacing',
      summary: 'Retrieve the pacing of a booking',
      scope,
      params: idParams('booking'),
      answers: 'reading',
      view: bookingPacingView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const booking = await requireObject({ services, request }, { table: 'booking', id, noun: 'bookings' });
      const plan = await readPlan();
      return bookingPacingView.parse(await presentPacing(services.database, booking, { nowMs: nowMs(), plan }));
    },
  });
}

async function presentPacing(
  database: Kysely<Database>,
  booking: StoredBooking,
  { nowMs, plan }: Omit<PresentOptions, 'caller'>,
): Promise<BookingPacingView> {
  const facts = await readBookingFacts(database, [booking]);
  const progress = (await readBookingProgress(database, [booking], { facts, plan, nowMs })).get(booking.id);
  if (progress === undefined) throw new Error(`booking ${booking.id} has no facts`);
  const { delivered } = progress;
  const planned = plan?.bookings.get(booking.id);
  const { method, goal } = presentDelivery(booking.delivery);
  const claims = method === 'even' || method === 'asap' || method === 'share_of_voice';
  return {
    bookingId: booking.id,
    method,
    goal,
    delivered: { ...countsByGoal((counter) => delivered[counter]), spend: delivered.spend },
    claimedPercent: planned === undefined || !claims ? null : Math.round(planned.part * 10_000) / 100,
    limitingReasons: [...progress.limitingReasons],
    plannedAt: planned === undefined || plan === null ? null : new Date(plan.plannedAtMs).toISOString(),
  };
}
