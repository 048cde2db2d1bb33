import type { FastifyInstance, FastifyReply } from 'fastify';
import { maxRegistrationBytes } from '../../../core/vocabulary/limits/access-limits.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { createRequestAddress } from '../../api/call/request-address.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { registrationPath } from '../token/token-service-options.ts';
import { storeAssistantClient } from './assistant-clients.ts';
import { assistantRights } from './assistant-rights.ts';
import { clientMetadata, createNetworkHash } from './client-metadata.ts';
import { isRedirectUri } from './redirect-uris.ts';

const retryAfterSeconds = 3_600;

/**
 * Registers `POST /oauth2/register` (RFC 7591). Assistants have no credentials when a person connects them, so every
 * client may register, as a public client. A registration gives no access: each connection is approved by a person.
 */
export async function registerClientRegistration(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const addressOf = createRequestAddress(services.config);
  const hashNetwork = createNetworkHash(services.secret);
  await app.register(async (clients) => {
    clients.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status < 500) return refuse(reply, 'invalid_client_metadata', 'The body must be JSON');
      services.log.error({ requestId: request.id, err: error }, 'client registration failed');
      return reply.code(503).send({ error: 'temporarily_unavailable' });
    });
    clients.post(
      registrationPath,
      { schema: { hide: true }, bodyLimit: maxRegistrationBytes },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const parsed = clientMetadata.safeParse(request.body);
        if (!parsed.success) {
          const isAddress = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
          const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
          return refuse(reply, isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', `Invalid: ${fields}`);
        }
        const { redirect_uris: redirectUris, client_name: name, grant_types: grantTypes } = parsed.data;
        const wrong = redirectUris.find((uri) => !isRedirectUri(uri));
        if (wrong !== undefined) {
          const detail =
            'A redirect URI must use https, http with a loopback address, or the private scheme of an application, and must have no fragment';
          return refuse(reply, 'invalid_redirect_uri', detail);
        }
        const canRefresh = grantTypes.includes('refresh_token');
        const networkHash = hashNetwork(networkOf(addressOf(request)));
        const stored = await storeAssistantClient(services.database, { name, redirectUris, canRefresh, networkHash });
        if (stored === null) {
          reply.code(429).header('Retry-After', String(retryAfterSeconds));
          return {
            error: 'too_many_requests',
            error_description: 'Too many clients were registered. Try again later.',
          };
        }
        reply.code(201);
        return {
          client_id: stored.clientId,
          client_id_issued_at: Math.floor(stored.createdAt.getTime() / 1000),
          client_name: name,
          redirect_uris: redirectUris,
          grant_types: ['authorization_code', ...(canRefresh ? ['refresh_token'] : [])],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          scope: assistantRights.join(' '),
        };
      },
    );
  });
}

function refuse(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.code(400).send({ error, error_description: description });
}
