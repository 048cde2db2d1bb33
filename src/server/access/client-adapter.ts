import type { Kysely } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../db/schema.ts';

/** How long a token request waits for the database; longer counts as away. */
const databaseWaitMs = 1_500;

/** Separates the hashes inside the one `client_secret` that oidc-provider knows of; not a base64url character. */
export const hashSeparator = '.';

/** The database does not answer: 503, and not the library's 500. */
class DatabaseAway extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, 'temporarily_unavailable');
    this.error_description = 'the database does not answer, try again soon';
    this.expose = true;
    this.cause = cause;
  }
}

/** What the token service answers while the database is away. */
export function databaseAwayAsOAuth(cause: unknown): errors.OIDCProviderError {
  return new DatabaseAway(cause);
}

/**
 * What oidc-provider stores and finds: clients are our service accounts, read only. Nothing else is ever stored, since
 * access tokens are signed and carry everything themselves.
 */
export function clientAdapter(database: Kysely<Database>): (kind: string) => Adapter {
  return (kind) => ({
    find: (id) => (kind === 'Client' ? findClient(database, id) : Promise.resolve(undefined)),
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    upsert: () => refuse(kind),
    consume: () => refuse(kind),
    destroy: () => Promise.resolve(undefined),
    revokeByGrantId: () => Promise.resolve(undefined),
  });
}

async function findClient(database: Kysely<Database>, clientId: string): Promise<AdapterPayload | undefined> {
  // A NUL is refused by PostgreSQL, and no client id holds one.
  if (clientId.includes('\0')) return undefined;
  const account = await orAway(
    database
      .selectFrom('serviceAccount')
      .select(['serviceAccount.id', 'serviceAccount.name', 'serviceAccount.scopes', 'serviceAccount.secretHashes'])
      .where('serviceAccount.clientId', '=', clientId)
      .where('serviceAccount.archivedAt', 'is', null)
      .executeTakeFirst(),
  );
  if (account === undefined || account.secretHashes.length === 0) return undefined;
  return {
    client_id: clientId,
    client_name: account.name,
    client_secret: account.secretHashes.map(({ hash }) => hash).join(hashSeparator),
    account_id: account.id,
    scope: account.scopes.join(' '),
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_basic',
  };
}

async function orAway<Answer>(query: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${databaseWaitMs} ms`)), databaseWaitMs);
  });
  try {
    return await Promise.race([query, late]);
  } catch (error) {
    throw new DatabaseAway(error);
  } finally {
    clearTimeout(timer);
  }
}

function refuse(kind: string): Promise<undefined> {
  return Promise.reject(new Error(`the token service stores no ${kind}`));
}
