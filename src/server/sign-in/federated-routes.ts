import type { FastifyInstance } from 'fastify';
import type { ManagementServices } from '../http/management-services.ts';
import { readProvider, type StoredProvider } from '../identity-provider/read-providers.ts';
import { beginFederatedSignIn, finishFederatedSignIn } from './federated-sign-in.ts';
import { forgetFlow, keepFlow, readFlow } from './flow-cookie.ts';
import type { ProviderClients } from './provider-client.ts';
import { returnPathOf } from './return-path.ts';
import { replaceSession } from './session-exchange.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** The way to an identity provider and back: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1). */
export function registerFederatedRoutes(
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
  pages.get('/auth/callback', { schema: { hide: true } }, async (request, reply) => {
    const { state } = request.query as Readonly<Record<string, unknown>>;
    const flow = readFlow(request.headers.cookie, state, services);
    if (flow === null) throw new SignInFailure('no-flow', '');
    reply.header('Set-Cookie', forgetFlow(flow.state, services));
    const provider = await providerOf(String(flow.providerId), services);
    const token = await finishFederatedSignIn(request, services, clients, { flow, provider });
    await replaceSession({ request, reply, services }, token);
    return reply.redirect(flow.returnTo, 303);
  });
}

async function providerOf(idText: string, { database }: ManagementServices): Promise<StoredProvider> {
  const id = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null;
  const provider = id === null ? null : await readProvider(database, id);
  if (provider === null) throw new SignInFailure('unknown-provider', '');
  return provider;
}
