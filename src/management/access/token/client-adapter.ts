import type { Kysely } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { findAssistantClient, isAssistantClientId } from '../assistant/assistant-clients.ts';
import {
  type ArtifactStore,
  artifactKey,
  consumeArtifact,
  destroyArtifact,
  endGrant,
  findArtifact,
  isStoredKind,
  storeArtifact,
} from '../assistant/oauth-artifacts.ts';
import { maxAssertionSeconds } from './check-assertion.ts';
import { findUsedAssertion, noteUsedAssertion } from './used-assertions.ts';

/** Separates the hashes in the single `client_secret` that oidc-provider supports. Not a base64url character. */
export const hashSeparator = '.';

/** The database is unreachable: responds 503 instead of the library's 500. */
class DatabaseAway extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the database is unreachable; try again later';
    this.expose = true;
    this.cause = cause;
  }
}

/** Returns the error of the token service for an unreachable database. */
export function databaseAwayAsOAuth(cause: unknown): errors.OIDCProviderError {
  return new DatabaseAway(cause);
}

/**
 * Storage adapter of oidc-provider. Reads clients from the service accounts and the registered assistants, stores used
 * assertions, so that none is used twice, and the state of authorizations. Access tokens are signed and self-contained.
 */
export function clientAdapter(store: ArtifactStore): (kind: string) => Adapter {
  return (kind) => {
    if (isStoredKind(kind)) return artifactAdapter(kind, store);
    return kind === 'ReplayDetection' ? assertionAdapter(store.database) : clientsOnly(kind, store.database);
  };
}

const nothing = () => Promise.resolve(undefined);
const none = { findByUid: nothing, findByUserCode: nothing, destroy: nothing, revokeByGrantId: nothing };

/** Clients. Sessions of the library are accepted and not stored, because people sign in at Placard. */
function clientsOnly(kind: string, database: Kysely<Database>): Adapter {
  return {
    ...none,
    find: (id) => (kind === 'Client' ? findClient(database, id) : nothing()),
    upsert: () => (kind === 'Session' ? nothing() : refuse(kind)),
    consume: () => refuse(kind),
  };
}

function assertionAdapter(database: Kysely<Database>): Adapter {
  return {
    ...none,
    find: (id) => orUnavailable(findUsedAssertion(database, id)),
    upsert: (id, _payload, expiresIn) =>
      orUnavailable(noteUsedAssertion(database, id, expiresIn ?? maxAssertionSeconds)),
    consume: () => refuse('ReplayDetection'),
  };
}

function artifactAdapter(kind: string, store: ArtifactStore): Adapter {
  return {
    ...none,
    find: (id) => orUnavailable(findArtifact(kind, id, store)),
    async upsert(id, payload, expiresIn) {
      await orUnavailable(storeArtifact(kind, { id, payload, seconds: expiresIn ?? 0 }, store));
    },
    async consume(id) {
      if (!(await orUnavailable(consumeArtifact(kind, id, store)))) {
        throw new errors.InvalidGrant('the code or refresh token was used before');
      }
    },
    async destroy(id) {
      await orUnavailable(destroyArtifact(kind, id, store));
    },
    async revokeByGrantId(grantId) {
      await orUnavailable(endGrant(artifactKey(grantId, store.secret), store.database));
    },
  };
}

async function findClient(database: Kysely<Database>, clientId: string): Promise<AdapterPayload | undefined> {
  // PostgreSQL refuses NUL characters. No client ID contains one.
  if (clientId.includes('\0')) return undefined;
  if (isAssistantClientId(clientId)) return orUnavailable(findAssistantClient(database, clientId));
  const account = await orUnavailable(
    database
      .selectFrom('serviceAccount')
      .select(['serviceAccount.id', 'serviceAccount.name', 'serviceAccount.scopes', 'serviceAccount.tokenGeneration'])
      .select(['serviceAccount.secretHashes', 'serviceAccount.publicKeys'])
      .where('serviceAccount.clientId', '=', clientId)
      .where('serviceAccount.archivedAt', 'is', null)
      .executeTakeFirst(),
  );
  if (account === undefined) return undefined;
  const { secretHashes, publicKeys } = account;
  if (secretHashes.length === 0 && publicKeys.length === 0) return undefined;
  const bySecret = {
    client_secret: secretHashes.map(({ hash }) => hash).join(hashSeparator),
    token_endpoint_auth_method: 'client_secret_basic',
  } as const;
  const byKey = { jwks: { keys: publicKeys }, token_endpoint_auth_method: 'private_key_jwt' } as const;
  return {
    client_id: clientId,
    client_name: account.name,
    account_id: account.id,
    account_generation: account.tokenGeneration,
    scope: account.scopes.join(' '),
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    ...(publicKeys.length > 0 ? byKey : bySecret),
  };
}

/** Returns the result of the query. Throws the 503 error if the database is unreachable or too slow. */
async function orUnavailable<Answer>(query: Promise<Answer>): Promise<Answer> {
  try {
    return await failWhenSilent(query);
  } catch (error) {
    if (error instanceof errors.OIDCProviderError) throw error;
    throw new DatabaseAway(error);
  }
}

function refuse(kind: string): Promise<undefined> {
  return Promise.reject(new Error(`the token service does not store ${kind}`));
}
