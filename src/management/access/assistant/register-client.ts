import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  maxRedirectUriLength,
  maxRedirectUris,
  maxRegistrationBytes,
} from '../../../core/vocabulary/limits/access-limits.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createRequestAddress } from '../../api/call/request-address.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { registrationPath } from '../token/token-service-options.ts';
import { storeAssistantClient } from './assistant-clients.ts';
import { assistantRights } from './assistant-rights.ts';

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);
const retryAfterSeconds = 3_600;

/** Metadata of RFC 7591 that are read. All others are ignored, as the standard defines. */
const registration = z.object({
  redirect_uris: z.array(z.string().max(maxRedirectUriLength)).min(1).max(maxRedirectUris),
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    // Control and format characters could disguise the name on the approval page.
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u)
    .default('Unnamed assistant'),
  grant_types: z.array(z.string().max(100)).max(10).default(['authorization_code']),
});

/**
 * Registers `POST /oauth2/register` (RFC 7591). Assistants have no credentials when a person connects them, so every
 * client may register, as a public client. A registration gives no access: each connection is approved by a person.
 */
export async function registerClientRegistration(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const addressOf = createRequestAddress(services.config);
  const networkKey = deriveKey(services.secret, 'oauth-artifact');
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
        const parsed = registration.safeParse(request.body);
        if (!parsed.success) {
          const isAddress = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
          const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
          return refuse(reply, isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', `Invalid: ${fields}`);
        }
        const { redirect_uris: redirectUris, client_name: name, grant_types: grantTypes } = parsed.data;
        const wrong = redirectUris.find((uri) => !isRedirectUri(uri));
        if (wrong !== undefined) {
          const detail = 'A redirect URI must use https, or http with a loopback address, and must have no fragment';
          return refuse(reply, 'invalid_redirect_uri', detail);
        }
        const canRefresh = grantTypes.includes('refresh_token');
        const networkHash = createHmac('sha256', networkKey)
          .update(networkOf(addressOf(request)))
          .digest('base64url');
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

/** Returns whether a client may return to an address: https, or plain http to the computer of the person. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || /[\s#\\]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return !loopbackHosts.has(hostname);
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

function refuse(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.code(400).send({ error, error_description: description });
}
