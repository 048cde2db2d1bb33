import type { FastifyInstance } from 'fastify';
import {
  type DebugKeyQuery,
  type DebugKeyView,
  debugKeyQuery,
  debugKeyView,
} from '../../../contract/insight/debug-key.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { writeDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';

/** A trace tells of every booking. */
const scope = 'decisions:read';

/** `/debug-key`: lets who may read bookings see why ads were chosen. Source: docs/decisions/0043-debug-keys.md. */
export function registerDebugKeyRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, secret, nowMs = Date.now } = services;
  const signer = createTextSigner(deriveKey(secret, 'debug-key'));
  app.get('/debug-key', {
    config: { scope },
    schema: operationSchema({
      tag: 'Debugging',
      operationId: 'getDebugKey',
      summary: 'Read a key that shows why ads were chosen',
      description:
        'Ad requests with the cookie `debugKey` of this value are answered with a trace of the decision. It cannot be taken back; it ends.',
      scope,
      querystring: debugKeyQuery,
      answers: 'reading',
      view: debugKeyView,
    }),
    handler(request): DebugKeyView {
      const { lifeSeconds } = request.query as DebugKeyQuery;
      const expiresAt = Math.floor(nowMs() / 1000) + lifeSeconds;
      const debugKey = writeDebugKey(signer, { actor: request.caller?.actor ?? 'nobody', expiresAt });
      return {
        debugKey,
        url: `${config.deliveryUrl}/debug?key=${debugKey}`,
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      };
    },
  });
}
