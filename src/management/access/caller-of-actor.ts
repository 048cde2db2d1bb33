import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Caller } from './caller.ts';
import { isAcceptedBuyer, rightsOfAccount } from './token/buyer-rights.ts';
import { readUserCaller } from './user/user-caller.ts';

/**
 * Returns the caller of an audit actor with its current scopes, for work done later on its behalf. null if the account
 * no longer exists or is archived.
 * @param actor `user:3` or `service-account:7`
 */
export async function callerOfActor(database: Kysely<Database>, actor: string): Promise<Caller | null> {
  const [, kind, text] = /^(user|service-account):([1-9]\d{0,15})$/.exec(actor) ?? [];
  const id = Number(text);
  if (kind === 'user') return readUserCaller(database, id);
  if (kind !== 'service-account') return null;
  const account = await database
    .selectFrom('serviceAccount')
    .leftJoin('buyerAgent', 'buyerAgent.serviceAccountId', 'serviceAccount.id')
    .select([
      'serviceAccount.name',
      'serviceAccount.scopes',
      'buyerAgent.id as buyerAgentId',
      'buyerAgent.accounts',
      'buyerAgent.requireSignedRequests',
    ])
    .where('serviceAccount.id', '=', id)
    .where(isAcceptedBuyer)
    .where('serviceAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  if (account === undefined) return null;
  return {
    kind: 'service-account',
    id,
    name: account.name,
    ...rightsOfAccount(account, { verifiesSignatures: true }),
    actor,
  };
}
