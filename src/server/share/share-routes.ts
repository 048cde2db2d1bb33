import type { FastifyInstance } from 'fastify';
import { type SharePreviewBody, sharePreviewBody, sharePreviewView } from '../../contract/share-preview.ts';
import { callerOf } from '../http/authenticate-call.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { invalidField } from '../http/problem.ts';
import { readRow } from '../http/resource.ts';
import { openLatestPlan } from '../pacing-file/latest-plan.ts';
import { previewShares } from './preview-shares.ts';

const scope = 'bookings:read';

/** `POST /shares/preview`: what a booking that is being made would be given, while it is being made. */
export function registerShareRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const readPlan = openLatestPlan(services.config.dataFolder);
  app.post('/shares/preview', {
    config: { scope },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'previewShares',
      summary: 'Say what share a booking would be given',
      description:
        'What a booking with these terms would be given of the requests of its positions at one moment, beside those that ' +
        'run in its time, by the rule that decides. Whom bookings are for, consent and frequency caps are not asked: they are ' +
        'known of a request alone. Nothing is stored.',
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
          throw invalidField('/bookingId', 'reference_not_found', `there is no booking ${body.bookingId}`);
        }
      }
      const options = { reach, nowMs: nowMs(), plan: await readPlan() };
      return sharePreviewView.parse(await previewShares(services.database, body, options));
    },
  });
}
