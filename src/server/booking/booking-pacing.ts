import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type BookingPacingView, bookingPacingView } from '../../contract/booking-pacing.ts';
import { decimalFromMicros } from '../../core/words/money.ts';
import type { Database } from '../db/schema.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { idOfPath, idParams } from '../http/register-resource.ts';
import { requireObject } from '../http/require-object.ts';
import { costInMicros } from '../pacing/goal-in-events.ts';
import { openPacingFolder } from '../pacing-file/pacing-folder.ts';
import type { Plan } from '../pacing-file/plan-file.ts';
import { presentDelivery } from './delivery-columns.ts';
import type { StoredBooking } from './read-booking-facts.ts';

const scope = 'bookings:read';

/** `/bookings/{id}/pacing`: how far a booking is, and what the plan of the pacing gives it. */
export function registerBookingPacingRoute(app: FastifyInstance, services: ManagementServices): void {
  const { plan } = openPacingFolder(services.config.dataFolder);
  app.get('/bookings/:id/pacing', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingPacing',
      summary: 'Read how far a booking is and what it is given now',
      scope,
      params: idParams('booking'),
      answers: 'reading',
      view: bookingPacingView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const booking = await requireObject({ services, request }, { table: 'booking', id, what: 'booking' });
      return bookingPacingView.parse(await presentPacing(services.database, booking, await plan.read()));
    },
  });
}

async function presentPacing(
  database: Kysely<Database>,
  booking: StoredBooking,
  plan: Plan | null,
): Promise<BookingPacingView> {
  const total = await database
    .selectFrom('bookingTotal')
    .selectAll('bookingTotal')
    .where('bookingTotal.bookingId', '=', booking.id)
    .executeTakeFirst();
  const { impressions = 0, viewables: views = 0, clicks = 0 } = total ?? {};
  const planned = plan?.bookings.find(({ bookingId }) => bookingId === booking.id);
  const { method, goal } = presentDelivery(booking.delivery);
  const claims = method === 'even' || method === 'asap' || method === 'share_of_voice';
  return {
    bookingId: booking.id,
    method,
    goal,
    delivered: { impressions, views, clicks, spend: spendOf(booking, { impressions, clicks }) },
    claimedPercent: planned === undefined || !claims ? null : Math.round(planned.part * 10_000) / 100,
    limitingReasons: planned?.overbooked === true ? ['OVERBOOKED_POSITION'] : [],
    plannedAt: planned === undefined || plan === null ? null : new Date(plan.plannedAtMs).toISOString(),
  };
}

function spendOf(
  { pricingModel: model, rateMicros, rateCurrency: currency }: StoredBooking,
  { impressions, clicks }: { readonly impressions: number; readonly clicks: number },
): BookingPacingView['delivered']['spend'] {
  if ((model !== 'cpm' && model !== 'cpc') || rateMicros === null || currency === null) return null;
  const micros = costInMicros(model === 'cpm' ? impressions : clicks, { model, rateMicros });
  return { amount: decimalFromMicros(micros), currency };
}
