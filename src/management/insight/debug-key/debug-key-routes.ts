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

/** A trace contains every booking, so it needs this scope. */
const scope = 'decisions:read';

/**
 * Registers `/debug-key`: keys for decision traces, for callers who may read decisions. Source:
 * docs/decisions/0043-debug-keys.md.
 */
export function registerDebugKeyRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, secret, nowMs = Date.now } = services;
  const signer = createTextSigner(deriveKey(secret, 'debug-key'));
  app.get('/debug-key', {
    config: { scope },
    schema: operationSchema({
      tag: 'Debugging',
      operationId: 'getDebugKey',
      summary: 'Retrieve a debug key',
      description:
        'Ad requests with this value in the cookie `debugKey` return a trace of the decision. The key cannot be revoked. It expires.',
      scope,
      querystring: debugKeyQuery,
      answers: 'reading',
      view: debugKeyView,
    }),
    handler(request): DebugKeyView {
      const { lifeSeconds } = request.query as DebugKeyQuery;
      const expiresAt = Math.floor(nowMs() / 1000) + lifeSeconds;
      const debugKey = writeDebugKey(signer, { actor: request.caller?.actor ?? 'anonymous', expiresAt });
      return {
        debugKey,
        url: `${config.deliveryUrl}/debug?key=${debugKey}`,
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      };
    },
  });
}
