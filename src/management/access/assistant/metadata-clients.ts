import type { IncomingMessage } from 'node:http';
import type { Kysely } from 'kysely';
import {
  clientMetadataMs,
  maxClientIdLength,
  maxRegistrationBytes,
} from '../../../core/vocabulary/limits/access-limits.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createClientAddress, networkOf } from '../../../platform/http/client-address.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import { findClientTime, isMetadataClientId, storeAssistantClient } from './assistant-clients.ts';
import { clientMetadata, createNetworkHash } from './client-metadata.ts';
import { isRedirectUri } from './redirect-uris.ts';

type Options = {
  readonly config: Config;
  readonly database: Kysely<Database>;
  readonly secret: string;
  readonly log: Logger;
  readonly fetchDocument: ReturnType<typeof createOutgoingFetch>;
};

const fetchMs = 5_000;

/**
 * Returns a function that reads the client of a request for approval if its ID is an https address: the address of a
 * document with the metadata of the client (OAuth Client ID Metadata Document). A client that was read in the last hour
 * is not read again. If the document is invalid, the client stays unknown and the request is refused.
 */
export function readMetadataClients({ config, database, secret, log, fetchDocument }: Options) {
  const { trustedProxies, addressHeader } = config.context;
  const clientAddress = createClientAddress(trustedProxies, addressHeader);
  const hashNetwork = createNetworkHash(secret);
  return async ({ url, headers, socket }: IncomingMessage): Promise<void> => {
    const clientId = new URL(url ?? '', 'http://localhost').searchParams.get('client_id') ?? '';
    if (!isDocumentAddress(clientId)) return;
    try {
      const readAt = await findClientTime(database, clientId);
      if (readAt !== null && readAt.getTime() > Date.now() - clientMetadataMs) return;
      const document = await readDocument(clientId, fetchDocument);
      const fields = (name: string) => [headers[name] ?? []].flat().join(',') || undefined;
      const address = clientAddress.of({ peer: socket.remoteAddress, fields });
      await storeAssistantClient(database, { ...document, clientId, networkHash: hashNetwork(networkOf(address)) });
    } catch (error) {
      log.info({ clientId, reason: (error as Error).message }, 'the metadata of an assistant could not be read');
    }
  };
}

/** Returns whether a client ID is the address of a document: https with a path, without credentials and fragment. */
function isDocumentAddress(clientId: string): boolean {
  if (!isMetadataClientId(clientId) || clientId.length > maxClientIdLength || !URL.canParse(clientId)) return false;
  const { href, pathname, username, password, hash } = new URL(clientId);
  return href === clientId && pathname !== '/' && username === '' && password === '' && hash === '';
}

/** @throws Error if the document cannot be read, is that of another client, or is invalid */
async function readDocument(clientId: string, fetchDocument: Options['fetchDocument']) {
  const answer = await fetchDocument(clientId, {
    headers: { accept: 'application/json' },
    timeoutMs: fetchMs,
    maxBytes: maxRegistrationBytes,
  });
  if (answer.status !== 200) throw new Error(`The response has the status ${answer.status}`);
  const document: unknown = await answer.json();
  if ((document as { readonly client_id?: unknown } | null)?.client_id !== clientId) {
    throw new Error('The client_id of the document is not its address');
  }
  const parsed = clientMetadata.safeParse(document);
  if (!parsed.success) throw new Error(`Invalid: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  const { redirect_uris: redirectUris, client_name: name, grant_types: grantTypes } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) throw new Error('The document has an invalid redirect URI');
  return { name, redirectUris, canRefresh: grantTypes.includes('refresh_token') };
}
