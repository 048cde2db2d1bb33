import type { Kysely } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';
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
 * Storage adapter of oidc-provider. Reads clients from the service accounts and stores used assertions, so that none is
 * used twice. Nothing else is stored, because access tokens are signed and self-contained.
 */
export function clientAdapter(database: Kysely<Database>): (kind: string) => Adapter {
  return (kind) => ({
    find(id) {
      if (kind === 'Client') return findClient(database, id);
      return kind === 'ReplayDetection' ? orUnavailable(findUsedAssertion(database, id)) : Promise.resolve(undefined);
    },
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    upsert: (id, _payload, expiresIn) =>
      kind === 'ReplayDetection'
        ? orUnavailable(noteUsedAssertion(database, id, expiresIn ?? maxAssertionSeconds))
        : refuse(kind),
    consume: () => refuse(kind),
    destroy: () => Promise.resolve(undefined),
    revokeByGrantId: () => Promise.resolve(undefined),
  });
}

async function findClient(database: Kysely<Database>, clientId: string): Promise<AdapterPayload | undefined> {
  // PostgreSQL refuses NUL characters. No client ID contains one.
  if (clientId.includes('\0')) return undefined;
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
