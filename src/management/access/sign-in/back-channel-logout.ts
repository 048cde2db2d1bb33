import type { FastifyInstance } from 'fastify';
import type { JWTPayload } from 'jose';
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { readProvider, type StoredProvider } from '../identity-provider/read-providers.ts';
import { endSessionsAtProvider } from '../session/session.ts';
import { noteUsedOnce } from '../token/single-use.ts';
import { requireSubject } from './claims.ts';
import type { ProviderClients } from './provider-client.ts';

const logoutForm = z.object({ logout_token: z.string().max(8_000) });
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Older logout tokens refer to sessions that have ended. */
const maxAgeSeconds = 300;
const maxIdLength = 255;
/** Asymmetric algorithms only: no shared secrets and no unsigned tokens. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Registers back-channel logout: a provider reports that a user has signed out, and the user's sessions end (OpenID
 * Connect Back-Channel Logout 1.0).
 */
export function registerBackChannelLogout(
  pages: FastifyInstance,
  services: ManagementServices,
  clients: ProviderClients,
): void {
  pages.post(
    '/auth/back-channel-logout/:id',
    { schema: { hide: true, body: logoutForm }, config: { fromElsewhere: true } },
    async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const provider = /^[1-9]\d{0,14}$/.test(id) ? await readProvider(services.database, Number(id)) : null;
      const { logout_token: token } = request.body as z.output<typeof logoutForm>;
      try {
        if (provider === null) throw new Error('identity provider does not exist');
        const { id, ...of } = await readLogoutToken(token, provider, services, clients);
        // One transaction, so that a logout token can be sent again if ending the sessions failed.
        await services.database.transaction().execute(async (transaction) => {
          await noteUsedOnce(transaction, `logout ${provider.id} ${id}`, maxAgeSeconds);
          await endSessionsAtProvider(transaction, { identityProviderId: provider.id, ...of });
        });
        return await reply.code(200).send();
      } catch (error) {
        services.log.warn(
          { requestId: request.id, providerId: provider?.id, err: error },
          'back-channel logout: token refused',
        );
        return reply.code(400).type('application/json').send({ error: 'invalid_request' });
      }
    },
  );
}

/** Returns the subject and session of a logout token. Throws if the token is invalid (Back-Channel Logout 1.0, 2.6). */
async function readLogoutToken(
  token: string,
  provider: StoredProvider,
  { config, nowMs }: ManagementServices,
  clients: ProviderClients,
): Promise<{ readonly id: string; readonly subject: string | null; readonly providerSession: string | null }> {
  const client = await clients.of(provider);
  const { jwks_uri: keysAt } = client.serverMetadata();
  if (keysAt === undefined) throw new Error('the discovery document of the provider has no jwks_uri');
  const outgoingFetch = createOutgoingFetch({ allowed: config.privateTargets });
  const keys = createRemoteJWKSet(new URL(keysAt), { [customFetch]: (url) => outgoingFetch(url) });
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer: provider.issuer,
    audience: provider.clientId,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['jti', 'events'],
    ...(nowMs === undefined ? {} : { currentDate: new Date(nowMs()) }),
  });
  if (!isLogout(payload)) throw new Error('the token is not a logout token');
  const id = payload.jti;
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength)
    throw new Error('the jti of the token is missing, empty or too long');
  const subject = payload.sub ?? null;
  if (subject !== null) requireSubject(subject);
  const providerSession = typeof payload['sid'] === 'string' ? payload['sid'] : null;
  if (subject === null && providerSession === null) throw new Error('the token contains neither sub nor sid');
  return { id, subject, providerSession };
}

/** An ID token has a nonce and no event, so it is never accepted as a logout token. */
function isLogout(payload: JWTPayload): boolean {
  const events = payload['events'];
  return typeof events === 'object' && events !== null && logoutEvent in events && payload['nonce'] === undefined;
}
