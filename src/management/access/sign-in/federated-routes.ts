import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ManagementServices } from '../../api/management-services.ts';
import { readProvider, readProviders, type StoredProvider } from '../identity-provider/read-providers.ts';
import { redirectPathOf, sharedRedirectPath } from '../identity-provider/redirect-uri.ts';
import { beginFederatedSignIn, finishFederatedSignIn } from './federated-sign-in.ts';
import { forgetFlow, keepFlow, readFlow } from './flow-cookie.ts';
import type { ProviderClients } from './provider-client.ts';
import { returnPathOf } from './return-path.ts';
import { replaceSession } from './session-exchange.ts';
import { SignInFailure } from './sign-in-failure.ts';

/**
 * Adds the routes to and from an identity provider: authorization code with PKCE, state and nonce (OpenID Connect Core
 * 1.0, 3.1).
 */
export function addFederatedSignIn(
  pages: FastifyInstance,
  services: ManagementServices,
  clients: ProviderClients,
): void {
  pages.get('/sign-in/with/:id', { schema: { hide: true } }, async (request, reply) => {
    const provider = await providerOf((request.params as { readonly id: string }).id, services);
    const returnTo = returnPathOf((request.query as Readonly<Record<string, unknown>>)['returnTo']);
    const { url, flow } = await beginFederatedSignIn(services, clients, { provider, returnTo });
    reply.header('Set-Cookie', keepFlow(flow, services));
    return reply.redirect(url, 303);
  });
  for (const path of [sharedRedirectPath, `${sharedRedirectPath}/:id`]) {
    pages.get(path, { schema: { hide: true } }, (request, reply) => finish(request, reply, services, clients));
  }
}

async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ManagementServices,
  clients: ProviderClients,
): Promise<FastifyReply> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const flow = readFlow(request.headers.cookie, query['state'], services);
  if (flow === null) throw new SignInFailure('no-flow', '');
  reply.header('Set-Cookie', forgetFlow(flow.state, services));
  const provider = await providerOf(String(flow.providerId), services);
  await requireOwnAnswer(request, provider, services);
  const token = await finishFederatedSignIn(request, services, clients, { flow, provider });
  await replaceSession({ request, reply, services }, token);
  return reply.redirect(flow.returnTo, 303);
}

/**
 * Refuses a response that another identity provider may have caused (mix-up attack, RFC 9700, 4.4). It must arrive at
 * the redirect URI of the provider at which the sign-in began. At the shared redirect URI it must name its issuer,
 * unless only one provider uses this URI.
 */
async function requireOwnAnswer(
  request: FastifyRequest,
  provider: StoredProvider,
  { config, database }: ManagementServices,
): Promise<void> {
  const refused = (reason: string) => new SignInFailure('not-proven', provider.name, { cause: new Error(reason) });
  const url = new URL(request.url, config.publicUrl);
  if (url.pathname !== redirectPathOf(provider)) {
    throw refused('The response arrived at the redirect URI of another provider');
  }
  // The library compares an issuer that the response names.
  if (!provider.sharedRedirect || url.searchParams.has('iss')) return;
  const sharing = (await readProviders(database)).filter(({ sharedRedirect }) => sharedRedirect);
  if (sharing.length > 1) throw refused('The response names no issuer, and several providers share the redirect URI');
}

async function providerOf(idText: string, { database }: ManagementServices): Promise<StoredProvider> {
  const id = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null;
  const provider = id === null ? null : await readProvider(database, id);
  if (provider === null) throw new SignInFailure('unknown-provider', '');
  return provider;
}
