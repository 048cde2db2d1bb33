import type { FastifyInstance } from 'fastify';
import {
  type LinkedBookingBody,
  linkedBookingBody,
  type MakegoodBody,
  makegoodBody,
  makegoodProposalView,
} from '../../../contract/booking/actions/makegood.ts';
import { bookingView } from '../../../contract/booking/booking.ts';
import { actingParty } from '../../access/acting-party.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { createObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import type { BookingResource } from '../../resources/booking/booking.ts';
import { bookingScopes } from '../../resources/booking/present-booking.ts';
import { forecastSources } from '../forecast/forecast-tasks.ts';
import { draftMakegood } from './draft-makegood.ts';
import { proposeMakegood } from './propose-makegood.ts';
import { readShortfall } from './read-shortfall.ts';

/** Registers `/bookings/{id}/makegood-preview` and `/bookings/{id}/makegoods`. */
export function registerMakegoodRoutes(app: FastifyInstance, services: ManagementServices): void {
  const sources = forecastSources(services);
  app.post('/bookings/:id/makegood-preview', {
    config: { scope: 'bookings:read' },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'previewMakegood',
      summary: 'Propose an extension or makegood for a booking that misses its goal or planned plays',
      description:
        'Forecasts the events that the booking misses at its end, and the end at which an extension or a linked booking delivers them. Lists the bookings that lose delivery, by recorded requests. Nothing is stored: change `endDate` of the booking, or send the terms to `POST /bookings/{id}/makegoods`. For a booking without a goal, the shortfall is the planned plays that its screens missed on ended days, less the goals of its makegoods. Only `makegood` is available for it, and its end is planned in the loops of the screens. 409 if the booking is not approved, reaches its goal, or has no goal or end and no missed plays.',
      scope: 'bookings:read',
      params: idParams('booking'),
      body: makegoodBody,
      answers: 'computed',
      conflicts: true,
      view: makegoodProposalView,
    }),
    async handler(request) {
      const row = await requireObject({ services, request }, bookingOf(request.params));
      const call = { services, request };
      const terms = request.body as MakegoodBody;
      return makegoodProposalView.parse(
        await sources.inTurn(async () =>
          proposeMakegood(await readShortfall(row, call, sources), terms, call, sources),
        ),
      );
    },
  });
  app.post('/bookings/:id/makegoods', {
    config: { scope: 'bookings:write' },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'createMakegood',
      summary: 'Create a makegood booking',
      description:
        'Creates and submits a booking with the inventory, targeting and creatives of the booking, which starts now. `makegoodOfId` refers to the booking. What ad operations submit is approved.',
      scope: 'bookings:write',
      params: idParams('booking'),
      body: linkedBookingBody,
      answers: 'created',
      view: bookingView,
    }),
    async handler(request, reply) {
      const row = await requireObject({ services, request }, bookingOf(request.params));
      const { endDate, ...terms } = request.body as LinkedBookingBody;
      const shortfall = await sources.inTurn(() => readShortfall(row, { services, request }, sources));
      const draft = draftMakegood(shortfall, { ...terms, method: 'makegood' }, sources.nowMs());
      const body = draft.bodyUntil(Date.parse(endDate));
      return createObject({ services, request, reply }, linkedTo(row.id, sources.bookings), body);
    },
  });
}

function bookingOf(params: unknown) {
  return { table: 'booking', id: idOfPath(params), noun: 'bookings' } as const;
}

/** Bookings that are submitted when they are created, with a reference to the booking that they make good. */
function linkedTo(makegoodOfId: number, bookings: BookingResource): BookingResource {
  return {
    ...bookings,
    async columns(body, write) {
      const about = { action: 'submit', approveScope: bookingScopes.approveScope, submittedBy: [] } as const;
      const { mayApprove, fourEyes } = await actingParty(write, about);
      return {
        ...(await bookings.columns(body, write)),
        makegoodOfId,
        lifecycle: mayApprove && !fourEyes ? 'approved' : 'submitted',
        submittedBy: [write.caller.actor],
      };
    },
  };
}
