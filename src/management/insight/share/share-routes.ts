import type { FastifyInstance } from 'fastify';
import { bookingDiagnosisView } from '../../../contract/booking/booking-diagnosis.ts';
import { type SharePreviewBody, sharePreviewBody, sharePreviewView } from '../../../contract/booking/share-preview.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import type { JudgementContext } from '../../resources/booking/state/booking-judgements.ts';
import { previewShares } from './preview-shares.ts';
import { readDiagnosis } from './read-diagnosis.ts';

const scope = 'bookings:read';

/** Registers `/shares/preview` for a draft and `/bookings/{id}/diagnosis`. */
export function registerShareRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const readPlan = openLatestPlan(services.config.dataFolder);
  registerPreview(app, services, { nowMs, readPlan });
  registerDiagnosis(app, services, { nowMs, readPlan });
}

function registerPreview(
  app: FastifyInstance,
  services: ManagementServices,
  { nowMs, readPlan }: JudgementContext,
): void {
  app.post('/shares/preview', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'previewShares',
      summary: 'Preview the share of a booking',
      description:
        'Share of requests that a booking with these terms gets at its positions at one time, next to the bookings of its period, by the allocation rule. Ignores targeting, consent and frequency caps, which depend on the request. Nothing is stored.',
      scope,
      body: sharePreviewBody,
      answers: 'computed',
      view: sharePreviewView,
    }),
    async handler(request) {
      const body = request.body as SharePreviewBody;
      const { reach } = callerOf(request);
      if (body.bookingId) {
        const row = await readRow(services.database, { table: 'booking', id: body.bookingId, reach });
        if (row === undefined) {
          throw invalidField(
            '/bookingId',
            'reference_not_found',
            fieldMessage('objectNotFound', { object: nounOf('bookings'), id: body.bookingId }),
          );
        }
      }
      const options = { reach, nowMs: nowMs(), plan: await readPlan() };
      return sharePreviewView.parse(await previewShares(services.database, body, options));
    },
  });
}

function registerDiagnosis(
  app: FastifyInstance,
  services: ManagementServices,
  { nowMs, readPlan }: JudgementContext,
): void {
  app.get('/bookings/:id/diagnosis', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'getBookingDiagnosis',
      summary: 'Diagnose the delivery of a booking',
      description:
        "Result of the current rules for a request that matches the targeting of the booking, overall and at each of its most requested positions: reasons that prevent or limit delivery with their remedies, its share, and today's delivery.",
      scope,
      params: idParams('booking'),
      answers: 'reading',
      view: bookingDiagnosisView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const booking = await requireObject({ services, request }, { table: 'booking', id, noun: 'bookings' });
      const options = { nowMs: nowMs(), plan: await readPlan() };
      return bookingDiagnosisView.parse(await readDiagnosis(services.database, booking, options));
    },
  });
}
