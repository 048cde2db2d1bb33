import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { resourcePaths, type TokenServiceOptions } from '../token/token-service-options.ts';
import { storeConnection } from './assistant-connections.ts';
import { type AssistantRight, requestedRights } from './assistant-rights.ts';
import { artifactKey } from './oauth-artifacts.ts';
import { returnsTo } from './redirect-uris.ts';

/** Request and response of a page, without the framework. */
export type RawExchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** A request of a client for approval. */
export type ApprovalRequest = {
  readonly clientId: string;
  /** Name that the client gave itself. */
  readonly clientName: string;
  readonly redirectUri: string;
  readonly rights: readonly AssistantRight[];
};

/** Requests for approval. Each belongs to the browser that started it. */
export type Approvals = {
  /** Returns the request with this ID in the browser of the person. null: it does not exist or has expired. */
  read(exchange: RawExchange, id: string): Promise<ApprovalRequest | null>;
  /** Approves or denies a request. Returns the path at which the browser continues, or null if it has expired. */
  decide(
    exchange: RawExchange,
    id: string,
    decision: { readonly userId: number; readonly approved: boolean; readonly requestId: string },
  ): Promise<string | null>;
};

/** Creates the access to the requests of the authorization server, which is loaded with the first one. */
export function createApprovals(load: () => Promise<Provider>, options: TokenServiceOptions): Approvals {
  const { database, secret, publicUrl } = options;
  const resource = `${publicUrl}${resourcePaths.team}`;
  async function find({ request, response }: RawExchange, id: string) {
    const provider = await load();
    const details = await provider.interactionDetails(request, response).catch(nullWhenExpired);
    if (details === null || details.uid !== id) return null;
    const { client_id: clientId, redirect_uri: redirectUri, scope } = details.params as Record<string, unknown>;
    const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
    if (client === undefined || typeof redirectUri !== 'string') return null;
    const rights = requestedRights(typeof scope === 'string' ? scope : undefined);
    const { clientId: found, clientName = found } = client;
    return { provider, request: { clientId: found, clientName, redirectUri, rights } };
  }
  return {
    read: async (exchange, id) => (await find(exchange, id))?.request ?? null,
    async decide(exchange, id, { userId, approved, requestId }) {
      const found = await find(exchange, id);
      if (found === null) return null;
      const { provider, request } = found;
      if (!approved) return finish(provider, exchange, { error: 'access_denied' });
      const accountId = `user:${userId}`;
      const grant = new provider.Grant({ accountId, clientId: request.clientId });
      grant.addResourceScope(resource, request.rights.join(' '));
      const grantId = await grant.save();
      await storeConnection(database, {
        userId,
        client: { clientId: request.clientId, name: request.clientName, host: returnsTo(request.redirectUri) },
        rights: request.rights,
        grantKey: artifactKey(grantId, secret),
        requestId,
      });
      return finish(provider, exchange, { login: { accountId, remember: false }, consent: { grantId } });
    },
  };
}

/** Stores the decision and returns the path of the authorization server that completes the request. */
async function finish(
  provider: Provider,
  { request, response }: RawExchange,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<string> {
  const address = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
  return new URL(address).pathname;
}

function nullWhenExpired(error: unknown): null {
  // An import of the error class would load the library at the start.
  if (error instanceof Error && error.name === 'SessionNotFound') return null;
  throw error;
}
