import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Caller } from '../../../access/caller.ts';
import { rightsOfAccount } from '../../../access/token/buyer-rights.ts';

/** How the calls of a buyer agent are signed. */
export type Signing = {
  /** URL of its public keys. null: signatures are not accepted. */
  readonly jwksUrl: string | null;
  /** Whether calls that change something must be signed. */
  readonly isRequired: boolean;
  /** IDs of keys that are refused. */
  readonly revokedKeyIds: readonly string[];
};

/** An active buyer agent whose calls may be signed. */
export type SigningAgent = { readonly id: number; readonly test: boolean; readonly signing: Signing };

/** A buyer agent that has keys, with the caller for its signed calls. */
type Signer = { readonly agent: SigningAgent; readonly caller: Caller };

/** Reads the active buyer agent with keys whose service account has the client ID. null: there is none. */
export async function readSigner(database: Kysely<Database>, clientId: string): Promise<Signer | null> {
  const row = await database
    .selectFrom('serviceAccount')
    .innerJoin('buyerAgent', 'buyerAgent.serviceAccountId', 'serviceAccount.id')
    .select([
      'serviceAccount.id as accountId',
      'serviceAccount.name',
      'serviceAccount.scopes',
      'buyerAgent.id as buyerAgentId',
      'buyerAgent.accounts',
      'buyerAgent.test',
      ...signingColumns,
    ])
    .where('serviceAccount.clientId', '=', clientId)
    .where('serviceAccount.archivedAt', 'is', null)
    .where('buyerAgent.active', '=', true)
    .where('buyerAgent.archivedAt', 'is', null)
    .where('buyerAgent.jwksUrl', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { accountId: id, name, buyerAgentId, test } = row;
  return {
    agent: { id: buyerAgentId, test, signing: signingOf(row) },
    caller: {
      kind: 'service-account',
      id,
      name,
      actor: `service-account:${id}`,
      ...rightsOfAccount(row, { verifiesSignatures: true }),
    },
  };
}

/** Columns of `signingOf`. */
export const signingColumns = [
  'buyerAgent.jwksUrl',
  'buyerAgent.requireSignedRequests',
  'buyerAgent.revokedKeyIds',
] as const;

/** Returns how the calls of the buyer agent of a row are signed. */
export function signingOf(row: {
  readonly jwksUrl: string | null;
  readonly requireSignedRequests: boolean;
  readonly revokedKeyIds: readonly string[];
}): Signing {
  return { jwksUrl: row.jwksUrl, isRequired: row.requireSignedRequests, revokedKeyIds: row.revokedKeyIds };
}
