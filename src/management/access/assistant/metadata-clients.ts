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
import { findClientTime, isMetadataClientId, storeAssistantClient, withdrawClient } from './assistant-clients.ts';
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
/** Other statuses, such as 429, can be temporary. */
const removedStatuses: ReadonlySet<number> = new Set([404, 410]);

/**
 * Returns a function that reads the client of a request for approval if its ID is an https address: the address of a
 * document with the metadata of the client (OAuth Client ID Metadata Document). A client that was read in the last hour
 * is not read again. If the document is invalid or was removed, the client cannot be approved. If its host does not
 * respond, the stored metadata are used.
 */
export function readMetadataClients({ config, database, secret, log, fetchDocument }: Options) {
  const { trustedProxies, addressHeader } = config.context;
  const clientAddress = createClientAddress(trustedProxies, addressHeader);
  const hashNetwork = createNetworkHash(secret);
  return async ({ url, headers, socket }: IncomingMessage): Promise<void> => {
    const { searchParams } = new URL(url ?? '', 'http://localhost');
    const clientId = searchParams.get('client_id') ?? '';
    if (!isDocumentAddress(clientId) || !isNavigation(headers)) return;
    // The authorization server refuses requests without them.
    if (requiredParameters.some((name) => !searchParams.has(name))) return;
    try {
      const readAt = await findClientTime(database, clientId);
      if (readAt !== null && readAt.getTime() > Date.now() - clientMetadataMs) return;
      const document = await readDocument(clientId, fetchDocument);
      const fields = (name: string) => [headers[name] ?? []].flat().join(',') || undefined;
      const address = clientAddress.of({ peer: socket.remoteAddress, fields });
      await storeAssistantClient(database, { ...document, clientId, networkHash: hashNetwork(networkOf(address)) });
    } catch (error) {
      log.info({ clientId, reason: (error as Error).message }, 'the metadata of an assistant could not be read');
      if (error instanceof InvalidDocument) await withdrawClient(database, clientId);
    }
  };
}

const requiredParameters = ['response_type', 'redirect_uri', 'code_challenge'] as const;

/** Returns whether a browser opens the address as a page. Images and frames of other sites must not cause calls. */
function isNavigation({ 'sec-fetch-dest': destination = 'document' }: IncomingMessage['headers']): boolean {
  return destination === 'document';
}

/** The document is missing or invalid. */
class InvalidDocument extends Error {}

/** Returns whether a client ID is the address of a document: https with a path, without credentials and fragment. */
function isDocumentAddress(clientId: string): boolean {
  if (!isMetadataClientId(clientId) || clientId.length > maxClientIdLength || !URL.canParse(clientId)) return false;
  const { href, pathname, username, password, hash } = new URL(clientId);
  return href === clientId && pathname !== '/' && username === '' && password === '' && hash === '';
}

/** @throws InvalidDocument if it is missing, that of another client, or invalid. Error if its host does not respond */
async function readDocument(clientId: string, fetchDocument: Options['fetchDocument']) {
  const answer = await fetchDocument(clientId, {
    headers: { accept: 'application/json' },
    timeoutMs: fetchMs,
    maxBytes: maxRegistrationBytes,
  });
  const refusal = `The response has the status ${answer.status}`;
  if (removedStatuses.has(answer.status)) throw new InvalidDocument(refusal);
  if (answer.status !== 200) throw new Error(refusal);
  const document: unknown = await answer.json().catch(() => null);
  if ((document as { readonly client_id?: unknown } | null)?.client_id !== clientId) {
    throw new InvalidDocument('The client_id of the document is not its address');
  }
  const parsed = clientMetadata.safeParse(document);
  if (!parsed.success) {
    throw new InvalidDocument(`Invalid: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
  }
  const { redirect_uris: redirectUris, client_name: name, grant_types: grantTypes } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) throw new InvalidDocument('The document has an invalid redirect URI');
  return { name, redirectUris, canRefresh: grantTypes.includes('refresh_token') };
}
